"""The textbook: what each board of nine cells is worth if both sides play perfectly.

Minimax tries every move, then every reply, down to the last board of every game. On the way back
each side takes what is best for it. From the empty board that is 549,946 boards, but only 5,478 of
them differ. So each is scored once, when a search first reaches it, and looked up afterwards.
Misère has the same boards, but there a line counts against the side that completed it.
"""

from functools import cache

from engine.board import TIC_TAC_TOE, Board, Cell, Rules
from engine.score import Result, Score


def score_board(board: Board) -> Score:
    """What `board` is worth for the side to move.

    Raises ValueError for a board that is not 3x3, or on which marks go.
    """
    own, other = board.sides
    return _score(own, other, _worth_of_a_line(board.rules))


def score_cells(board: Board) -> dict[Cell, Score]:
    """What each free cell is worth for the side that plays it. `plies` includes that move.

    Empty on a finished board. Raises ValueError for a board that is not 3x3, or on which marks go.
    """
    own, other = board.sides
    line = _worth_of_a_line(board.rules)
    if board.outcome:
        return {}
    return dict(_score_cells(own, other, line))


def _worth_of_a_line(rules: Rules) -> int:
    """1 if a line wins for the side that completes it, -1 if it loses.

    Raises ValueError for rules that minimax does not solve.
    """
    if rules.mark_limit or (rules.rows, rules.columns, rules.in_a_row) != (3, 3, 3):
        raise ValueError("minimax solves 3x3 boards with three in a row, on which marks stay")
    if rules.misere:
        return -1
    return 1


@cache
def _score(own: int, other: int, line: int) -> Score:
    """Negamax: my score is the best of the scores that my moves leave the other side, reversed.

    Source: Russell and Norvig, Artificial Intelligence: A Modern Approach, on adversarial search.
    """
    # Who moved last may have one.
    if any(other & cells == cells for cells in TIC_TAC_TOE.line_bits):
        return Score(Result(-line), 0)
    free = TIC_TAC_TOE.full & ~(own | other)
    if not free:
        return Score(Result.DRAW, 0)
    return max(score for _, score in _score_cells(own, other, line))


@cache
def _score_cells(own: int, other: int, line: int) -> tuple[tuple[Cell, Score], ...]:
    """The scores of the free cells. Cached: each message that shows a board asks for them."""
    free = TIC_TAC_TOE.full & ~(own | other)
    scores = []
    for cell in TIC_TAC_TOE.cells:
        if free >> cell & 1:
            after = _score(other, own | 1 << cell, line)
            scores.append((cell, _one_ply_earlier(after)))
    return tuple(scores)


@cache
def _one_ply_earlier(after: Score) -> Score:
    """Cached: there are few scores, and each is needed often."""
    return after.one_ply_earlier
