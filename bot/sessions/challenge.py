"""An invitation to a game: it holds no seat, and blocks nobody until it is accepted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from bot.sessions.refusals import ChallengeGone, NotYoursToAnswer, NotYoursToCancel
from bot.sessions.seats import FullTerms, UserId

LIFETIME = 5 * 60  # seconds
PAUSES = (60, 5 * 60, 30 * 60, 24 * 3600)  # seconds after one, two, three and more challenges in vain
MOST_OPEN = 3  # challenges of one person


class State(Enum):
    """What has become of a challenge."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"
    LAPSED = "lapsed"


@dataclass(frozen=True)
class Challenge:
    """One person's invitation to another. Immutable: an answer gives the next challenge.

    id          the store's number for it
    terms       as the challenger asked for them, and as the server has it where they did not say
    expires_at  seconds since 1970, UTC; from then on it has lapsed, whether anybody noticed or not
    rematch_of  the session they have finished, where it asks for its rematch
    """

    id: int
    channel_id: int
    challenger: UserId
    challenged: UserId
    terms: FullTerms
    expires_at: int
    state: State = State.OPEN
    rematch_of: int | None = None

    def at(self, now: int) -> Challenge:
        """The challenge as it stands at a time: lapsed, if nobody had answered by then."""
        if self.state is State.OPEN and now >= self.expires_at:
            return replace(self, state=State.LAPSED)
        return self

    def accept(self, player: UserId) -> Challenge:
        """Raises NotYoursToAnswer or ChallengeGone."""
        return self._answered(player, State.ACCEPTED)

    def decline(self, player: UserId) -> Challenge:
        """Raises NotYoursToAnswer or ChallengeGone."""
        return self._answered(player, State.DECLINED)

    def cancel(self, player: UserId) -> Challenge:
        """Raises NotYoursToCancel or ChallengeGone."""
        if player != self.challenger:
            raise NotYoursToCancel(self)
        return self._become(State.CANCELLED)

    def whom_to_block(self, player: UserId) -> UserId:
        """Whom `player` blocks at this challenge, open or not: the challenger. Raises NotYoursToAnswer."""
        if player != self.challenged:
            raise NotYoursToAnswer(self)
        return self.challenger

    def _answered(self, player: UserId, state: State) -> Challenge:
        if player != self.challenged:
            raise NotYoursToAnswer(self)
        return self._become(state)

    def _become(self, state: State) -> Challenge:
        if self.state is not State.OPEN:
            raise ChallengeGone(self)
        return replace(self, state=state)


@dataclass(frozen=True)
class Pause:
    """How long one person has to wait before they may challenge another again. Immutable.

    in_vain  how many challenges in a row were not accepted
    until    when the wait is over; seconds since 1970, UTC
    """

    in_vain: int = 0
    until: int = 0

    def after_challenge(self, challenge: Challenge) -> Pause:
        """The pause once they have challenged: it counts from when the challenge lapses."""
        return replace(self, in_vain=self.in_vain + 1).counted_from(challenge.expires_at)

    def counted_from(self, closed_at: int) -> Pause:
        """The pause if the last challenge was closed at that time: declined, cancelled or lapsed."""
        return replace(self, until=closed_at + PAUSES[min(self.in_vain, len(PAUSES)) - 1])
