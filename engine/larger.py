"""Scores of the larger games, from the solver's answers.

Every result is exact. Plies are counted for draws, which fill the board, and for ends within `HORIZON`. A win
or loss beyond it is certain, but its plies are not counted.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.board import Board
from engine.grid import Spot
from engine.questions import Question, attacked, defended
from engine.rules import Cell
from engine.score import Result, Score
from engine.solver import Search

_DEEPEST = 9  # plies that the deepest of the tutorials' players sees

HORIZON = 7
"""How many plies ahead a forced win or loss is counted. Two more would take up to ten times as long."""


class Choice(NamedTuple):
    """A cell the side to move may play, and the questions about the board after it.

    completes   whether it completes a line
    hope        can the side that played it force a line? The other side is to move
    fear        can the other side force one?
    """

    spot: Spot
    completes: bool
    hope: Question
    fear: Question


def score_cells(board: Board) -> dict[Cell, Score]:
    """What each free cell is worth for the side that plays it. `plies` includes that move.

    Empty on a finished board. This can take a quarter of a second. Raises ValueError for rules the solver
    does not support.
    """
    return dict(_scores(board))


def seen_cells(board: Board, depth: int) -> dict[Cell, Score]:
    """The scores as a search of `depth` plies sees them, at most 9: a later end counts as a draw.

    Raises ValueError for a larger depth, and what `score_cells` raises.
    """
    if depth > _DEEPEST:
        raise ValueError(f"no search sees more than {_DEEPEST} plies")
    search, unseen = Search(board.rules), Score(Result.DRAW, None)
    return {
        choice.spot.cell: score_within(search, choice, depth) or unseen for choice in choices(search, board)
    }


def choices(search: Search, board: Board) -> list[Choice]:
    """The choices of the side to move, in reading order; none on a finished board."""
    if board.outcome:
        return []
    own, other = board.sides
    hope, fear = search.question(own, other), search.question(other, own)
    threes = hope.attacker[2] & ~hope.defender[0]
    return [
        Choice(spot, bool(threes & spot.through), attacked(hope, spot), defended(fear, spot))
        for spot in search.grid.spots
        if hope.free & spot.bit
    ]


def score_within(search: Search, choice: Choice, depth: int) -> Score | None:
    """The score of a choice if the end is at most `depth` plies away."""
    if choice.completes:
        return Score(Result.WIN, 1)
    for plies in range(2, depth + 1):
        if plies % 2 == 0 and search.attack(*choice.fear, plies // 2):
            return Score(Result.LOSS, plies)
        if plies % 2 == 1 and search.defend(*choice.hope, plies // 2):
            return Score(Result.WIN, plies)
    return None


def loses(search: Search, choice: Choice) -> bool:
    """Whether the other side can force a line after the choice, however late."""
    return search.can_win(choice.fear)


def wins(search: Search, choice: Choice) -> bool:
    """Whether the side that made the choice can force a line after it, however late."""
    return search.must_lose(choice.fear, choice.hope)


@lru_cache(maxsize=1 << 8)  # showing a board asks more than once
def _scores(board: Board) -> tuple[tuple[Cell, Score], ...]:
    search = Search(board.rules)
    known = search.opening(search.question(*board.sides))
    return tuple((choice.spot.cell, _score(search, choice, known)) for choice in choices(search, board))


def _score(search: Search, choice: Choice, known: Result | None) -> Score:
    """The score of a choice, first by short searches, which count plies, then by a full one.

    known  the result of the board before it, if it is known: a drawn board has no winning choice
    """
    is_known_draw = search.opening(choice.fear) is Result.DRAW
    if not is_known_draw and (seen := score_within(search, choice, HORIZON)):
        return seen
    if known is Result.LOSS or loses(search, choice):
        return Score(Result.LOSS, None)
    if known is not Result.DRAW and wins(search, choice):
        return Score(Result.WIN, None)
    return Score(Result.DRAW, choice.fear.free.bit_count() + 1)
