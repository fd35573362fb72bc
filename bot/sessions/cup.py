"""Cups: knock-out tournaments in one channel. `cup_actions` holds what may be done in one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.sessions.refusals import Refusal
from bot.sessions.seats import NOBODY, UserId
from bot.texts import say

FEWEST, MOST = 2, 16  # players
COMING = 10 * 60  # seconds to come to a game
DRAWS = 2  # after so many games without a winner a coin is flipped


class Stage(Enum):
    """How far a cup has come."""

    JOINING = "joining"
    RUNNING = "running"
    OVER = "over"
    CANCELLED = "cancelled"


class Way(Enum):
    """How it was decided who goes on."""

    GAME = "game"  # they won a game
    BYE = "bye"  # they had no opponent in the first round
    ABSENCE = "absence"  # their opponent did not come
    COIN = "coin"  # a coin flip: after DRAWS, or because neither came
    DELETED = "deleted"  # their opponent has deleted their data


@dataclass(frozen=True)
class Pair:
    """Two players of a cup; one of them goes on. Immutable.

    round       0 for the first round
    place       in its round, from the top; the winners of places 0 and 1 meet at place 0 of the next round
    players     the second is None for a bye
    due_at      when both must have come; seconds since 1970, UTC. None while they play
    came        which of them have come to the next game
    drawn       their games without a winner so far
    session_id  their game, once both have come
    winner      who goes on, as the index in `players`; None until it is decided
    way         how that was decided
    """

    round: int
    place: int
    players: tuple[UserId, UserId | None]
    due_at: int | None
    came: tuple[bool, bool] = (False, False)
    drawn: int = 0
    session_id: int | None = None
    winner: int | None = None
    way: Way | None = None

    @property
    def winners_id(self) -> UserId | None:
        """Who goes on; None until it is decided."""
        return None if self.winner is None else self.players[self.winner]

    @property
    def goes_first(self) -> int:
        """Who has X and goes first in the next game, as the index in `players`: they take turns."""
        return self.drawn % 2


@dataclass(frozen=True)
class Cup:
    """A knock-out tournament. Immutable: each action returns another cup.

    id          the store's id for it
    host        who opened it
    game        what is played: a name of `engine.games.GAMES`
    time        seconds a move may take
    language    of its messages, as for a session
    closes_at   when joining ends; seconds since 1970, UTC
    players     in the order in which they joined
    pairs       all that are drawn so far, by round and place
    message_id  the message that shows it, if known
    may_write   whether the bot may post in the channel without an interaction
    """

    id: int
    guild_id: int
    channel_id: int
    host: UserId
    game: str
    time: int
    language: str
    closes_at: int
    stage: Stage = Stage.JOINING
    players: tuple[UserId, ...] = ()
    pairs: tuple[Pair, ...] = ()
    message_id: int | None = None
    may_write: bool = False

    @property
    def rounds(self) -> int:
        """How many rounds there are, once the first is drawn: each halves the players."""
        return (len(self.players) - 1).bit_length()

    @property
    def champion(self) -> UserId | None:
        """Who won the final; None until it is decided."""
        return self.pairs[-1].winners_id if self.stage is Stage.OVER else None

    @property
    def undecided(self) -> tuple[Pair, ...]:
        """The pairs that still have to play, or are playing."""
        return tuple(pair for pair in self.pairs if pair.winner is None)

    def pair_of(self, player: UserId) -> Pair | None:
        """The undecided pair of a player."""
        return next((pair for pair in self.undecided if player in pair.players), None)


class NoCupHere(Refusal):
    """The cup of a button does not exist in this channel, or cups are not played here at all."""

    says = say("**There's no cup here.** Open one in a server's channel: `/ttt cup`")


class MayNotOpenCups(Refusal):
    """The person may not manage events, so they cannot open a cup."""

    says = say("**You need the Manage Events permission to open a cup.** Ask someone who has it. 🔒")


class CupRefusal(Refusal):
    """The state of `cup` does not allow the request."""

    def __init__(self, cup: Cup) -> None:
        super().__init__(f"cup {cup.id}, {cup.stage.value}")
        self.cup = cup


class JoiningIsOver(CupRefusal):
    """The first round is drawn: nobody can join or leave any more."""

    says = say("**Joining is over.** The first round is drawn.")


class CupIsFull(CupRefusal):
    """As many people as possible have joined."""

    says = say("**This cup is full:** {most} people have joined.")
    most = MOST


class TooFewPlayers(CupRefusal):
    """A cup cannot start with so few players."""

    says = say("**It takes at least {fewest} players.** Wait until someone joins.")
    fewest = FEWEST


class NotYourCup(CupRefusal):
    """Only its host starts a cup early or cancels it."""

    says = say("**Only <@{host}> can do that:** they opened this cup.")

    def __init__(self, cup: Cup) -> None:
        super().__init__(cup)
        self.host = cup.host
        if self.host == NOBODY.user_id:
            self.says = say("**Nobody can do that:** the person who opened this cup has deleted their data.")


class CupIsOver(CupRefusal):
    """The cup has been won or cancelled."""

    says = say("**This cup is over.** Open another: `/ttt cup`")


class NotInThisCup(CupRefusal):
    """The person has not joined."""

    says = say("**You're not in this cup.** Join the next one!")


class NothingToPlayYet(CupRefusal):
    """The first round is not drawn, or the next opponent is still playing."""

    says = say("**You have no game yet.** I'll say when it's your turn. ⏳")


class OutOfThisCup(CupRefusal):
    """The person has lost."""

    says = say("**You're out of this cup.** Better luck next time!")
