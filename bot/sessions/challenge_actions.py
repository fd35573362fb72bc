"""What people may do with a challenge. Each action returns the challenge that follows, or refuses."""

from __future__ import annotations

from dataclasses import replace

from bot.sessions.challenge import (
    Challenge,
    ChallengeGone,
    NotYoursToAnswer,
    NotYoursToCancel,
    State,
    YourOwnChallenge,
)
from bot.sessions.seats import UserId


def accept(challenge: Challenge, player: UserId) -> Challenge:
    """Raises NotYoursToAnswer or ChallengeGone."""
    return _answered(challenge, player, State.ACCEPTED)


def join(challenge: Challenge, player: UserId) -> Challenge:
    """A challenge to anyone becomes one to the first `player` who joins, and they accept it.

    Raises ChallengeGone, YourOwnChallenge or NotYoursToAnswer.
    """
    if challenge.state is not State.OPEN:
        raise ChallengeGone(challenge)
    if player == challenge.challenger:
        raise YourOwnChallenge(challenge)
    return accept(replace(challenge, challenged=challenge.challenged or player), player)


def decline(challenge: Challenge, player: UserId) -> Challenge:
    """Raises NotYoursToAnswer or ChallengeGone."""
    return _answered(challenge, player, State.DECLINED)


def cancel(challenge: Challenge, player: UserId) -> Challenge:
    """Raises NotYoursToCancel or ChallengeGone."""
    if player != challenge.challenger:
        raise NotYoursToCancel(challenge)
    return _become(challenge, State.CANCELLED)


def withdraw(challenge: Challenge, player: UserId) -> Challenge:
    """The challenge after `player`, one of its two people, had their data deleted. Raises ChallengeGone."""
    return _become(challenge, State.CANCELLED if player == challenge.challenger else State.DECLINED)


def whom_to_block(challenge: Challenge, player: UserId) -> UserId:
    """The challenger, whom `player` may block, even if the challenge is over. Raises NotYoursToAnswer."""
    if player != challenge.challenged:
        raise NotYoursToAnswer(challenge)
    return challenge.challenger


def _answered(challenge: Challenge, player: UserId, state: State) -> Challenge:
    if player != challenge.challenged:
        raise NotYoursToAnswer(challenge)
    return _become(challenge, state)


def _become(challenge: Challenge, state: State) -> Challenge:
    if challenge.state is not State.OPEN:
        raise ChallengeGone(challenge)
    return replace(challenge, state=state)
