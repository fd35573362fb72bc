"""Refusals about challenges: the second half of the tree in `refusals`."""

from __future__ import annotations

from bot.sessions.challenge import Challenge
from bot.sessions.refusals import Refusal
from bot.sessions.seats import UserId


class NobodyToChallenge(Refusal):
    """The person cannot be challenged here."""


class Yourself(NobodyToChallenge):
    """They challenged themselves."""


class AnotherBot(NobodyToChallenge):
    """They challenged another bot."""


class NotInThisServer(NobodyToChallenge):
    """The person is not a member of this server."""


class OnlyTheBotHere(NobodyToChallenge):
    """Nobody else sees the bot's direct messages."""


class OnlyPrivateAnswers(NobodyToChallenge):
    """The app may only answer privately here, so nobody would see a challenge."""


class NoSuchChallenge(Refusal):
    """The challenge of a button does not exist in this channel."""


class OpponentDeleted(Refusal):
    """The opponent of the rematch has deleted their data."""


class TooManyChallenges(Refusal):
    """The person already has as many open challenges as allowed."""


class OpponentRefusal(Refusal):
    """The request cannot be met because of the other person, `player`."""

    def __init__(self, player: UserId) -> None:
        super().__init__(f"user {player}")
        self.player = player


class TheyAlreadyPlay(OpponentRefusal):
    """The other person already has a game in this channel."""


class TheyChallengeYou(OpponentRefusal):
    """The other person has already challenged this one."""


class TheyTakeNoChallenges(OpponentRefusal):
    """The other person has turned challenges off or blocked this person. Nobody is told which."""


class ChallengedLately(OpponentRefusal):
    """The other person did not accept a recent challenge. The next one is allowed from `until` on.

    until  seconds since 1970, UTC
    """

    def __init__(self, player: UserId, until: int) -> None:
        super().__init__(player)
        self.until = until


class LeftLately(Refusal):
    """The person left open games before making a move. They may join one again from `until` on.

    until  seconds since 1970, UTC
    """

    def __init__(self, until: int) -> None:
        super().__init__(f"until {until}")
        self.until = until


class ChallengeRefusal(Refusal):
    """The state of `challenge` does not allow the request."""

    def __init__(self, challenge: Challenge) -> None:
        super().__init__(f"challenge {challenge.id}: {challenge.state.value}")
        self.challenge = challenge


class AlreadyChallenging(ChallengeRefusal):
    """The person already has an open challenge in this channel."""


class YourOwnChallenge(ChallengeRefusal):
    """The person wants to join the game that they opened themselves."""


class NotYoursToAnswer(ChallengeRefusal):
    """Only the challenged person may accept or decline."""


class NotYoursToCancel(ChallengeRefusal):
    """Only the challenger may cancel."""


class ChallengeGone(ChallengeRefusal):
    """The challenge is no longer open; its state says why."""
