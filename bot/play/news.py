"""News: what the end of a game tells beyond its result.

It is about the person who played the bot, or about the winner of two people. A game with hints has
none. It is found when the game ends, and never changes after that.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.score import Result

_WORTH_TELLING = 3  # wins in a row


class Kind(Enum):
    """What there is to tell. A first one is the first against this level of the bot."""

    FIRST_WIN = "first win"
    FIRST_DRAW = "first draw"
    FIRST_WIN_IN_GAME = "first win in game"  # after one in another game
    FIRST_DRAW_IN_GAME = "first draw in game"
    STREAK = "streak"
    HAD_WIN = "had win"  # and lost
    HAD_DRAW = "had draw"


@dataclass(frozen=True)
class News:
    """The news of one game.

    number  how many wins in a row; which of all moves, from 1, let the win or the draw go; with a
            first win at a level, how many of the bot's levels are beaten by then; else 0
    """

    kind: Kind
    number: int = 0

    @property
    def is_of_a_loss(self) -> bool:
        """Whether it tells what the person had before they lost."""
        return self.kind in {Kind.HAD_WIN, Kind.HAD_DRAW}

    @property
    def code(self) -> str:
        """The same as one word or two and a number, such as `streak 3`."""
        return f"{self.kind.value} {self.number}"


def news_of_code(code: str) -> News:
    """The news with this code."""
    kind, _, number = code.rpartition(" ")
    return News(Kind(kind), int(number))


@dataclass(frozen=True)
class Successes:
    """How many games a person has won and drawn against a level, without hints."""

    won: int
    drawn: int


def news_against_bot(
    result: Result, in_game: Successes, in_all: Successes, streak: int
) -> News | None:
    """What a win or a draw against a level is for a person; None if nothing new.

    in_game  their successes in the same game, this one included
    in_all   the same over all games
    streak   their wins in a row, against anyone
    """
    if result is Result.WIN:
        if in_all.won == 1:
            return News(Kind.FIRST_WIN)
        if in_game.won == 1:
            return News(Kind.FIRST_WIN_IN_GAME)
        return news_of_streak(streak)
    if in_all == Successes(won=0, drawn=1):
        return News(Kind.FIRST_DRAW)
    if in_game == Successes(won=0, drawn=1):
        return News(Kind.FIRST_DRAW_IN_GAME)
    return None


def news_of_streak(wins: int) -> News | None:
    """So many wins in a row, if they are worth telling."""
    if wins < _WORTH_TELLING:
        return None
    return News(Kind.STREAK, wins)
