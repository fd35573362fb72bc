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
from engine.solver import Attack, Search, Spot

_DEEPEST = 9  # plies that the deepest of the tutorials' players sees

HORIZON = 7
"""How many plies ahead a forced win or loss is counted. Two more take up to ten times as long."""


class Choice(NamedTuple):
    """A cell the side to move may play, and what follows.

    completes     whether it completes a line
    own_attack    the attack of the side that has played the cell; the other side is to move
    other_attack  the attack of the other side
    """

    spot: Spot
    completes: bool
    own_attack: Attack
    other_attack: Attack


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
    search = Search(board.rules)
    scores = {}
    for choice in choices(search, board):
        seen = score_within(search, choice, depth)
        scores[choice.spot.cell] = seen or Score(Result.DRAW, None)
    return scores


def choices(search: Search, board: Board) -> list[Choice]:
    """The choices of the side to move, in reading order; none on a finished board."""
    if board.outcome:
        return []
    own, other = board.sides
    own_attack = search.attack_of(own, other)
    other_attack = search.attack_of(other, own)
    threats = search.grid.threats(own_attack.attacker, own_attack.defender)
    playable = []
    for spot in search.grid.spots:
        if own_attack.free & spot.bit:
            completes = bool(threats & spot.through)
            own_after = own_attack.with_attacker(spot)
            other_after = other_attack.with_defender(spot)
            playable.append(Choice(spot, completes, own_after, other_after))
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
            if search.can_win_within(choice.other_attack, moves):
                return Score(Result.LOSS, plies)
        elif search.must_lose_within(choice.own_attack, moves):
            return Score(Result.WIN, plies)
    return None


@lru_cache(maxsize=1 << 8)  # showing a board asks more than once
def _scores(board: Board) -> tuple[tuple[Cell, Score], ...]:
    """The scores of all choices."""
    search = Search(board.rules)
    own, other = board.sides
    opening = search.opening(search.attack_of(own, other))
    scored = [(choice, _score(search, choice, opening)) for choice in choices(search, board)]
    return tuple((choice.spot.cell, score) for choice, score in scored)


def _score(search: Search, choice: Choice, opening: Result | None) -> Score:
    """The score of a choice, first by short searches, which count plies, then by full ones.

    opening   the result of the board before the choice, if it is in the file
    """
    if search.opening(choice.other_attack) is not Result.DRAW:
        seen = score_within(search, choice, HORIZON)
        if seen:
            return seen
    if opening is Result.LOSS or search.can_win(choice.other_attack):
        return Score(Result.LOSS, None)
    # A drawn board has no winning choice.
    if opening is not Result.DRAW and search.must_lose(choice.other_attack, choice.own_attack):
        return Score(Result.WIN, None)
    free_cells = choice.other_attack.free.bit_count()
    return Score(Result.DRAW, free_cells + 1)


@lru_cache(maxsize=1 << 8)  # an analysis asks for the same board again
def strongest_cells(board: Board) -> tuple[Cell, ...]:
    """Cells that keep what the board is worth; none on a finished board.

    Several only if they win equally fast. Raises ValueError for rules the solver does not support.
    """
    if board.outcome:
        return ()
    search = Search(board.rules)
    own, other = board.sides
    attack = search.attack_of(own, other)
    possible = choices(search, board)
    may_win = search.opening(attack) in {None, Result.WIN}
    if may_win:
        quickest = _quickest_wins(search, attack, possible)
        if quickest:
            return quickest
    in_order = _promising(search, attack, possible)
    if may_win and search.can_win(attack):
        return (_first_win(search, in_order),)
    for choice in in_order:
        if not search.can_win(choice.other_attack):
            return (choice.spot.cell,)
    return (_slowest_loss(search, in_order),)


def _quickest_wins(search: Search, attack: Attack, possible: list[Choice]) -> tuple[Cell, ...]:
    """All cells that win with the fewest plies, if that is within the horizon."""
    for plies in range(1, HORIZON + 1, 2):
        moves = plies // 2 + 1
        if search.can_win_within(attack, moves):
            win = Score(Result.WIN, plies)
            winning = [each for each in possible if score_within(search, each, plies) == win]
            return tuple(choice.spot.cell for choice in winning)
    return ()


def _first_win(search: Search, in_order: list[Choice]) -> Cell:
    for choice in in_order:
        if search.must_lose(choice.other_attack, choice.own_attack):
            return choice.spot.cell
    raise AssertionError("a board that is won has a cell that wins")


def _slowest_loss(search: Search, in_order: list[Choice]) -> Cell:
    """The cell that loses last: the first beyond the horizon, otherwise by its plies."""
    losses: dict[Cell, Score] = {}
    for choice in in_order:
        loss = score_within(search, choice, HORIZON)
        if not loss:
            return choice.spot.cell
        losses[choice.spot.cell] = loss
    return max(losses, key=losses.__getitem__)


def _promising(search: Search, attack: Attack, possible: list[Choice]) -> list[Choice]:
    """The choices in the order in which to try them.

    Traps come first: moves that are no threat, by how many of their answers would allow a fork.
    Then the potential of both sides counts.
    """
    grid = search.grid
    own = grid.potential(attack.attacker, attack.defender)
    other = grid.potential(attack.defender, attack.attacker)
    both = grid.side_by_side(own, other)

    def promise(choice: Choice) -> tuple[int, int]:
        """How many answers lose to a fork, then the potential."""
        losing_answers = _losing_answers(search, choice.own_attack)
        potential = (both & choice.spot.weights).bit_count()
        return losing_answers, potential

    return sorted(possible, key=promise, reverse=True)


def _losing_answers(search: Search, own_attack: Attack) -> int:
    """How many answers to a move would allow a fork, if the move is no threat itself."""
    if search.can_win_within(own_attack, 1) or not search.can_win_within(own_attack, 2):
        return 0
    answers = [spot for spot in search.grid.spots if own_attack.free & spot.bit]
    return sum(search.can_win_within(own_attack.with_defender(spot), 2) for spot in answers)
