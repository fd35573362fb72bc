"""What a fault may come from: guesses, made from what the program does, never from its text."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from engine.board import Board, Cell
from engine.check.boards import Fault, Form
from engine.check.moves import GIVES_AWAY, KINDS, NO_MOVE, SLOWER
from engine.minimax import score_cells
from engine.score import Result

EMPTY_LINE = (
    "it takes an empty line for three in a row: three free cells are equal, too. Test that they "
    "hold a mark."
)
IN_PLACE = (
    "it puts its marks into the board that it was given. Copy the rows, too: copy.deepcopy(board)."
)
FROM_0 = "it counts from 0. Add 1."
LAST_IMPROVEMENT = (
    "it remembers its best move so far, but not what that is worth, so that a worse move can take "
    "its place. Remember both."
)
ONE_PLY = (
    "it looks one move ahead: it takes a win, but does not see the answer. What a move is worth is "
    "what the other side makes of it."
)
NO_DEPTH = (
    "a win now and a win later are worth the same to it. Let a value shrink with each move, as in "
    "lesson 1."
)
REVERSED_DEPTH = (
    "it prefers the later win, or the sooner loss: is the sign of the depth reversed? See lesson 1."
)

_LOOK_AT_LINES = ("winner", "terminal", "utility")
_STARTS = (-2, -1, 0)  # what people begin to compare with: less than a loss, a loss, a draw

# Of the boards. A file with one fault does what this makes it do on all of them. But one that mixes
# up `max` and `min` may play as if it looked one move ahead on 0.86 of them.
_NEARLY_ALL = 0.95


@dataclass(frozen=True)
class Moved:
    """How it has moved on a board.

    order     the order in which the file goes through the free cells
    returned  what it has returned, each time that it was asked
    played    the free cells among that, each once and in reading order
    """

    order: Sequence[Cell]
    returned: Sequence[Any]
    played: Sequence[Cell]


Moves: TypeAlias = Mapping[Board, Moved]
"""How it has moved, on each unfinished board on which it has answered."""


def guess(fault: Fault, wrong: Collection[Board], moves: Moves) -> str:
    """What a fault may come from; empty if nothing speaks for a cause.

    wrong   all boards with the same fault
    """
    if fault.changes:
        return IN_PLACE
    if fault.what == SLOWER:
        return _guess_about_depth(fault.board, moves)
    if fault.what == NO_MOVE and fault.call.name == Form.ALONE.value and _counts_from_0(moves):
        return FROM_0
    if fault.what in KINDS and any(_keeps_the_last(start, wrong, moves) for start in _STARTS):
        return LAST_IMPROVEMENT
    if fault.what == GIVES_AWAY and _looks_one_ply_ahead(moves):
        return ONE_PLY
    if fault.what in _LOOK_AT_LINES and all(map(_has_empty_line, wrong)):
        return EMPTY_LINE
    return ""


def _holds(on_boards: Sequence[bool]) -> bool:
    """Whether something that is looked for holds on nearly all boards on which it was."""
    return bool(on_boards) and sum(on_boards) >= _NEARLY_ALL * len(on_boards)


def _has_empty_line(board: Board) -> bool:
    return any(not line & (board.x | board.o) for line in board.rules.line_bits)


def _counts_from_0(moves: Moves) -> bool:
    """Whether what it returns is a free cell once 1 is added."""
    is_free = []
    for board, moved in moves.items():
        for value in moved.returned:
            is_free.append(type(value) is int and value + 1 in board.free_cells)
    return _holds(is_free)


def _guess_about_depth(shown: Board, moves: Moves) -> str:
    """What it may make of how soon a game ends; empty if it nearly always plays the best.

    It may be wrong for one side only, or only where it loses. So this looks at the boards with the
    same side to move as on the board that is shown, and with the same result for it.
    """
    soonest = []
    latest = []
    result = max(score_cells(shown).values()).result
    for board, moved in moves.items():
        scores = score_cells(board)
        best = max(scores.values())
        if board.turn is not shown.turn or best.result is not result or not moved.played:
            continue
        worst = min(score for score in scores.values() if score.result is result)
        if worst < best:
            soonest.append(all(scores[cell] == best for cell in moved.played))
            latest.append(all(scores[cell] == worst for cell in moved.played))
    if _holds(latest):
        return REVERSED_DEPTH
    if _holds(soonest):
        return ""
    return NO_DEPTH


def _looks_one_ply_ahead(moves: Moves) -> bool:
    """Whether it takes a win where it can, and elsewhere its first cell, its last, or just any."""
    takes_win = []
    is_first = []
    is_last = []
    is_any = []
    for board, moved in moves.items():
        cells = list(moved.played)
        order = list(moved.order)
        wins = set(board.threats(board.turn).values())
        if wins:
            takes_win.append(bool(cells) and wins.issuperset(cells))
            continue
        is_first.append(cells == order[:1])
        is_last.append(cells == order[-1:])
        is_any.append(len(cells) > 1 or len(order) == 1)  # chance tries not all of many cells
    return _holds(takes_win) and (_holds(is_first) or _holds(is_last) or _holds(is_any))


def _keeps_the_last(start: int, wrong: Collection[Board], moves: Moves) -> bool:
    """Whether it plays as if each cell that is worth more than `start` improved on the one before.

    start  the value that it first compares with: 1 is a win, 0 a draw, -1 a loss

    It must do so on each wrong board, and on nearly all on which the same side is to move.
    """
    for board in wrong:
        if not _is_last_improvement(start, board, moves[board]):
            return False
    turns = {board.turn for board in wrong}  # it may be wrong for one side only
    explained = []
    for board, moved in moves.items():
        if board.turn in turns:
            explained.append(_is_last_improvement(start, board, moved))
    return _holds(explained)


def _is_last_improvement(start: int, board: Board, moved: Moved) -> bool:
    """Whether it plays the last cell in its order that is worth more than `start`.

    A search that stops at a win plays the first cell that wins. If no cell is worth more, it plays
    no move, or the first cell, if it began with that one.
    """
    played = list(moved.played)
    scores = score_cells(board)
    better = [cell for cell in moved.order if scores[cell].result.value > start]
    if better:
        wins = [cell for cell in better if scores[cell].result is Result.WIN]
        if wins and played == wins[:1]:
            return True
        return played == better[-1:]
    first_cell = list(moved.order[:1])  # none if its `actions` lists none
    return not played or played == first_cell
