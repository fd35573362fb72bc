"""A board as lines of signs, and as rows of buttons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from bot.rendering.looks import Look, sign
from bot.rendering.reply import Button, Grid, Style
from engine.board import Board, Mark
from engine.numbers import has_margins, number_of
from engine.rules import Cell

_STYLES: Mapping[Mark, Style] = {Mark.X: Style.RED, Mark.O: Style.BLUE}


def draw(grid: Grid, look: Look) -> str:
    """One heading for each row. A cell shows its sign, or else its mark or number."""
    return _drawn(grid.board, tuple(grid.signs.items()), grid.pointed, look)


@lru_cache(maxsize=1 << 13)  # all boards of 3x3
def _drawn(board: Board, signs: tuple[tuple[Cell, str], ...], pointed: Cell | None, look: Look) -> str:
    rules, own_signs = board.rules, dict(signs)
    heading = "##" if has_margins(rules) else "#"  # five columns in larger type break on a phone
    numbered = bool(look.corner) and has_margins(rules)
    numbers = [f"{{cell_{number}}}" for number in range(1, rules.columns + 1)]
    lines = [" ".join([heading, look.corner, *numbers])] if numbered else []
    for number, row in enumerate(_rows(board), start=1):
        shown = [own_signs.get(cell) or _sign(board, cell, pointed) for cell in row]
        arrow = [look.arrow] if look.arrow and pointed in row else []
        margin = [f"{{cell_{number}}}"] if numbered else []
        lines.append(" ".join([heading, *margin, *shown, *arrow]))
    return look.draw("\n".join(lines))


def _rows(board: Board) -> list[list[Cell]]:
    cells, columns = list(board.rules.cells), board.rules.columns
    return [cells[start : start + columns] for start in range(0, len(cells), columns)]


def _sign(board: Board, cell: Cell, pointed: Cell | None) -> str:
    if mark := board.mark_on(cell):
        return sign(mark, "last" if cell == pointed else "mark")
    return f"{{cell_{number_of(cell, board.rules)}}}"


def in_line(board: Board, cells: Iterable[Cell]) -> dict[Cell, str]:
    """The signs of the marks in lines that ended the game."""
    return _signs(board, cells, "line")


def fading(board: Board) -> dict[Cell, str]:
    """The sign of the mark that goes with the next move, in a game whose marks fade."""
    cell = board.fading(board.turn)
    return {} if cell is None else _signs(board, [cell], "fading")


def _signs(board: Board, cells: Iterable[Cell], state: str) -> dict[Cell, str]:
    return {cell: sign(mark, state) for cell in cells if (mark := board.mark_on(cell))}


def cell_buttons(board: Board, custom_id: str) -> tuple[tuple[Button, ...], ...]:
    """A button for each cell; only free cells can be pressed.

    custom_id  of a press on the board, to which the cell is added
    """
    return tuple(tuple([_button(board, cell, f"{custom_id}:{cell}") for cell in row]) for row in _rows(board))


def _button(board: Board, cell: Cell, custom_id: str) -> Button:
    if mark := board.mark_on(cell):
        return Button(mark.value, custom_id, _STYLES[mark], disabled=True)
    return Button(str(number_of(cell, board.rules)), custom_id)
