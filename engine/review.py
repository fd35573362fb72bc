"""How good the moves of a game were: each is compared with its alternatives."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from engine.analysis import Reasons, why_best
from engine.board import TIC_TAC_TOE, Board, Cell, Mark, Rules
from engine.exact_scores import best_cells, score_cells
from engine.score import Score


class Grade(Enum):
    """How good a move is."""

    BEST = "best"  # nothing is better
    FINE = "fine"  # it keeps the result, but wins more slowly, or loses more quickly
    MISTAKE = "mistake"  # it turns a win into a draw, or a win or a draw into a loss


@dataclass(frozen=True)
class GradedMove:
    """A move, and what it changed.

    board    the board it was made on
    before   what the best cell there was worth, for the side to move
    after    what this cell was worth
    best     the cells worth as much as `before`, in reading order
    held     the cells that lead to the same result as the best, sooner or later
    reasons  why the cell is best; if it is not, why the first of `best` is
    """

    board: Board
    cell: Cell
    grade: Grade
    before: Score
    after: Score
    best: tuple[Cell, ...]
    held: tuple[Cell, ...]
    reasons: Reasons


@lru_cache(maxsize=1 << 12)  # each page of a review asks for every move of its game
def grade(board: Board, cell: Cell) -> GradedMove:
    """How good it is to play `cell`.

    Raises IllegalMove if it may not be played, and ValueError for rules that are not in
    `engine.board.GAMES`.
    """
    board.play(cell)  # to raise what that raises
    cells = score_cells(board)
    before = max(cells.values())
    after = cells[cell]
    best = best_cells(board)
    held = tuple(other for other in cells if cells[other].result is before.result)
    if cell in best:
        grade = Grade.BEST
        reasons = why_best(board, cell)
    else:
        grade = Grade.MISTAKE
        if cell in held:
            grade = Grade.FINE
        reasons = why_best(board, best[0])
    return GradedMove(board, cell, grade, before, after, best, held, reasons)


def review(
    moves: Iterable[Cell], *, first: Mark = Mark.X, rules: Rules = TIC_TAC_TOE
) -> tuple[GradedMove, ...]:
    """Grade every move of a game, played from the empty board; `first` goes first.

    Raises IllegalMove at the first illegal move.
    """
    graded = []
    board = Board(turn=first, rules=rules)
    for cell in moves:
        graded.append(grade(board, cell))
        board = board.play(cell)
    return tuple(graded)
