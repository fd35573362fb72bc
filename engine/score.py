"""What a position or a move is worth: the result under perfect play, and how soon it comes."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import total_ordering


class Result(Enum):
    """How a game ends for one side."""

    WIN = 1
    DRAW = 0
    LOSS = -1

    @property
    def reversed(self) -> Result:
        """The same result as the other side sees it."""
        return Result(-self.value)


@total_ordering
@dataclass(frozen=True)
class Score:
    """What a board, or a move, is worth for the side to move under perfect play.

    result   how the game ends
    plies    moves until then, both sides counted; 0 on a finished board

    Scores are ordered: a quick win is best, then a slow one, a draw, a slow loss, a quick loss.
    """

    result: Result
    plies: int

    def __lt__(self, other: Score) -> bool:
        return self._rank < other._rank

    def number(self, depth: int = 9) -> int:
        """The score as tutorials write it: 10 - plies for a win, its negative for a loss, 0 for a draw.

        A search limited to `depth` plies scores everything beyond its horizon 0; within it, scores are exact.
        """
        return self.result.value * (10 - self.plies) if self.plies <= depth else 0

    @property
    def _rank(self) -> tuple[int, int]:
        return self.result.value, -self.result.value * self.plies
