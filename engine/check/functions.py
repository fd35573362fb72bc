"""The course's functions: what to ask about a board, and what is wrong with an answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.board import TIC_TAC_TOE, Board, Mark
from engine.check.asking import Answer, Question
from engine.check.boards import Fault, line_name, pair, rows_of

ANSWERS = ("player", "actions", "result", "winner", "terminal", "utility")
"""The functions with which `minimax` works."""

COURSE = (*ANSWERS, "minimax")
"""All that a file of the course has."""

REFUSES = "result, on what it must refuse"
RESTS = "minimax, when the game is over"
LIMITS = (REFUSES, RESTS)
"""What the course asks for as well, though the moves do not depend on it."""

_WINS = {Mark.X: 1, Mark.O: -1, None: 0}


def questions(board: Board) -> Iterator[Question]:
    """What to ask about a board. Nobody asks, say, whose turn it is when the game is over."""
    rows = rows_of(board)
    yield Question("winner", rows)
    yield Question("terminal", rows)
    if board.outcome:
        yield Question("utility", rows)
        yield Question("minimax", rows)
        return
    yield Question("player", rows)
    yield Question("actions", rows)
    for cell in board.free_cells:
        yield Question("result", rows, pair(cell))
    for action in _refused(board):
        yield Question("result", rows, action)


def _refused(board: Board) -> list[tuple[int, int]]:
    """Actions that `result` must refuse: on a mark, beside the board, and below 0.

    Python counts from the end below 0, so the last one leads to a free cell if nobody looks.
    """
    taken = [pair(cell) for cell in TIC_TAC_TOE.cells if board.mark_on(cell)]
    row, column = pair(board.free_cells[0])
    return [*taken[:1], (3, 3), (row - 3, column - 3)]


def fault(board: Board, question: Question, answer: Answer) -> Fault | None:
    """What is wrong with an answer, if anything is."""
    what = RESTS if question.name == "minimax" else question.name
    if question.action and question.action in _refused(board) and not answer.late:
        if answer.trouble:
            return None
        what = REFUSES
        says = f"It accepts {question.action}, which is no free cell."
    elif answer.trouble:
        says = f"It breaks: {answer.trouble}."
    elif answer.changed:
        says = "It changes the board that it is given."
    elif question.name == "actions":
        says = _about_actions(board, answer.value)
    else:
        says = _about(board, question, answer.value)
    return Fault(what, board, (says,), changes=answer.changed) if says else None


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
        return f"It lists {min(listed - free)}, which is no free cell."
    return ""


def _about(board: Board, question: Question, value: Any) -> str:
    """What is wrong with what another function has returned; empty if nothing is."""
    winner = board.outcome.winner if board.outcome else None
    match question.name:
        case "player":
            right: Any = board.turn.value
        case "result":
            right = _after(board, question.action)
        case "winner":
            right = winner.value if winner else None
        case "terminal":
            right = board.outcome is not None
            value = bool(value)
        case "utility":
            right = _WINS[winner]
        case _:
            right = None
    if value == right:
        return ""
    if question.name == "result":
        return f"After {question.action} it returns another board than it must."
    return f"It returns {value!r}, but {_state(board)}: it must be {right!r}."


def _after(board: Board, action: tuple[int, int] | None) -> list[list[str | None]]:
    """The board after an action, as the file returns it."""
    [cell] = [cell for cell in board.free_cells if pair(cell) == action]
    signs = [row.split() for row in str(board.play(cell)).split("\n")]
    return [[None if sign == "." else sign for sign in row] for row in signs]


def _state(board: Board) -> str:
    """How a board stands."""
    if not board.outcome:
        return f"it is the turn of {board.turn.value}"
    if not board.outcome.winner:
        return "the board is full, and nobody has three in a row"
    return f"{board.outcome.winner.value} has {line_name(board.outcome.lines[0])}"
