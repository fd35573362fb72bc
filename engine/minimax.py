"""The textbook: what every 3x3 board is worth when both sides play perfectly.

Minimax tries every move, then every reply, down to the last board of every game, and lets each
side take what is best for it on the way back. From the empty board that is 549,946 boards, but
only 5,478 of them differ; so each is scored once, when a search first reaches it, and looked up
afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache, total_ordering

from engine.board import TIC_TAC_TOE, Board, Cell, Mark


class Result(Enum):
    """How a game ends for one side."""

    WIN = 1
    DRAW = 0
    LOSS = -1

    @property
    def reversed(self) -> Result:
        """The same end as the other side sees it."""
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

        A minimax that searches only `depth` plies sees 0 in every end that lies further away, and finds
        all others as they are: the quickest forced end is within its reach, or it is not.
        """
        return self.result.value * (10 - self.plies) if self.plies <= depth else 0

    @property
    def _rank(self) -> tuple[int, int]:
        return self.result.value, -self.result.value * self.plies


def score(board: Board) -> Score:
    """What `board` is worth for the side to move.

    Raises ValueError for a board that is not 3x3.
    """
    return _score(*_bitboards(board))


def score_cells(board: Board) -> dict[Cell, Score]:
    """What each free cell is worth for the side that plays it, that move counted in `plies`.

    Empty on a finished board. Raises ValueError for a board that is not 3x3.
    """
    own, other = _bitboards(board)
    if board.outcome:
        return {}
    return {cell: _one_ply_earlier(_score(other, own | 1 << cell)) for cell in board.free_cells}


def _bitboards(board: Board) -> tuple[int, int]:
    """The cells of the side to move, and of the other side: which of them is X does not matter."""
    if board.rules != TIC_TAC_TOE:
        raise ValueError("minimax solves 3x3 boards with three in a row")
    return (board.x, board.o) if board.turn is Mark.X else (board.o, board.x)


@cache
def _score(own: int, other: int) -> Score:
    """Negamax: my best score is the best of what my moves leave the other side, turned round.

    Source: Russell and Norvig, Artificial Intelligence: A Modern Approach, on adversarial search.
    """
    if any(other & line == line for line in TIC_TAC_TOE.line_bits):  # only the last to move can have won
        return Score(Result.LOSS, 0)
    free = TIC_TAC_TOE.full & ~(own | other)
    if not free:
        return Score(Result.DRAW, 0)
    return max(
        _one_ply_earlier(_score(other, own | 1 << cell)) for cell in TIC_TAC_TOE.cells if free >> cell & 1
    )


@cache
def _one_ply_earlier(after: Score) -> Score:
    """A score as the side that has just moved sees it, its move counted."""
    return Score(after.result.reversed, after.plies + 1)
