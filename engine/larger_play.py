"""How `perfect` plays the larger games: one cell that keeps the value, found without scoring all of them.

It takes the quickest win within the horizon. If every cell loses, it takes the one that lasts longest, or the
first that lasts beyond the horizon. Otherwise it tries the cells in an order and takes the first that keeps
the value: first traps, which threaten nothing yet but after which many answers lose to a fork, then the cells
with the most potential of both sides.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.board import Board
from engine.larger import HORIZON, Choice, choices, loses, score_within, wins
from engine.questions import Question, defended
from engine.rules import Cell
from engine.score import Result, Score
from engine.solver import Search


@lru_cache(maxsize=1 << 8)  # an analysis asks for the same board again
def strongest_cells(board: Board) -> tuple[Cell, ...]:
    """Cells that keep what the board is worth; none on a finished board.

    Several only if they win equally fast. Raises ValueError for rules the solver does not support.
    """
    if board.outcome:
        return ()
    search = Search(board.rules)
    asked, open_to_us = search.question(*board.sides), choices(search, board)
    may_win = search.opening(asked) in {None, Result.WIN}
    if may_win and (quickest := _quickest_wins(search, asked, open_to_us)):
        return quickest
    in_order = _promising(search, asked, open_to_us)
    if may_win and search.can_win(asked):
        return _first(choice for choice in in_order if wins(search, choice))
    holding = _first(choice for choice in in_order if not loses(search, choice))
    return holding or _longest(search, in_order)


def _quickest_wins(search: Search, asked: Question, open_to_us: list[Choice]) -> tuple[Cell, ...]:
    """The cells that force a line soonest; none if no cell does within the horizon."""
    for plies in range(1, HORIZON + 1, 2):
        if search.attack(*asked, plies // 2 + 1):
            scores = {choice.spot.cell: score_within(search, choice, plies) for choice in open_to_us}
            return tuple(cell for cell, score in scores.items() if score == Score(Result.WIN, plies))
    return ()


def _longest(search: Search, losing: list[Choice]) -> tuple[Cell, ...]:
    """Of cells that all lose, the first that loses beyond the horizon, or else one that lasts longest."""
    scores: dict[Cell, Score] = {}
    for choice in losing:
        seen = score_within(search, choice, HORIZON)
        if not seen:
            return (choice.spot.cell,)
        scores[choice.spot.cell] = seen
    return (max(scores, key=scores.__getitem__),)


def _promising(search: Search, asked: Question, open_to_us: list[Choice]) -> list[Choice]:
    """The choices in the order in which to try them."""
    grid = search.grid
    mine = grid.potential(grid.every & ~asked.defender[0], asked.attacker)
    both = grid.side_by_side(mine, grid.potential(grid.every & ~asked.attacker[0], asked.defender))
    return sorted(
        open_to_us,
        key=lambda choice: (
            _losing_answers(search, choice.hope),
            (both & choice.spot.weights).bit_count(),
        ),
        reverse=True,
    )


def _losing_answers(search: Search, hope: Question) -> int:
    """How many answers to a move that is no threat would allow a fork."""
    if search.attack(*hope, 1) or not search.attack(*hope, 2):
        return 0
    answers = [spot for spot in search.grid.spots if hope.free & spot.bit]
    return sum(search.attack(*defended(hope, spot), 2) for spot in answers)


def _first(kept: Iterable[Choice]) -> tuple[Cell, ...]:
    return next(((choice.spot.cell,) for choice in kept), ())
