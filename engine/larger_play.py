"""How `perfect` plays the larger games: one cell that keeps the value, found without scoring all of them.

It takes the quickest win within the horizon. If every cell loses, it takes the one that lasts longest.
Otherwise it tries the cells in an order and takes the first that keeps the value: first traps, which threaten
nothing yet but after which many answers lose to a fork, then the cells with the most potential of both sides.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.board import Board, Mark
from engine.larger import HORIZON, score_within
from engine.rules import Cell
from engine.score import Result, Score
from engine.solver import Search


def strongest_cells(board: Board) -> tuple[Cell, ...]:
    """Cells that keep what the board is worth; none on a finished board.

    Several only if they win equally fast. Raises ValueError for rules the solver does not play, and
    SearchStopped.
    """
    if board.outcome:
        return ()
    search = Search(board.rules)
    own, other = (board.x, board.o) if board.turn is Mark.X else (board.o, board.x)
    if quickest := _quickest_wins(search, board.free_cells, own, other):
        return quickest
    cells = _promising(search, board.free_cells, own, other)
    if search.can_win(own, other):
        return _first(cell for cell in cells if search.must_lose(other, own | 1 << cell))
    holding = _first(cell for cell in cells if not search.can_win(other, own | 1 << cell))
    return holding or _longest_resistance(search, cells, own, other)


def _quickest_wins(search: Search, cells: Iterable[Cell], own: int, other: int) -> tuple[Cell, ...]:
    """The cells that force a line soonest; none if no cell does within the horizon."""
    asked = search.question(own, other)
    for plies in range(1, HORIZON + 1, 2):
        if search.attack(*asked, plies // 2 + 1):
            wanted = Score(Result.WIN, plies)
            return tuple(
                cell for cell in cells if score_within(search, own | 1 << cell, other, plies) == wanted
            )
    return ()


def _longest_resistance(search: Search, cells: list[Cell], own: int, other: int) -> tuple[Cell, ...]:
    """Of cells that all lose, one that loses beyond the horizon, or as late as any other."""
    beyond = Score(Result.LOSS, None)
    scores = {cell: score_within(search, own | 1 << cell, other, HORIZON) or beyond for cell in cells}
    return (max(cells, key=scores.__getitem__),)


def _promising(search: Search, cells: Iterable[Cell], own: int, other: int) -> list[Cell]:
    """The cells in the order in which to try them."""
    grid, asked = search.grid, search.question(own, other)
    mine = grid.potential(grid.every & ~asked.defender[0], asked.attacker)
    theirs = grid.potential(grid.every & ~asked.attacker[0], asked.defender)
    both = grid.side_by_side(mine, theirs)
    potential = {spot.cell: (both & spot.weights).bit_count() for spot in grid.spots}
    traps = {cell: _losing_answers(search, cells, own | 1 << cell, other) for cell in cells}
    return sorted(cells, key=lambda cell: (traps[cell], potential[cell]), reverse=True)


def _losing_answers(search: Search, cells: Iterable[Cell], own: int, other: int) -> int:
    """How many answers to the last move, made by `own` and not a threat, would allow a fork."""
    unanswered = search.question(own, other)
    if search.attack(*unanswered, 1) or not search.attack(*unanswered, 2):
        return 0
    answers = [1 << cell for cell in cells if unanswered.free >> cell & 1]
    return sum(search.attack(*search.question(own, other | answer), 2) for answer in answers)


def _first(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    return next(((cell,) for cell in cells), ())
