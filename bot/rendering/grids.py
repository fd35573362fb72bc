"""A board as lines of emoji, and as rows of buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.rendering import custom_id
from bot.rendering.custom_id import Press
from bot.rendering.reply import Button, Style
from engine.board import Board, Cell, Mark

SYMBOLS: Mapping[Mark, str] = {Mark.X: "❌", Mark.O: "⭕"}
_STYLES: Mapping[Mark, Style] = {Mark.X: Style.RED, Mark.O: Style.BLUE}


def grid(board: Board, signs: Mapping[Cell, str], *, pointed: Cell | None = None) -> str:
    """One heading for each row; where `signs` has one it stands on its cell, else the mark or the number.

    An arrow ends the row of the cell that is `pointed` at.
    """
    lines = []
    for row in _rows(board):
        emoji = [signs.get(cell) or _sign(board, cell) for cell in row]
        lines.append(" ".join(("#", *emoji, "←") if pointed in row else ("#", *emoji)))
    return "\n".join(lines)


def cell_buttons(board: Board, press: Callable[[Cell], Press]) -> tuple[tuple[Button, ...], ...]:
    """A button for every cell; `press` says what it stands for, and only free ones can be pressed."""
    return tuple(tuple(_button(board, cell, press(cell)) for cell in row) for row in _rows(board))


def _button(board: Board, cell: Cell, press: Press) -> Button:
    if mark := board.mark_on(cell):
        return Button(mark.value, custom_id.write(press), _STYLES[mark], disabled=True)
    return Button(str(cell), custom_id.write(press))


def _rows(board: Board) -> list[range]:
    columns, cells = board.rules.columns, board.rules.cells
    return [cells[start : start + columns] for start in range(0, len(cells), columns)]


def _sign(board: Board, cell: Cell) -> str:
    mark = board.mark_on(cell)
    return SYMBOLS[mark] if mark else _keycap(cell)


def _keycap(digit: int) -> str:
    return f"{digit}\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"
