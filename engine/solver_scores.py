"""Scores and the strongest moves of the larger games, from what the solver finds.

Every result is exact. Plies are counted for draws, which fill the board, and for ends within
`HORIZON`. A win or loss beyond it is certain, but its plies are not counted.

`perfect` plays a cell that keeps the result, found without scoring all of them
(`strongest_cells`). It takes a quickest win within the horizon. If every cell loses, it takes the
one that lasts longest, or the first that lasts beyond the horizon. Otherwise it tries the cells in
an order and takes the first that keeps the result: first traps, which threaten nothing yet but
after which many replies lose to a fork, then the cells with the most potential of both sides.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.board import Board, Cell
from engine.score import Result, Score
from engine.solver import Attack, Search, Spot

_DEEPEST = 9  # plies that the deepest of the tutorials' players sees

HORIZON = 7
"""How many plies ahead a forced win or loss is counted. Two more take up to ten times as long."""


class Sides(NamedTuple):
    """A position, as the attack of the side to move and that of the other side."""

    mover: Attack
    other: Attack

    def after(self, spot: Spot) -> Sides:
        """The position after a mark of the side to move on this spot: then the other is to move."""
        return Sides(self.other.with_defender(spot), self.mover.with_attacker(spot))


class Choice(NamedTuple):
    """A cell the side to move may play, whether it completes a line, and the position after it."""

    spot: Spot
    completes: bool
    after: Sides


def score_cells(board: Board) -> dict[Cell, Score]:
    """What each free cell is worth for the side that plays it. `plies` includes that move.

    Empty on a finished board. This can take a quarter of a second. Raises ValueError for rules the
    solver does not support.
    """
    return dict(_scores(board))


def scores_seen_to(board: Board, depth: int) -> dict[Cell, Score]:
    """The scores as a search of `depth` plies sees them, at most 9: a later end counts as a draw.

    Raises ValueError for a larger depth, and what `score_cells` raises.
    """
    if depth > _DEEPEST:
        raise ValueError(f"no search sees more than {_DEEPEST} plies")
    if board.outcome:
        return {}
    search = Search(board.rules)
    scores = {}
    for choice in choices(search, sides_of(search, board)):
        seen = score_within(search, choice, depth)
        scores[choice.spot.cell] = seen or Score(Result.DRAW, None)
    return scores


def sides_of(search: Search, board: Board) -> Sides:
    """The position on a board."""
    own, other = board.sides
    return Sides(search.attack_of(own, other), search.attack_of(other, own))


def choices(search: Search, sides: Sides) -> list[Choice]:
    """The choices of the side to move, in reading order."""
    mover = sides.mover
    threats = search.grid.threats(mover.attacker, mover.defender)
    playable = []
    for spot in search.grid.spots:
        if mover.free & spot.bit:
            completes = bool(threats & spot.through)
            playable.append(Choice(spot, completes, sides.after(spot)))
    return playable


def score_within(search: Search, choice: Choice, depth: int) -> Score | None:
    """The score of a choice if the end is at most `depth` plies away."""
    if choice.completes:
        return Score(Result.WIN, 1)
    for plies in range(2, depth + 1):
        # The choice is the first ply. After it, the side that makes the last ply makes half of all
        # plies, rounded down.
        moves = plies // 2
        other_moves_last = plies % 2 == 0
        if other_moves_last:
            if search.can_win_within(choice.after.mover, moves):
                return Score(Result.LOSS, plies)
        elif search.must_lose_within(choice.after.other, moves):
            return Score(Result.WIN, plies)
    return None


@lru_cache(maxsize=1 << 8)  # showing a board asks more than once
def _scores(board: Board) -> tuple[tuple[Cell, Score], ...]:
    """The scores of all choices."""
    if board.outcome:
        return ()
    search = Search(board.rules)
    sides = sides_of(search, board)
    opening = search.opening(sides.mover)
    scored = [(choice, _score(search, choice, opening)) for choice in choices(search, sides)]
    return tuple((choice.spot.cell, score) for choice, score in scored)


def _score(search: Search, choice: Choice, opening: Result | None) -> Score:
    """The score of a choice, first by short searches, which count plies, then by full ones.

    opening   the result of the board before the choice, if it is in the file
    """
    after = choice.after
    if search.opening(after.mover) is not Result.DRAW:
        seen = score_within(search, choice, HORIZON)
        if seen:
            return seen
    if opening is Result.LOSS or search.can_win(after.mover):
        return Score(Result.LOSS, None)
    # A drawn board has no winning choice.
    if opening is not Result.DRAW and search.must_lose(after.mover, after.other):
        return Score(Result.WIN, None)
    free_cells = after.mover.free.bit_count()
    return Score(Result.DRAW, free_cells + 1)


@lru_cache(maxsize=1 << 8)  # an analysis asks for the same board again
def strongest_cells(board: Board) -> tuple[Cell, ...]:
    """Cells that keep what the board is worth; none on a finished board.

    Several only if they win equally fast. Raises ValueError for rules the solver does not support.
    """
    if board.outcome:
        return ()
    search = Search(board.rules)
    sides = sides_of(search, board)
    possible = choices(search, sides)
    may_win = search.opening(sides.mover) in {None, Result.WIN}

    # A win within the horizon: all cells that win with the fewest plies.
    if may_win:
        for plies in range(1, HORIZON + 1, 2):
            if search.can_win_within(sides.mover, moves=plies // 2 + 1):
                win = Score(Result.WIN, plies)
                winning = [each for each in possible if score_within(search, each, plies) == win]
                return tuple(choice.spot.cell for choice in winning)

    # A later win: the first cell that wins at all.
    in_order = _promising(search, sides.mover, possible)
    if may_win and search.can_win(sides.mover):
        for choice in in_order:
            if search.must_lose(choice.after.mover, choice.after.other):
                return (choice.spot.cell,)
        raise AssertionError("a board that is won has a cell that wins")

    # A draw: the first cell that does not lose.
    for choice in in_order:
        if not search.can_win(choice.after.mover):
            return (choice.spot.cell,)

    # A loss: the first cell that lasts beyond the horizon, otherwise the one that lasts longest.
    losses: dict[Cell, Score] = {}
    for choice in in_order:
        loss = score_within(search, choice, HORIZON)
        if not loss:
            return (choice.spot.cell,)
        losses[choice.spot.cell] = loss
    return (max(losses, key=losses.__getitem__),)


def _promising(search: Search, attack: Attack, possible: list[Choice]) -> list[Choice]:
    """The choices in the order in which to try them.

    Traps come first: moves that are no threat, by how many of their replies would allow a fork.
    Then the potential of both sides counts.
    """
    grid = search.grid
    own = grid.potential(attack.attacker, attack.defender)
    other = grid.potential(attack.defender, attack.attacker)
    both = grid.side_by_side(own, other)

    def promise(choice: Choice) -> tuple[int, int]:
        """How many replies lose to a fork, then the potential."""
        losing_replies = _losing_replies(search, choice.after)
        potential = (both & choice.spot.weights).bit_count()
        return losing_replies, potential

    return sorted(possible, key=promise, reverse=True)


def _losing_replies(search: Search, after: Sides) -> int:
    """How many replies to a move would allow a fork, if the move is no threat itself."""
    moved = after.other
    if search.can_win_within(moved, 1) or not search.can_win_within(moved, 2):
        return 0
    replies = [spot for spot in search.grid.spots if moved.free & spot.bit]
    return sum(search.can_win_within(moved.with_defender(spot), 2) for spot in replies)
