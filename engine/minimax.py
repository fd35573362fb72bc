"""The textbook: what every 3x3 board is worth when both sides play perfectly.

Minimax tries every move, then every reply, down to the last board of every game, and lets each
side take what is best for it on the way back. From the empty board that is 549,946 boards, but
only 5,478 of them differ; so each is scored once, when a search first reaches it, and looked up
afterwards.
"""

from __future__ import annotations

from functools import cache

from engine.board import Board, Mark
from engine.rules import TIC_TAC_TOE, Cell
from engine.score import Result, Score


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
