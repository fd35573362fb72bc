"""Scores: what a board or move is worth, as the result under perfect play and how soon it comes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property, total_ordering

_NOT_COUNTED = 1000  # plies, more than any game has


class Result(Enum):
    """How a game ends for one side."""

    WIN = 1
    DRAW = 0
    LOSS = -1

    @property
    def reversed(self) -> Result:
        """The result for the other side."""
        return Result(-self.value)


@total_ordering
@dataclass(frozen=True)
class Score:
    """What a board, or a move, is worth for the side to move under perfect play.

    result   how the game ends
    plies    moves of both sides until then; 0 on a finished board. None if they were not counted:
             for a win or a loss beyond the horizon of the search, or for a game that goes on for
             ever

    Scores are ordered: a quick win is best, then a slow win, a draw, a slow loss, a quick loss. A
    result without plies counts as the slowest.
    """

    result: Result
    plies: int | None

    def __lt__(self, other: Score) -> bool:
        return self._rank < other._rank

    @property
    def moves(self) -> int | None:
        """How many moves the side that gets this score makes until the end, as people count them.

        None for a draw, and where the plies were not counted.
        """
        if self.result is Result.DRAW or self.plies is None:
            return None
        return (self.plies + 1) // 2

    def number(self) -> int:
        """The score as tutorials write it: 10 - plies for a win, minus that for a loss, else 0."""
        if self.plies is None:
            return 0
        return self.result.value * (10 - self.plies)

    def seen_to(self, depth: int) -> Score:
        """The score as a search of `depth` plies sees it: a later end looks like a draw."""
        if self.plies is None or self.plies > depth:
            return Score(Result.DRAW, None)
        return self

    @property
    def one_ply_earlier(self) -> Score:
        """The score for the side that has just moved, including its move."""
        result = self.result.reversed
        if self.plies is None:
            return Score(result, None)
        return Score(result, self.plies + 1)

    @cached_property
    def _rank(self) -> tuple[int, int]:
        plies = self.plies
        if plies is None:
            plies = _NOT_COUNTED
        value = self.result.value
        return value, -value * plies  # a win is better the sooner it comes, a loss the later
