"""Sessions: one game in one channel, from its start to its end. What the rules turn down is in `refusals`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random

from bot.sessions.endings import NO_GAMES, Ending, Tally, Termination, ending_of
from bot.sessions.refusals import (
    BoardMovedOn,
    DrawAlreadyOffered,
    HintAgainstPerson,
    NoClock,
    NoDrawWithBot,
    NotYourGame,
    NotYourTurn,
    SessionOver,
    TimeNotUp,
    YourOwnTime,
)
from bot.sessions.seats import Bot, Person, Seat, UserId
from bot.sessions.thoughts import NO_THOUGHTS, Thoughts
from engine.board import Board, Mark
from engine.games import GAMES
from engine.policy import draw
from engine.rules import Cell, Rules

ABANDONED_AFTER = 24 * 3600  # seconds
DEMO_GAME_CLOSES_AFTER = 10 * 60  # seconds without a move
MOST_DEMO_GAMES = 3  # live ones in a channel


@dataclass(frozen=True)
class Session:
    """A game between two seats. Immutable: each action returns a new session.

    id          the store's id for it
    guild_id    the server it is played in, or None in direct messages
    channel_id  where it is played
    game        what is played: a name of `engine.games.GAMES`
    seats       who holds each mark
    first       the mark that goes first
    moves       the cells in the order they were played
    ending      how it ended, or None while it is live
    message_id  the message that shows its current board, if known
    assisted    whether the bot has given a hint
    time        seconds a move may take, or None without a clock
    turn_since  when the current turn began; seconds since 1970, UTC
    offered_by  the mark that offers a draw; the next move ends the offer
    tally       the score of the two before this game
    rematch_of  the session this one is the rematch of
    version     which writing of its row it was read from, for the store to notice a later one
    """

    id: int
    guild_id: int | None
    channel_id: int
    game: str
    seats: Mapping[Mark, Seat]
    first: Mark
    moves: tuple[Cell, ...] = ()
    ending: Ending | None = None
    message_id: int | None = None
    assisted: bool = False
    time: int | None = None
    turn_since: int = 0
    offered_by: Mark | None = None
    tally: Tally = NO_GAMES
    rematch_of: int | None = None
    version: int = field(default=0, compare=False)

    @cached_property
    def board(self) -> Board:
        return self.board_after(len(self.moves))

    def board_after(self, ply: int) -> Board:
        """The board as it stood after the first `ply` moves."""
        return Board.after(self.moves[:ply], first=self.first, rules=self.rules)

    @property
    def rules(self) -> Rules:
        return GAMES[self.game]

    @property
    def to_move(self) -> Seat:
        """The seat whose turn it is. Meaningless after the end."""
        return self.seats[self.board.turn]

    @property
    def is_demo(self) -> bool:
        """Whether the bot plays both sides, for people to watch."""
        return all(isinstance(seat, Bot) for seat in self.seats.values())

    @property
    def of_two_people(self) -> bool:
        """Whether people hold both seats."""
        return all(isinstance(seat, Person) for seat in self.seats.values())

    @property
    def deadline(self) -> int | None:
        """When the time of the side to move is up, in seconds since 1970, UTC; None without a clock."""
        return None if self.time is None else self.turn_since + self.time

    @property
    def closes_at(self) -> int:
        """When the game is closed without a result if nobody moves; seconds since 1970, UTC.

        That is a day after the time is up, and for a demo game DEMO_GAME_CLOSES_AFTER its last move.
        """
        if self.is_demo:
            return self.turn_since + DEMO_GAME_CLOSES_AFTER
        return self.turn_since + (self.time or 0) + ABANDONED_AFTER

    def at(self, now: int) -> Session:
        """The session as of `now`: abandoned, if `closes_at` has passed, even if no sweep has recorded it."""
        if not self.ending and now >= self.closes_at:
            return replace(self, ending=Ending(Termination.ABANDONED), offered_by=None)
        return self

    def mark_of(self, player: UserId) -> Mark:
        """The mark of `player`. Raises NotYourGame if they have no seat."""
        for mark, seat in self.seats.items():
            if seat == Person(player):
                return mark
        raise NotYourGame(self)

    def play(self, player: UserId, cell: Cell, rng: Random, thoughts: Thoughts = NO_THOUGHTS) -> Session:
        """`player` plays `cell`; then the bot answers, if it is its turn.

        Raises NotYourGame, SessionOver, NotYourTurn, engine.board.IllegalMove or NotThought.
        """
        mark = self._mark_in_play(player)
        if mark is not self.board.turn:
            raise NotYourTurn(self)
        return self._with_move(cell).with_answer(rng, thoughts)

    def press(
        self, player: UserId, ply: int, cell: Cell, rng: Random, thoughts: Thoughts = NO_THOUGHTS
    ) -> Session:
        """Like `play`, for a person who saw the board after `ply` moves.

        A second press for a move that was made changes nothing. Raises BoardMovedOn if the current board is
        another one, and everything that `play` raises.
        """
        mark = self.mark_of(player)
        if self._was_played(mark, ply, cell):
            return self
        if not self.ending and ply != len(self.moves):
            raise BoardMovedOn(self)
        return self.play(player, cell, rng, thoughts)

    def with_answer(self, rng: Random, thoughts: Thoughts = NO_THOUGHTS) -> Session:
        """The session after the bot's move if it is the bot's turn; otherwise unchanged.

        Raises NotThought.
        """
        if self.ending or not isinstance(self.to_move, Bot):
            return self
        return self._with_move(draw(thoughts.policy(self.to_move, self.board), rng))

    def next_move(self, ply: int | None, rng: Random, thoughts: Thoughts = NO_THOUGHTS) -> Session:
        """Play the next move of a demo game, for a person who saw it after `ply` moves.

        If they saw an earlier board, nothing changes: their move has already been made. Raises NotYourGame if
        people play, or NotThought.
        """
        if not self.is_demo:
            raise NotYourGame(self)
        return self.with_answer(rng, thoughts) if ply == len(self.moves) else self

    def with_hint(self, player: UserId) -> Session:
        """The session after `player` got a hint.

        Raises NotYourGame, SessionOver or HintAgainstPerson.
        """
        mark = self.mark_of(player)
        if isinstance(self.seats[mark.other], Person):
            raise HintAgainstPerson(self)
        if self.ending:
            raise SessionOver(self)
        return replace(self, assisted=True)

    def resign(self, player: UserId) -> Session:
        """`player` resigns, on either side's turn. Raises NotYourGame or SessionOver.

        Someone who has not moved yet has nothing to lose: the game ends without a result.
        """
        if not self.loses_by_resigning(player):
            return self.stop()
        return replace(self, ending=Ending(Termination.RESIGNATION, self.mark_of(player).other))

    def loses_by_resigning(self, player: UserId) -> bool:
        """Whether the game would count as a loss for `player`. Raises NotYourGame or SessionOver."""
        return len(self.moves) > (0 if self._mark_in_play(player) is self.first else 1)

    def claim(self, player: UserId, now: int) -> Session:
        """`player` wins because the opponent's time is up.

        Raises NotYourGame, SessionOver, NoClock, YourOwnTime or TimeNotUp.
        """
        mark = self._mark_in_play(player)
        if self.deadline is None:
            raise NoClock(self)
        if mark is self.board.turn:
            raise YourOwnTime(self)
        if now < self.deadline:
            raise TimeNotUp(self)
        return replace(self, ending=Ending(Termination.TIME, mark))

    def draw(self, player: UserId, ply: int | None = None) -> Session:
        """`player` offers a draw, or accepts one, on the board after `ply` moves.

        Raises NotYourGame, SessionOver, NoDrawWithBot, DrawAlreadyOffered or BoardMovedOn.
        """
        mark = self._mark_in_play(player)
        if isinstance(self.seats[mark.other], Bot):
            raise NoDrawWithBot(self)
        if ply is not None and ply != len(self.moves):
            raise BoardMovedOn(self)
        if self.offered_by is mark:
            raise DrawAlreadyOffered(self)
        if self.offered_by is mark.other:
            return replace(self, ending=Ending(Termination.AGREEMENT), offered_by=None)
        return replace(self, offered_by=mark)

    def stop(self) -> Session:
        """End the session without a result. Raises SessionOver."""
        if self.ending:
            raise SessionOver(self)
        return replace(self, ending=Ending(Termination.STOPPED))

    def _mark_in_play(self, player: UserId) -> Mark:
        mark = self.mark_of(player)
        if self.ending:
            raise SessionOver(self)
        return mark

    def _with_move(self, cell: Cell) -> Session:
        ending = ending_of(self.board.play(cell))
        return replace(self, moves=(*self.moves, cell), ending=ending, offered_by=None)

    def _was_played(self, mark: Mark, ply: int, cell: Cell) -> bool:
        """Whether `mark` played `cell` on the board after `ply` moves."""
        mover = self.first if ply % 2 == 0 else self.first.other
        return mover is mark and self.moves[ply : ply + 1] == (cell,)
