"""A person's own games, wherever they are played: what is on, what waits to begin, what is over."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.challenges.challenge import Challenge
from bot.cups.cup import Cup
from bot.play.actions import own_mark
from bot.play.seats import UserId
from bot.play.session import Session

PAST_PAGE = 10  # finished games on a page


@dataclass(frozen=True)
class PastGames:
    """A page of a person's finished games.

    sessions  the newest first
    """

    sessions: tuple[Session, ...] = ()
    has_newer: bool = False
    has_older: bool = False


NO_PAST = PastGames()


@dataclass(frozen=True)
class OwnGames:
    """What a person has on, and a page of what they have finished.

    on            all their live sessions, the most urgent first
    waiting       open challenges, those to them before those from them
    cups          cups that they are in
    past          a page of what they have finished
    told_at_once  whether they are told at once that it is their turn, not only at half time
    """

    player: UserId
    on: tuple[Session, ...] = ()
    waiting: tuple[Challenge, ...] = ()
    cups: tuple[Cup, ...] = ()
    past: PastGames = NO_PAST
    told_at_once: bool = False

    @property
    def has_nothing_on(self) -> bool:
        return not (self.on or self.waiting or self.cups)

    @property
    def plays_people(self) -> bool:
        """Whether one of their games is with a person, so that they may be told of their turn."""
        return any(session.of_two_people for session in self.on)


def is_turn_of(session: Session, player: UserId) -> bool:
    """Whether it is this player's turn in a live session of theirs."""
    return own_mark(session, player) is session.board.turn


def waits_for(session: Session, player: UserId) -> bool:
    """Whether a live session waits for this player: it is their turn, or they can claim the win."""
    return session.is_late or is_turn_of(session, player)


def most_urgent_first(sessions: Iterable[Session], player: UserId) -> tuple[Session, ...]:
    """A person's live sessions: first those that wait for them, then by the time that is left.

    A game without a clock comes after those that have one.
    """

    def urgency(session: Session) -> tuple[bool, bool, int]:
        waits_for_other = not waits_for(session, player)
        if session.deadline is None:
            return waits_for_other, True, session.closes_at
        return waits_for_other, False, session.deadline

    return tuple(sorted(sessions, key=urgency))


def to_answer_first(challenges: Iterable[Challenge], player: UserId) -> tuple[Challenge, ...]:
    """Open challenges: first those to this player, then by the time that is left."""

    def urgency(challenge: Challenge) -> tuple[bool, int]:
        waits_for_other = challenge.challenged != player
        return waits_for_other, challenge.expires_at

    return tuple(sorted(challenges, key=urgency))
