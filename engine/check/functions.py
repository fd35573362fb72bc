"""The course's functions: the calls to make about a board, and what is wrong with a response."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.board import TIC_TAC_TOE, Board, Mark
from engine.check.asking import Call, Response
from engine.check.boards import Fault, line_name, pair, rows_of

PARTS = ("player", "actions", "result", "winner", "terminal", "utility")
"""The functions with which `minimax` works."""

COURSE = (*PARTS, "minimax")
"""All that a file of the course has."""

REFUSES = "result, on what it must refuse"
RESTS = "minimax, when the game is over"
LIMITS = (REFUSES, RESTS)
"""What the course asks for as well, though the moves do not depend on it."""

_WINS = {Mark.X: 1, Mark.O: -1, None: 0}
_SIGNS = {"X": "X", "O": "O", ".": None}


def calls(board: Board) -> Iterator[tuple[str, Call]]:
    """The calls about a board, each with the row of the report that it belongs to.

    Nobody asks, say, whose turn it is when the game is over.
    """
    rows = rows_of(board)
    yield "winner", Call("winner", rows)
    yield "terminal", Call("terminal", rows)
    if board.outcome:
        yield "utility", Call("utility", rows)
        yield RESTS, Call("minimax", rows)
        return
    yield "player", Call("player", rows)
    yield "actions", Call("actions", rows)
    for cell in board.free_cells:
        yield "result", Call("result", rows, pair(cell))
    # It must refuse actions on a mark, beside the board, and below 0. There Python counts from the
    # end, so the last of these leads to a free cell if nobody looks.
    taken = [pair(cell) for cell in TIC_TAC_TOE.cells if board.mark_on(cell)]
    row, column = pair(board.free_cells[0])
    for action in [*taken[:1], (3, 3), (row - 3, column - 3)]:
        yield REFUSES, Call("result", rows, action)


def fault(what: str, board: Board, call: Call, response: Response) -> Fault | None:
    """What is wrong with a response that belongs to a row of the report, if anything is."""
    if what == REFUSES and not response.late:
        if response.trouble:
            return None
        assert call.action
        return Fault(what, board, call, _about_accepted(call.action), changes=response.changed)

    if response.trouble:
        wrong = f"It breaks: {response.trouble}."
    elif response.changed:
        wrong = "It changes the board that it is given."
    elif call.name == "actions":
        wrong = _about_actions(board, response.value)
    else:
        right = _right_value(board, call)
        wrong = ""
        if response.value != right and call.name == "result":
            wrong = f"After {call.action} it returns another board than it must."
        elif response.value != right:
            wrong = f"It returns {response.value!r}, but {_state(board)}: it must be {right!r}."
    if not wrong:
        return None
    return Fault(what, board, call, (wrong,), changes=response.changed)


def _about_accepted(action: tuple[int, int]) -> tuple[str, ...]:
    """What is wrong with an action that must be refused."""
    if min(action) < 0:
        row, column = action
        return (
            f"It accepts {action}, which is off the board.",
            "Python counts negative numbers from the end, so this is "
            f"{(row + 3, column + 3)}. Test that both numbers are 0, 1 or 2.",
        )
    if max(action) > 2:
        return (f"It accepts {action}, which is off the board.",)
    return (f"It accepts {action}, which is taken.",)


def _about_actions(board: Board, value: Any) -> str:
    """What is wrong with a list of actions; empty if nothing is."""
    try:
        listed = {tuple(action) for action in value}
    except TypeError:
        return f"It returns {value!r}, which are no pairs of a row and a column."
    free = {pair(cell) for cell in board.free_cells}
    if free - listed:
        return f"It leaves out {min(free - listed)}, which is free."
    if listed - free:
        return f"It lists {min(listed - free, key=str)}, which is no free cell."
    return ""


def _right_value(board: Board, call: Call) -> Any:
    """What the function must return; of `actions`, see `_about_actions`."""
    winner = None
    if board.outcome:
        winner = board.outcome.winner
    match call.name:
        case "player":
            return board.turn.value
        case "result":
            [cell] = [cell for cell in board.free_cells if pair(cell) == call.action]
            rows = rows_of(board.play(cell)).split("/")
            return [[_SIGNS[sign] for sign in row] for row in rows]
        case "winner" if winner:
            return winner.value
        case "terminal":
            return board.outcome is not None
        case "utility":
            return _WINS[winner]
        case _:  # nobody has won, or there is no move
            return None


def _state(board: Board) -> str:
    """How a board stands."""
    if not board.outcome:
        return f"it is the turn of {board.turn.value}"
    if not board.outcome.winner:
        return "the board is full, and nobody has three in a row"
    return f"{board.outcome.winner.value} has {line_name(board.outcome.lines[0])}"
