"""A minimax that shares nothing with the engine, to compare the engine with."""

from functools import cache

from engine.board import Board
from engine.score import Score
from tests.support import referees

_LINES = [[cell - 1 for cell in line] for line in referees.lines(3, 3)]


@cache
def has_won(cells: str, mark: str) -> bool:
    """Whether `mark` has a complete line on a board of nine signs."""
    return any(cells[a] == cells[b] == cells[c] == mark for a, b, c in _LINES)


@cache
def plain_minimax(cells: str, me: str, depth: int = 9) -> int:
    """10 - plies if `me`, the side to move, wins within the depth; its negative if it loses; or 0.

    As tutorials write it.
    """
    you = "XO"[me == "X"]
    if has_won(cells, you):
        return -10
    if depth == 0 or "." not in cells:
        return 0
    values = [
        -plain_minimax(cells[:n] + me + cells[n + 1 :], you, depth - 1)
        for n in range(9)
        if cells[n] == "."
    ]
    best = max(values)
    return best - (best > 0) + (best < 0)


@cache
def plain_scores(board: Board) -> dict[int, int]:
    """What each free cell is worth for the side to move, in the numbers of `plain_minimax`."""
    replies = {
        cell: -plain_minimax(cells_of(board.play(cell)), board.turn.other.value)
        for cell in board.free_cells
    }
    return {cell: reply - (reply > 0) + (reply < 0) for cell, reply in replies.items()}


def as_number(scored: Score) -> int:
    return scored.result.value * (10 - scored.plies)


@cache
def cells_of(board: Board) -> str:
    return "".join(str(board).split())
