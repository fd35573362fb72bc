"""Cups: knock-out tournaments in one channel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import groupby, zip_longest
from random import Random

from bot.messages.texts import Refusal, phrase
from bot.play.seats import NOBODY, UserId
from bot.play.session import Session
from engine.board import Mark

FEWEST = 2  # players
MOST = 16  # players
COMING = 10 * 60  # seconds to come to a game
MOST_DRAWS = 2  # games of a pair without a winner; then a coin is flipped

# Why a request is refused:
NO_CUP_HERE = phrase("**There's no cup here.** Open one in a server channel: `/ttt cup`")
MAY_NOT_OPEN_CUPS = phrase(
    "**You need the Manage Events permission to open a cup.** Ask someone who has it. 🔒"
)
JOINING_IS_OVER = phrase("**Sign-ups are closed.** The first round has started.")
CUP_IS_FULL = phrase("**This cup is full:** {most} people have joined.")
TOO_FEW_PLAYERS = phrase("**A cup needs at least {fewest} players.** Wait until someone joins.")
NOT_YOUR_CUP = phrase("**Only <@{host}> can do that:** they opened this cup.")
HOST_IS_GONE = phrase(
    "**Nobody can do that:** the person who opened this cup has deleted their data."
)
CUP_IS_OVER = phrase("**This cup is over.** Open another: `/ttt cup`")
NOT_IN_THIS_CUP = phrase("**You're not in this cup.** Join the next one!")
NOTHING_TO_PLAY_YET = phrase("**You have no game yet.** I'll tell you when it starts. ⏳")
OUT_OF_THIS_CUP = phrase("**You're out of this cup.** Better luck next time!")


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
    COIN = "coin"  # a coin flip: after MOST_DRAWS, or because neither came
    DELETED = "deleted"  # their opponent has deleted their data


@dataclass(frozen=True)
class Pair:
    """Two players of a cup; one of them goes on. Immutable.

    round       0 for the first round
    place       in its round, from the top; the winners of places 0 and 1 meet at place 0 of the
                next round
    players     the two; the second is None for a bye
    due_at      when both must have come; seconds since 1970, UTC. None while they play
    came        which of the two have come to the next game
    draws       their games without a winner so far
    session_id  their game, once both have come
    winner      who goes on, as the index in `players`; None until it is decided
    way         how the winner was decided
    """

    round: int
    place: int
    players: tuple[UserId, UserId | None]
    due_at: int | None
    came: tuple[bool, bool] = (False, False)
    draws: int = 0
    session_id: int | None = None
    winner: int | None = None
    way: Way | None = None

    @property
    def winners_id(self) -> UserId | None:
        """Who goes on; None until it is decided."""
        if self.winner is None:
            return None
        return self.players[self.winner]

    @property
    def losers_id(self) -> UserId | None:
        """Who is out; None until it is decided, and of a bye."""
        if self.winner is None:
            return None
        return self.players[1 - self.winner]

    def opponent_of(self, player: UserId) -> UserId | None:
        """The other of the two; None if that one has a bye."""
        first, second = self.players
        if player == first:
            return second
        return first

    @property
    def goes_first(self) -> int:
        """Who has X and goes first in the next game, as the index in `players`: they take turns."""
        return self.draws % 2

    @property
    def next_game(self) -> tuple[int, int, int]:
        """Which game of which pair comes next: after a draw it is another one."""
        return (self.round, self.place, self.draws)

    def decided(self, now: int, sessions: Mapping[int, Session], rng: Random) -> Pair:
        """The pair, decided if it can be. `sessions` are those of the cup by id."""
        if self.winner is not None:
            return self

        # One has no opponent, or one who has deleted their data.
        first, second = self.players
        if second is None:
            return self.with_winner(0, Way.BYE)
        if first == second == NOBODY.user_id:
            return self.with_winner(rng.randrange(2), Way.COIN)
        if first == NOBODY.user_id:
            return self.with_winner(1, Way.DELETED)
        if second == NOBODY.user_id:
            return self.with_winner(0, Way.DELETED)

        # They have time to come. After that, one who came alone goes on; otherwise a coin decides.
        if self.session_id is None:
            assert self.due_at is not None, "they do not play yet"
            if now < self.due_at:
                return self
            if any(self.came):
                return self.with_winner(self.came.index(True), Way.ABSENCE)
            return self.with_winner(rng.randrange(2), Way.COIN)

        # They play. A game that is no longer kept has ended without a winner.
        session = sessions.get(self.session_id)
        if session is not None:
            if session.ending is None:
                return self
            if session.ending.winner is Mark.X:
                return self.with_winner(self.goes_first, Way.GAME)
            if session.ending.winner is Mark.O:
                return self.with_winner(1 - self.goes_first, Way.GAME)

        # Without a winner they play again, or flip a coin.
        again = replace(
            self, draws=self.draws + 1, session_id=None, came=(False, False), due_at=now + COMING
        )
        if again.draws == MOST_DRAWS:
            return again.with_winner(rng.randrange(2), Way.COIN)
        return again

    def with_winner(self, winner: int, way: Way) -> Pair:
        """The pair in which `winner`, an index in `players`, goes on."""
        return replace(self, winner=winner, way=way)


@dataclass(frozen=True)
class Cup:
    """A knock-out tournament. Immutable: what people and the clock do returns a cup, or is refused.

    Call `advance` before anything that people do, so that everything due has happened.

    id          the store's id for it
    host        who opened it
    game        what is played: a name of `engine.board.GAMES`
    time        seconds a move may take
    language    the language of its messages, as for a session
    closes_at   when joining ends; seconds since 1970, UTC
    players     who takes part, in the order in which they joined
    pairs       all that have been put together so far, by round and place
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
    def link(self) -> str:
        """The address of the message that shows it, or of its channel if that is not known."""
        channel = f"https://discord.com/channels/{self.guild_id}/{self.channel_id}"
        if self.message_id is None:
            return channel
        return f"{channel}/{self.message_id}"

    @property
    def rounds(self) -> int:
        """How many rounds there are, once the first has begun: each halves the players."""
        return (len(self.players) - 1).bit_length()

    @property
    def champion(self) -> UserId | None:
        """Who won the final; None until it is decided."""
        if self.stage is not Stage.OVER:
            return None
        return self.pairs[-1].winners_id

    @property
    def by_round(self) -> list[tuple[int, list[Pair]]]:
        """The number of each round, and its pairs."""
        rounds = groupby(self.pairs, key=lambda pair: pair.round)
        return [(number, list(pairs)) for number, pairs in rounds]

    @property
    def undecided(self) -> tuple[Pair, ...]:
        """The pairs that still have to play, or are playing."""
        return tuple(pair for pair in self.pairs if pair.winner is None)

    def pair_of(self, player: UserId) -> Pair | None:
        """The undecided pair of a player."""
        for pair in self.undecided:
            if player in pair.players:
                return pair
        return None

    def is_out(self, player: UserId) -> bool:
        """Whether a player has lost a pair."""
        decided = [pair for pair in self.pairs if pair.winner is not None]
        theirs = [pair for pair in decided if player in pair.players]
        return any(pair.winners_id != player for pair in theirs)

    def join(self, player: UserId) -> Cup:
        """`player` joins. Joining twice changes nothing."""
        self._must_be_joining()
        if player in self.players:
            return self
        if len(self.players) == MOST:
            raise Refusal(CUP_IS_FULL, most=MOST)
        return replace(self, players=(*self.players, player))

    def leave(self, player: UserId) -> Cup:
        """`player` leaves, if they had joined."""
        self._must_be_joining()
        others = [other for other in self.players if other != player]
        return replace(self, players=tuple(others))

    def start(self, player: UserId, now: int, rng: Random) -> Cup:
        """The host begins the first round early. Starting twice changes nothing."""
        self._must_be_of(player)
        if self.stage is Stage.RUNNING:
            return self
        if len(self.players) < FEWEST:
            raise Refusal(TOO_FEW_PLAYERS, fewest=FEWEST)
        return self._with_first_round(now, rng)

    def cancel(self, player: UserId) -> Cup:
        """The host ends the cup without a winner; games that are being played go on."""
        self._must_be_of(player)
        decided = [pair for pair in self.pairs if pair.winner is not None]
        return replace(self, stage=Stage.CANCELLED, pairs=tuple(decided))

    def pair_to_play(self, player: UserId) -> Pair:
        """The pair in which `player` is to play now."""
        if player not in self.players:
            raise Refusal(NOT_IN_THIS_CUP)
        self._must_not_be_over()
        pair = self.pair_of(player)
        if pair:
            return pair
        if self.is_out(player):
            raise Refusal(OUT_OF_THIS_CUP)
        raise Refusal(NOTHING_TO_PLAY_YET)

    def come(self, pair: Pair, player: UserId, *, is_other_free: bool) -> Cup:
        """`player` of `pair` comes to their game. Someone who plays elsewhere has not come."""
        first, second = pair.came
        if player == pair.players[0]:
            return self.with_pair(replace(pair, came=(True, second and is_other_free)))
        return self.with_pair(replace(pair, came=(first and is_other_free, True)))

    def begin(self, pair: Pair, session_id: int) -> Cup:
        """Both of `pair` have come, and their game is this session."""
        return self.with_pair(replace(pair, session_id=session_id, due_at=None))

    def with_pair(self, pair: Pair) -> Cup:
        """The cup with this pair in its place."""
        pairs = list(self.pairs)
        for index, old in enumerate(self.pairs):
            if old.round == pair.round and old.place == pair.place:
                pairs[index] = pair
        return replace(self, pairs=tuple(pairs))

    def advance(self, now: int, sessions: Mapping[int, Session], rng: Random) -> Cup:
        """The cup after everything that is due: joining ends, pairs are decided, and winners meet.

        sessions  the sessions of its pairs by id, as they are now; a missing one has ended without
                  a winner
        """
        cup = self
        if cup.stage is Stage.JOINING and now >= cup.closes_at:
            if len(cup.players) < FEWEST:
                return replace(cup, stage=Stage.CANCELLED)
            cup = cup._with_first_round(now, rng)
        while cup.stage is Stage.RUNNING:
            decided = [pair.decided(now, sessions, rng) for pair in cup.pairs]
            after = replace(cup, pairs=tuple(decided)).with_next_pairs(now)
            if after == cup:
                break
            cup = after
        return cup

    def _must_be_joining(self) -> None:
        if self.stage is Stage.RUNNING:
            raise Refusal(JOINING_IS_OVER)
        self._must_not_be_over()

    def _must_be_of(self, player: UserId) -> None:
        if self.host == NOBODY.user_id:
            raise Refusal(HOST_IS_GONE)
        if player != self.host:
            raise Refusal(NOT_YOUR_CUP, host=self.host)
        self._must_not_be_over()

    def _must_not_be_over(self) -> None:
        if self.stage in {Stage.OVER, Stage.CANCELLED}:
            raise Refusal(CUP_IS_OVER)

    def _with_first_round(self, now: int, rng: Random) -> Cup:
        """The cup with pairs by chance. If the players are no power of two, some get byes."""
        players = rng.sample(self.players, len(self.players))
        half = 1 << (self.rounds - 1)
        # A player without an opponent has a bye.
        pairings = list(zip_longest(players[:half], players[half:]))
        rng.shuffle(pairings)
        pairs = [Pair(0, place, pairing, now + COMING) for place, pairing in enumerate(pairings)]
        return replace(self, stage=Stage.RUNNING, pairs=tuple(pairs))

    def with_next_pairs(self, now: int) -> Cup:
        """The cup with a new pair wherever both players are known; over if the final is decided."""
        winners = {(pair.round, pair.place): pair.winners_id for pair in self.pairs}
        pairs = list(self.pairs)
        for pair in self.pairs:
            if pair.place % 2 == 1:
                continue  # it belongs to the one above it
            first = pair.winners_id
            second = winners.get((pair.round, pair.place + 1))
            next_round = pair.round + 1
            next_place = pair.place // 2
            if first is None or second is None:
                continue
            if (next_round, next_place) not in winners:
                pairs.append(Pair(next_round, next_place, (first, second), now + COMING))
        pairs.sort(key=lambda pair: (pair.round, pair.place))
        final = pairs[-1]
        is_over = final.round == self.rounds - 1 and final.winner is not None
        if is_over:
            return replace(self, pairs=tuple(pairs), stage=Stage.OVER)
        return replace(self, pairs=tuple(pairs))
