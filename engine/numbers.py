"""The numbers by which people know cells. The engine counts cells along the rows, from 1.

People do the same on boards of nine cells. On larger boards a number is the row, then the column: 11 ... 55.
Then every number has two digits, and 11, 22, 33, 44 is seen to be a diagonal.
"""

from __future__ import annotations

from engine.rules import Cell, Line, Rules

NO_CELL: Cell = 0
"""Stands for a number that a board does not have. Every board refuses it."""


def has_margins(rules: Rules) -> bool:
    """Whether the numbers of these boards are rows and columns."""
    return len(rules.cells) > 9


def number_of(cell: Cell, rules: Rules) -> int:
    """The number of a cell."""
    if not has_margins(rules):
        return cell
    row, column = divmod(cell - 1, rules.columns)
    return 10 * (row + 1) + column + 1


def numbers_of(line: Line, rules: Rules) -> str:
    """The numbers of a line's cells, as `11-22-33-44`."""
    return "-".join(str(number_of(cell, rules)) for cell in line)


def cell_of(number: int, rules: Rules) -> Cell:
    """The cell with a number, or NO_CELL if there is none."""
    return next((cell for cell in rules.cells if number_of(cell, rules) == number), NO_CELL)
