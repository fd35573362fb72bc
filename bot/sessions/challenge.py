"""Challenges: invitations to a game. Until one is accepted, it holds no seat and blocks nobody."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from bot.sessions.seats import FullTerms, UserId
from bot.sessions.settings import DEFAULT_LANGUAGE
from bot.texts import Refusal, say

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

    Immutable: what people do with it returns another challenge, or is refused.

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

    def accept(self, player: UserId) -> Challenge:
        """Raises NotYoursToAnswer or ChallengeGone."""
        self._must_be_for(player)
        return self._become(State.ACCEPTED)

    def join(self, player: UserId) -> Challenge:
        """A challenge to anyone becomes one to the first `player` who joins, and they accept it.

        Raises ChallengeGone, YourOwnChallenge or NotYoursToAnswer.
        """
        if self.state is not State.OPEN:
            raise ChallengeGone(self)
        if player == self.challenger:
            raise YourOwnChallenge
        return replace(self, challenged=self.challenged or player).accept(player)

    def decline(self, player: UserId) -> Challenge:
        """Raises NotYoursToAnswer or ChallengeGone."""
        self._must_be_for(player)
        return self._become(State.DECLINED)

    def cancel(self, player: UserId) -> Challenge:
        """Raises NotYoursToCancel or ChallengeGone."""
        if player != self.challenger:
            raise NotYoursToCancel(self)
        return self._become(State.CANCELLED)

    def withdraw(self, player: UserId) -> Challenge:
        """The challenge after `player`, one of its two people, had their data deleted.

        Raises ChallengeGone.
        """
        return self._become(State.CANCELLED if player == self.challenger else State.DECLINED)

    def whom_to_block(self, player: UserId) -> UserId:
        """The challenger, whom `player` may block, even if it is over. Raises NotYoursToAnswer."""
        self._must_be_for(player)
        return self.challenger

    def _must_be_for(self, player: UserId) -> None:
        if player != self.challenged:
            raise NotYoursToAnswer(self)

    def _become(self, state: State) -> Challenge:
        if self.state is not State.OPEN:
            raise ChallengeGone(self)
        return replace(self, state=state)


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


class NoSuchChallenge(Refusal):
    """The challenge of a button does not exist in this channel."""

    says = say("**This challenge is gone.** Send a new one: `/ttt start`")


@dataclass(eq=False)
class ChallengeRefusal(Refusal):
    """The state of `challenge` does not allow the request."""

    challenge: Challenge


class AlreadyChallenging(ChallengeRefusal):
    """The person already has an open challenge in this channel."""

    says = say("**You're still waiting for <@{player}>.** `/ttt resign` takes that challenge back.")

    def __post_init__(self) -> None:
        self.player = self.challenge.challenged
        if self.player is None:
            self.says = say("**You're still waiting for someone to join.** `/ttt resign` takes that back.")


class YourOwnChallenge(Refusal):
    """The person wants to join the game that they opened themselves."""

    says = say("**That's your own game!** Someone else has to join. **Cancel** takes it back.")


class NotYoursToAnswer(ChallengeRefusal):
    """Only the challenged person may accept or decline."""

    says = say("**Only <@{player}> can answer this.** Did you send it? **Cancel** takes it back.")

    def __post_init__(self) -> None:
        self.player = self.challenge.challenged


class NotYoursToCancel(ChallengeRefusal):
    """Only the challenger may cancel."""

    says = say("**Only <@{player}> can cancel this.** Is it for you? Then press **Decline**.")

    def __post_init__(self) -> None:
        self.player = self.challenge.challenger
        if self.challenge.challenged is None:
            self.says = say("**Only <@{player}> can cancel this.** Want to play? Press **Join**.")


class ChallengeGone(ChallengeRefusal):
    """The challenge is no longer open. Its words are those of its message, which says how it ended."""


class TooManyChallenges(Refusal):
    """The person already has as many open challenges as allowed."""

    says = say(
        "**You already have {count} open challenges.** Wait for an answer, or press **Cancel** on one."
    )
    count = MOST_OPEN


@dataclass(eq=False)
class OpponentRefusal(Refusal):
    """The request cannot be met because of the other person, `player`."""

    player: UserId


class TheyAlreadyPlay(OpponentRefusal):
    """The other person already has a game in this channel."""

    says = say("**<@{player}> has a game here.** Try again when it's over.")


class TheyChallengeYou(OpponentRefusal):
    """The other person has already challenged this one."""

    says = say("**<@{player}> has already challenged you!** Press **Accept** there.")


class TheyTakeNoChallenges(OpponentRefusal):
    """The other person has turned challenges off or blocked this person. Nobody is told which."""

    says = say("**<@{player}> isn't taking challenges.** Play me instead: `/ttt start`")


@dataclass(eq=False)
class ChallengedLately(OpponentRefusal):
    """The other person did not accept a recent challenge. The next one is allowed from `at` on.

    at  seconds since 1970, UTC
    """

    at: int
    says = say("**Give <@{player}> a break.** You can challenge them again <t:{at}:R>. ⏳")


@dataclass(eq=False)
class LeftLately(Refusal):
    """The person left open games before making a move. They may join one again from `at` on.

    at  seconds since 1970, UTC
    """

    at: int
    says = say("**You left a game before making a move.** You can join one again <t:{at}:R>. ⏳")


class Yourself(Refusal):
    """The person wants to challenge themselves."""

    says = say("**You can't challenge yourself.** Play me instead: `/ttt start`")


class AnotherBot(Refusal):
    """The person wants to challenge another bot."""

    says = say("**That bot doesn't play, but I do:** `/ttt start`")


class NotInThisServer(Refusal):
    """The person wants to challenge someone who is not a member of this server."""

    says = say("**They aren't in this server.** Challenge someone who is: `/ttt start`")


class OnlyTheBotHere(Refusal):
    """Nobody else sees the bot's direct messages."""

    says = say("**It's just you and me here.** Challenge friends in a server, or play me: `/ttt start`")


class OnlyPrivateAnswers(Refusal):
    """The app may only answer privately here, so nobody would see a challenge."""

    says = say(
        "**Nobody else can see my messages here.** Challenge friends in another server, or "
        "play me: `/ttt start`"
    )


class OpponentDeleted(Refusal):
    """The opponent of the rematch has deleted their data."""

    says = say("**They've deleted their data, so there's no rematch.** Challenge someone else: `/ttt start`")
