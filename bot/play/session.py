"""Sessions: one game in one channel, from start to end. `actions` holds what may be done in one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property

from bot.messages.tiles import TILES
from bot.play.news import News
from bot.play.seats import NOBODY, Bot, Person, Seat, UserId
from bot.play.settings import DEFAULT_LANGUAGE
from engine.board import GAMES, USUAL, Board, Cell, Mark, Rules

SECONDS_A_DAY = 24 * 3600  # days are counted since 1970, UTC
ABANDONED_AFTER = SECONDS_A_DAY


class Termination(Enum):
    """Why a game ended."""

    LINE = "line"
    NO_LINE = "full board"  # where marks fade, also the third repetition and the last move allowed
    RESIGNATION = "resignation"
    TIME = "time"
    AGREEMENT = "agreement"
    ABANDONED = "abandoned"
    STOPPED = "stopped"

    @property
    def counts(self) -> bool:
        """Whether the game has a result, a win or a draw, that counts."""
        return self not in {Termination.ABANDONED, Termination.STOPPED}


@dataclass(frozen=True)
class Ending:
    """How a game ended.

    winner   None after a draw or without a result
    left_by  who stopped a game of two people by leaving before they had made a move
    """

    termination: Termination
    winner: Mark | None = None
    left_by: Mark | None = None


def ending_of(board: Board) -> Ending | None:
    """How a game ends that reaches this board; None if it goes on."""
    outcome = board.outcome
    if not outcome:
        return None
    if outcome.winner is None:
        return Ending(Termination.NO_LINE)
    return Ending(Termination.LINE, outcome.winner)


@dataclass(frozen=True)
class Tally:
    """The score of a series of rematches: games won by X, won by O, and drawn."""

    x: int = 0
    o: int = 0
    drawn: int = 0

    def after(self, ending: Ending) -> Tally:
        """The tally with one more game. A game without a result changes nothing."""
        if not ending.termination.counts:
            return self
        match ending.winner:
            case Mark.X:
                return replace(self, x=self.x + 1)
            case Mark.O:
                return replace(self, o=self.o + 1)
        return replace(self, drawn=self.drawn + 1)


NO_GAMES = Tally()


@dataclass(frozen=True)
class Session:
    """A game between two seats. Immutable: each action returns another session.

    These stay from its start to its end:

    id          the store's id for it
    guild_id    the server it is played in, or None in direct messages
    channel_id  where it is played
    game        what is played: a name of `engine.board.GAMES`
    seats       who holds each mark
    first       the mark that goes first
    time        seconds a move may take, or None without a clock
    tally       the score of the two before this game
    rematch_of  the session this one is the rematch of
    look        how its boards are drawn: a name of `bot.messages.looks`
    cup_id      the cup it is played in, if it is

    These may change; nothing else is saved (`bot.play.rows`):

    moves       the cells in the order they were played
    ending      how it ended, or None while it is live
    ended_at    when it ended, once that is saved; seconds since 1970, UTC
    message_id  the message that shows its current board, if known
    assisted    whether the bot has given a hint, or moves were taken back
    taken_back  how many moves were taken back
    turn_since  when the current turn began; seconds since 1970, UTC
    offered_by  the mark that offers a draw; the next move ends the offer
    language    the language of its messages: one of Discord's locales. It follows its reader where
                only one person reads it; elsewhere it stays
    news        what its end tells beyond the result, if there is something

    These are no part of it:

    is_late     whether the time for this move was up when the session was read
    must_tell   whether the player whose turn it is has to be told of the move that was just made
    """

    id: int
    guild_id: int | None
    channel_id: int
    game: str
    seats: Mapping[Mark, Seat]
    first: Mark
    moves: tuple[Cell, ...] = ()
    ending: Ending | None = None
    ended_at: int | None = None
    message_id: int | None = None
    assisted: bool = False
    taken_back: int = 0
    time: int | None = None
    turn_since: int = 0
    offered_by: Mark | None = None
    tally: Tally = NO_GAMES
    rematch_of: int | None = None
    language: str = DEFAULT_LANGUAGE
    look: str = TILES
    cup_id: int | None = None
    news: News | None = None
    is_late: bool = field(default=False, compare=False)
    must_tell: bool = field(default=False, compare=False)

    @cached_property
    def board(self) -> Board:
        return self.board_after(len(self.moves))

    @property
    def version(self) -> int:
        """How often its board has changed, by moves and by taking them back.

        It never falls, so the buttons of a board can name their board by it.
        """
        return len(self.moves) + 2 * self.taken_back

    def ply_of(self, version: int) -> int:
        """Where in `moves` a move on this version of its board stands, unless taken back since."""
        return version - 2 * self.taken_back

    def board_after(self, ply: int) -> Board:
        """The board as it stood after the first `ply` moves."""
        return Board.after(self.moves[:ply], first=self.first, rules=self.rules)

    @property
    def rules(self) -> Rules:
        return GAMES[self.game]

    @property
    def link(self) -> str | None:
        """The address of the message that shows its current board, if known."""
        if self.message_id is None:
            return None
        return f"{_address(self.guild_id, self.channel_id)}/{self.message_id}"

    @property
    def nearest_link(self) -> str:
        """The address of the message that shows its board; if not known, that of its channel."""
        return self.link or _address(self.guild_id, self.channel_id)

    @property
    def to_move(self) -> Seat:
        """The seat whose turn it is. Meaningless after the end."""
        return self.seats[self.board.turn]

    @property
    def is_demo(self) -> bool:
        """Whether the bot plays both sides, for people to watch."""
        return all(isinstance(seat, Bot) for seat in self.seats.values())

    @property
    def is_deleted(self) -> bool:
        """Whether it is not kept: in direct messages everyone in it has had their data deleted."""
        people = [seat for seat in self.seats.values() if isinstance(seat, Person)]
        if self.guild_id is not None or not people:
            return False
        return all(seat == NOBODY for seat in people)

    @property
    def of_two_people(self) -> bool:
        """Whether people hold both seats."""
        return all(isinstance(seat, Person) for seat in self.seats.values())

    @property
    def bot(self) -> Bot | None:
        """The bot's seat, in a demo game one of the two; None between people."""
        for seat in self.seats.values():
            if isinstance(seat, Bot):
                return seat
        return None

    @property
    def speaks_to_one_person(self) -> bool:
        """Whether it is a person's game with the bot in direct messages."""
        return self.guild_id is None and not self.is_demo and not self.of_two_people

    @property
    def can_take_back(self) -> bool:
        """Whether there is a pair of moves to take back: a person's last and the bot's reply."""
        if self.is_demo or self.of_two_people or self.ending:
            return False
        return len(self.moves) > 1

    @property
    def may_fade(self) -> bool:
        """Whether its two may replay it as fading: after a draw on 3x3, but no demo or cup game."""
        if self.game != USUAL or self.is_demo or self.cup_id is not None:
            return False
        if self.ending is None or not self.ending.termination.counts:
            return False
        return self.ending.winner is None

    @property
    def deadline(self) -> int | None:
        """When the time to move is up, in seconds since 1970, UTC; None without a clock."""
        if self.time is None:
            return None
        return self.turn_since + self.time

    @property
    def closes_at(self) -> int:
        """When the game is closed without a result if nobody moves; seconds since 1970, UTC.

        That is a day after the time is up.
        """
        return self.turn_since + (self.time or 0) + ABANDONED_AFTER

    def mark_of(self, player: UserId) -> Mark | None:
        """The mark of a person; None if they do not play in it."""
        for mark, seat in self.seats.items():
            if seat == Person(player):
                return mark
        return None

    def at(self, now: int) -> Session:
        """The session as of `now`: late, or abandoned, even if no sweep has recorded that."""
        if self.ending:
            return self
        if now >= self.closes_at:
            return replace(self, ending=Ending(Termination.ABANDONED), offered_by=None)
        if self.deadline is not None and now >= self.deadline:
            return replace(self, is_late=True)
        return self


def _address(guild_id: int | None, channel_id: int) -> str:
    """Where a channel is; in direct messages without a server."""
    server = "@me" if guild_id is None else guild_id
    return f"https://discord.com/channels/{server}/{channel_id}"
