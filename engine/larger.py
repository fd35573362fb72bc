"""Scores of the larger games, from the solver's answers.

Every result is exact. Plies are counted for draws, which fill the board, and for ends within `HORIZON`. A win
or loss beyond it is certain, but its plies are not counted.
"""

from __future__ import annotations

from functools import lru_cache

from engine.board import Board, Mark
from engine.rules import Cell
from engine.score import Result, Score
from engine.solver import Search

HORIZON = 9
"""How many plies ahead a forced win or loss is counted."""


def score_cells(board: Board) -> dict[Cell, Score]:
    """What each free cell is worth for the side that plays it. `plies` includes that move.

    Empty on a finished board. May take most of a second. Raises ValueError for rules the solver does not
    play, and SearchStopped.
    """
    return dict(_scores(board))


def seen_cells(board: Board, depth: int) -> dict[Cell, Score]:
    """The scores as a search of `depth` plies sees them, at most 9: a later end counts as a draw.

    Raises ValueError for a depth beyond the horizon, and what `score_cells` does.
    """
    if depth > HORIZON:
        raise ValueError(f"plies are counted up to {HORIZON}")
    search = Search(board.rules)
    unseen = Score(Result.DRAW, None)
    free = [] if board.outcome else board.free_cells
    return {cell: score_within(search, *_after(board, cell), depth) or unseen for cell in free}


@lru_cache(maxsize=1 << 8)  # showing a board asks more than once
def _scores(board: Board) -> tuple[tuple[Cell, Score], ...]:
    search = Search(board.rules)
    free = () if board.outcome else board.free_cells
    return tuple((cell, _score(search, board, cell)) for cell in free)


def _score(search: Search, board: Board, cell: Cell) -> Score:
    """The score of one cell, first by quick searches that count plies, then by a full one."""
    own, other = _after(board, cell)
    if seen := score_within(search, own, other, HORIZON):
        return seen
    if search.can_win(other, own):
        return Score(Result.LOSS, None)
    if search.must_lose(other, own):
        return Score(Result.WIN, None)
    return Score(Result.DRAW, len(board.free_cells))


def score_within(search: Search, own: int, other: int, depth: int) -> Score | None:
    """The score of the last move, made by the side with `own`, if the end is that near; otherwise None."""
    if any(own & line == line for line in search.grid.lines):
        return Score(Result.WIN, 1)
    danger, hope = search.question(other, own), search.question(own, other)
    for plies in range(2, depth + 1):
        if plies % 2 == 0 and search.attack(*danger, plies // 2):
            return Score(Result.LOSS, plies)
        if plies % 2 == 1 and search.defend(*hope, plies // 2):
            return Score(Result.WIN, plies)
    return None


def _after(board: Board, cell: Cell) -> tuple[int, int]:
    """The bitboards after a move on `cell`: of the side that moved, and of the other."""
    own, other = (board.x, board.o) if board.turn is Mark.X else (board.o, board.x)
    return own | 1 << cell, other
