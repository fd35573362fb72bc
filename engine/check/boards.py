"""How a file and its reader name what is on a board, and what is wrong with one."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

from engine.board import TIC_TAC_TOE, Board, Cell, Line
from engine.check.asking import Call

_LINE_NAMES = (
    "the top row",
    "the middle row",
    "the bottom row",
    "the left column",
    "the middle column",
    "the right column",
    "the diagonal from top left",
    "the diagonal from top right",
)


class Form(Enum):
    """How a file is written, by the name of the function that moves."""

    COURSE = "minimax"  # takes three lists of three, returns a row and a column
    ALONE = "move"  # takes rows as text, returns a number from 1 to 9

    @property
    def a_move(self) -> str:
        """What the function has to return, as a sentence."""
        if self is Form.COURSE:
            return "A move is a row and a column, each from 0 to 2, such as (0, 2)."
        return "A move is a number from 1 to 9."

    def name_of(self, cell: Cell) -> str:
        """What the file calls a cell."""
        if self is Form.COURSE:
            return str(pair(cell))
        return str(cell)

    def cell(self, value: Any) -> Cell | None:
        """The cell that the file has returned; None if it is none."""
        for cell in TIC_TAC_TOE.cells:
            if self is Form.COURSE and value == list(pair(cell)):
                return cell
            if self is Form.ALONE and value == cell:
                return cell
        return None


@dataclass(frozen=True)
class Fault:
    """Something wrong on a board.

    what     the function, or the kind of move
    call     what was asked
    says     what is wrong, as sentences
    changes  whether it is that the board, which was only to be looked at, has changed
    """

    what: str
    board: Board
    call: Call
    says: tuple[str, ...]
    changes: bool = False


def pair(cell: Cell) -> tuple[int, int]:
    """A cell as the course names it: its row and its column, from 0."""
    row, column = divmod(cell - 1, 3)
    return row, column


def line_name(line: Line) -> str:
    """Where a line of three is, as `the top row`."""
    return _LINE_NAMES[TIC_TAC_TOE.lines.index(line)]


def rows_of(board: Board) -> str:
    """The rows of a board, as `XO./.OX/OX.`."""
    return board.notation.partition(" ")[0]
