"""What a fault may come from: guesses, made from what the program does, never from its text."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from engine.board import Board, Cell
from engine.check.boards import Fault
from engine.check.moves import GIVES_AWAY, KINDS, SLOWER
from engine.minimax import score_cells

EMPTY_LINE = (
    "it takes an empty line for three in a row: the three are equal there, too, but no marks."
)
IN_PLACE = (
    "it puts its marks into the board that it was given. Copy the rows, too: copy.deepcopy(board)."
)
LAST_IMPROVEMENT = (
    "the last improvement wins. When you keep a better move, keep its value as well, so that the "
    "next move has to beat that."
)
ONE_PLY = (
    "it looks one move ahead: it takes a win, but does not see the answer. What a move is worth is "
    "what the other side makes of it."
)
NO_DEPTH = (
    "a win now and a win later are worth the same to it. Let a value shrink with each move, as in "
    "lesson 1."
)

_LOOK_AT_LINES = ("winner", "terminal", "utility")
_NEARLY_ALL = 0.9
_STARTS = (-2, -1, 0)  # what people begin to compare with: less than a loss, a loss, a draw
_BLOCKS = 2 / 3  # of its chances; who looks two moves ahead takes all


def guess(
    fault: Fault,
    wrong: Collection[Board],
    played: Mapping[Board, Sequence[Cell]],
    orders: Mapping[Board, Sequence[Cell]],
) -> str:
    """What a fault may come from; empty if nothing speaks for a cause.

    wrong   all boards with the same fault
    played  the cells that were played on each board; none where it was no move
    orders  the order in which the file goes through the cells of a board
    """
    if fault.changes:
        return IN_PLACE
    if fault.what == SLOWER:
        return NO_DEPTH
    if fault.what in KINDS and any(
        _keeps_the_last(start, wrong, played, orders) for start in _STARTS
    ):
        return LAST_IMPROVEMENT
    if fault.what == GIVES_AWAY and _looks_one_ply_ahead(played):
        return ONE_PLY
    if fault.what in _LOOK_AT_LINES and all(map(_has_empty_line, wrong)):
        return EMPTY_LINE
    return ""


def _has_empty_line(board: Board) -> bool:
    return any(not line & (board.x | board.o) for line in board.rules.line_bits)


def _looks_one_ply_ahead(played: Mapping[Board, Sequence[Cell]]) -> bool:
    """Whether it takes every win at once, but misses many blocks."""
    blocked = 0
    chances_to_block = 0
    for board, cells in played.items():
        wins = set(board.threats(board.turn).values())
        blocks = set(board.threats(board.turn.other).values())
        if wins and not wins.issuperset(cells):
            return False
        if not wins and len(blocks) == 1:
            chances_to_block += 1
            if blocks.issuperset(cells):
                blocked += 1
    return blocked < _BLOCKS * chances_to_block


def _keeps_the_last(
    start: int,
    wrong: Collection[Board],
    played: Mapping[Board, Sequence[Cell]],
    orders: Mapping[Board, Sequence[Cell]],
) -> bool:
    """Whether it plays as if each cell that is worth more than `start` improved on the one before.

    start  the value that it first compares with: 1 is a win, 0 a draw, -1 a loss

    It must do so on each wrong board, and on nearly all on which the same side is to move.
    """
    for board in wrong:
        if not _is_last_improvement(start, board, played[board], orders[board]):
            return False
    turns = {board.turn for board in wrong}  # it may be wrong for one side only
    boards = 0
    explained = 0
    for board, cells in played.items():
        if board.turn not in turns:
            continue
        boards += 1
        if _is_last_improvement(start, board, cells, orders[board]):
            explained += 1
    return explained >= _NEARLY_ALL * boards


def _is_last_improvement(
    start: int, board: Board, played: Sequence[Cell], order: Sequence[Cell]
) -> bool:
    """Whether it plays the last cell in `order` that is worth more than `start`.

    If none is, it plays no move, or the first cell, if it began with that one.
    """
    scores = score_cells(board)
    better = [cell for cell in order if scores[cell].result.value > start]
    if better:
        return list(played) == [better[-1]]
    first_cell = list(order[:1])  # none if its `actions` lists none
    return not played or list(played) == first_cell
