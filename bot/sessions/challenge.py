"""Challenges: invitations to a game. Until one is accepted, it holds no seat and blocks nobody."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from bot.sessions.seats import FullTerms, UserId
from bot.sessions.settings import DEFAULT_LANGUAGE

LIFETIME = 5 * 60  # seconds
MOST_REOPENED = 3  # times that an open game is open again after someone has left it
PAUSES = (
    60,
    5 * 60,
    30 * 60,
    24 * 3600,
)  # seconds after one, two, three and more challenges in vain, or open games left
MOST_OPEN = 3  # challenges of one person


class State(Enum):
    """The state of a challenge."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    LAPSED = "lapsed"


@dataclass(frozen=True)
class Challenge:
    """One person's invitation to another, or to anyone.

    Immutable: each of `challenge_actions` returns another challenge.

    id          the store's id for it
    challenged  None while anyone may join
    terms       the challenger's, completed by the server's settings
    expires_at  seconds since 1970, UTC; from then on it has lapsed, even if no sweep has recorded it yet
    rematch_of  the finished session, if this asks for its rematch
    language    of its messages and of its game's: one of Discord's locales
    """

    id: int
    channel_id: int
    challenger: UserId
    challenged: UserId | None
    terms: FullTerms
    expires_at: int
    state: State = State.OPEN
    rematch_of: int | None = None
    language: str = DEFAULT_LANGUAGE

    def at(self, now: int) -> Challenge:
        """The challenge as of `now`: lapsed, if it expired without an answer."""
        if self.state is State.OPEN and now >= self.expires_at:
            return replace(self, state=State.LAPSED)
        return self


@dataclass(frozen=True)
class Pause:
    """The wait before one person may challenge another again, or join an open game again. Immutable.

    in_vain  how many challenges in a row were not accepted, or open games left before making a move
    until    when the wait is over; seconds since 1970, UTC
    """

    in_vain: int = 0
    until: int = 0

    def after_one_more(self, closed_at: int) -> Pause:
        """The pause after one more, counted from the time at which that challenge or game is closed."""
        return replace(self, in_vain=self.in_vain + 1).counted_from(closed_at)

    def counted_from(self, closed_at: int) -> Pause:
        """The same pause, counted from the time at which the challenge was closed."""
        return replace(self, until=closed_at + PAUSES[min(self.in_vain, len(PAUSES)) - 1])
