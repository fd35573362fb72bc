"""Challenges: invitations to a game. Until one is accepted, it holds no seat and blocks nobody."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from bot.messages.texts import Refusal, phrase
from bot.play.seats import FullTerms, UserId
from bot.play.settings import DEFAULT_LANGUAGE

LIFETIME = 5 * 60  # seconds
PAUSE = 5 * 60  # seconds after a challenge in vain, or a game left before making a move
MOST_OPEN = 3  # challenges of one person

# Why a request is refused:
NO_SUCH_CHALLENGE = phrase("**This challenge is gone.** Send a new one: `/ttt start`")
ALREADY_CHALLENGING = phrase(
    "**You'd already challenged <@{player}>.** Until they answer, `/ttt resign` cancels that."
)
ALREADY_WAITING = phrase(
    "**You already had an open game.** Until someone joins, `/ttt resign` cancels it."
)
YOUR_OWN_CHALLENGE = phrase(
    "**That's your own game!** Someone else has to join. `/ttt resign` cancels it."
)
NOT_YOURS_TO_ANSWER = phrase(
    "**Only <@{player}> can answer this.** Did you send it? `/ttt resign` cancels it."
)
NOT_YOURS_TO_CANCEL = phrase(
    "**Only <@{player}> can cancel this.** Is it for you? Then press **Decline**."
)
YOURS_TO_JOIN = phrase("**Only <@{player}> can cancel this.** Want to play? Press **Join**.")
TOO_MANY_CHALLENGES = phrase(
    "**You already had {count} open challenges.** Wait for an answer, or cancel one: `/ttt resign`"
)
THEY_ALREADY_PLAY = phrase("**<@{player}> already had a game here.** Try again when it's over.")
THEY_CHALLENGE_YOU = phrase("**<@{player}> has already challenged you!** Press **Accept** there.")
THEY_TAKE_NO_CHALLENGES = phrase(
    "**<@{player}> isn't taking challenges.** Play me instead: `/ttt start`"
)
CHALLENGED_LATELY = phrase(
    "**Give <@{player}> a break.** You can challenge them again after <t:{at}:f>. ⏳"
)
LEFT_LATELY = phrase(
    "**You left a game before making a move.** You can join another after <t:{at}:f>. ⏳"
)
TIME_FOR_BOT = phrase(
    "**There's no clock when you play me.** Leave out `time`, or name an `opponent`."
)
LEVEL_FOR_PERSON = phrase(
    "**`level` and `depth` are for games with me.** Leave them out, or leave out `opponent`."
)
DEPTH_WITHOUT_MINIMAX = phrase(
    "**`depth` only works with the minimax level.** Choose that level, or leave `depth` out."
)
OPPONENT_FOR_ANYONE = phrase(
    "**An open game is for anyone.** Leave out `opponent`, or leave out `open`."
)
YOURSELF = phrase("**You can't challenge yourself.** Play me instead: `/ttt start`")
ANOTHER_BOT = phrase("**That bot doesn't play, but I do:** `/ttt start`")
NOT_IN_THIS_SERVER = phrase(
    "**They aren't in this server.** Challenge someone who is: `/ttt start`"
)
# NOTE: timeout: Discord's word for keeping a person from writing for some time
IN_A_TIME_OUT = phrase(
    "**<@{player}> is in timeout and can't answer.** Challenge them later, or play me: `/ttt start`"
)
# NOTE: "where they can": in a channel that they can see
CANNOT_SEE_THIS = phrase("**<@{player}> can't see this channel.** Challenge them where they can.")
ONLY_THE_BOT_HERE = phrase(
    "**It's just you and me here.** Challenge friends in a server, or play me: `/ttt start`"
)
ONLY_PRIVATE_ANSWERS = phrase(
    "**Nobody else can see my messages here.** Challenge friends in another server, or play "
    "me: `/ttt start`"
)
OPPONENT_DELETED = phrase(
    "**They've deleted their data, so there's no rematch.** Challenge someone else: `/ttt start`"
)


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
    expires_at  seconds since 1970, UTC; from then on it has lapsed, even if no sweep has recorded
                it yet
    rematch_of  the finished session, if this asks for its rematch
    language    the language of its messages and of its game's: one of Discord's locales
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

    @property
    def lapses_at(self) -> int | None:
        """When it lapses by itself, in seconds since 1970, UTC; None once it is no longer open."""
        if self.state is State.OPEN:
            return self.expires_at
        return None

    def accept(self, player: UserId) -> Challenge:
        self._must_be_for(player)
        return self._become(State.ACCEPTED)

    def join(self, player: UserId) -> Challenge:
        """A challenge to anyone becomes one to the first `player` who joins, and they accept it."""
        if self.state is not State.OPEN:
            raise ChallengeGone(self)
        if player == self.challenger:
            raise Refusal(YOUR_OWN_CHALLENGE)
        if self.challenged is None:
            return replace(self, challenged=player).accept(player)
        return self.accept(player)

    def decline(self, player: UserId) -> Challenge:
        self._must_be_for(player)
        return self._become(State.DECLINED)

    def cancel(self, player: UserId) -> Challenge:
        if player != self.challenger:
            if self.challenged is None:
                raise Refusal(YOURS_TO_JOIN, player=self.challenger)
            raise Refusal(NOT_YOURS_TO_CANCEL, player=self.challenger)
        return self._become(State.CANCELLED)

    def after_deletion(self, player: UserId) -> Challenge:
        """The challenge after `player`, one of its two people, had their data deleted.

        Raises ChallengeGone.
        """
        if player == self.challenger:
            return self._become(State.CANCELLED)
        return self._become(State.DECLINED)

    def whom_to_block(self, player: UserId) -> UserId:
        """The challenger, whom `player` may block at any time."""
        self._must_be_for(player)
        return self.challenger

    def _must_be_for(self, player: UserId) -> None:
        if player != self.challenged:
            raise Refusal(NOT_YOURS_TO_ANSWER, player=self.challenged)

    def _become(self, state: State) -> Challenge:
        if self.state is not State.OPEN:
            raise ChallengeGone(self)
        return replace(self, state=state)


class ChallengeGone(Refusal):
    """The challenge is no longer open. Its words are from its message, which says how it ended."""

    def __init__(self, challenge: Challenge) -> None:
        super().__init__()
        self.challenge = challenge
