"""Scores and the strongest moves of the larger games, from the solver's answers.

Every result is exact. Plies are counted for draws, which fill the board, and for ends within
`HORIZON`. A win or loss beyond it is certain, but its plies are not counted.

`perfect` plays one cell that keeps the value, found without scoring all of them
(`strongest_cells`). It takes the quickest win within the horizon. If every cell loses, it takes the
one that lasts longest, or the first that lasts beyond the horizon. Otherwise it tries the cells in
an order and takes the first that keeps the value: first traps, which threaten nothing yet but after
which many answers lose to a fork, then the cells with the most potential of both sides.
"""

from functools import lru_cache
from typing import NamedTuple

from engine.board import Board, Cell
from engine.score import Result, Score
from engine.solver import Question, Search, Spot

_DEEPEST = 9  # plies that the deepest of the tutorials' players sees

HORIZON = 7
"""How many plies ahead a forced win or loss is counted. Two more take up to ten times as long."""


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

    Empty on a finished board. This can take a quarter of a second. Raises ValueError for rules the
    solver does not support.
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
        choice.spot.cell: score_within(search, choice, depth) or unseen
        for choice in choices(search, board)
    }


def choices(search: Search, board: Board) -> list[Choice]:
    """The choices of the side to move, in reading order; none on a finished board."""
    if board.outcome:
        return []
    own, other = board.sides
    hope, fear = search.question(own, other), search.question(other, own)
    threes = hope.attacker[2] & ~hope.defender[0]
    return [
        Choice(spot, bool(threes & spot.through), hope.attacked(spot), fear.defended(spot))
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


@lru_cache(maxsize=1 << 8)  # showing a board asks more than once
def _scores(board: Board) -> tuple[tuple[Cell, Score], ...]:
    """The scores of all choices, first by short searches, which count plies, then by full ones."""
    search, scores = Search(board.rules), list[tuple[Cell, Score]]()
    known = search.opening(search.question(*board.sides))  # a drawn board has no winning choice
    for choice in choices(search, board):
        is_known_draw = search.opening(choice.fear) is Result.DRAW
        if not is_known_draw and (seen := score_within(search, choice, HORIZON)):
            score = seen
        elif known is Result.LOSS or search.can_win(choice.fear):
            score = Score(Result.LOSS, None)
        elif known is not Result.DRAW and search.must_lose(choice.fear, choice.hope):
            score = Score(Result.WIN, None)
        else:
            score = Score(Result.DRAW, choice.fear.free.bit_count() + 1)
        scores.append((choice.spot.cell, score))
    return tuple(scores)


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
    for plies in range(1, HORIZON + 1, 2) if may_win else ():
        if search.attack(*asked, plies // 2 + 1):
            scores = {
                choice.spot.cell: score_within(search, choice, plies) for choice in open_to_us
            }
            return tuple(
                cell for cell, score in scores.items() if score == Score(Result.WIN, plies)
            )
    in_order = _promising(search, asked, open_to_us)
    if may_win and search.can_win(asked):
        winning = (
            choice.spot.cell for choice in in_order if search.must_lose(choice.fear, choice.hope)
        )
        return (next(winning),)
    for choice in in_order:
        if not search.can_win(choice.fear):
            return (choice.spot.cell,)
    losses: dict[Cell, Score] = {}
    for choice in in_order:
        loss = score_within(search, choice, HORIZON)
        if not loss:
            return (choice.spot.cell,)
        losses[choice.spot.cell] = loss
    return (max(losses, key=losses.__getitem__),)


def _promising(search: Search, asked: Question, open_to_us: list[Choice]) -> list[Choice]:
    """The choices in the order in which to try them.

    Traps come first: moves that are no threat, by how many of their answers would allow a fork.
    Then the potential of both sides counts.
    """
    grid, promises = search.grid, list[tuple[int, int]]()
    mine = grid.potential(grid.every & ~asked.defender[0], asked.attacker)
    both = grid.side_by_side(mine, grid.potential(grid.every & ~asked.attacker[0], asked.defender))
    for choice in open_to_us:
        hope, losing_answers = choice.hope, 0
        if not search.attack(*hope, 1) and search.attack(*hope, 2):
            answers = [spot for spot in grid.spots if hope.free & spot.bit]
            losing_answers = sum(search.attack(*hope.defended(spot), 2) for spot in answers)
        promises.append((losing_answers, (both & choice.spot.weights).bit_count()))
    order = sorted(range(len(open_to_us)), key=promises.__getitem__, reverse=True)
    return [open_to_us[n] for n in order]
