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
    lines = [[heading, look.corner, *numbers]] if numbered else []
    for number, row in enumerate(in_rows(board), start=1):
        line = [heading, f"{{cell_{number}}}"] if numbered else [heading]
        for cell in row:
            mark = board.mark_on(cell)
            own = sign(mark, "last" if cell == pointed else "mark") if mark else None
            line.append(own_signs.get(cell) or own or f"{{cell_{number_of(cell, rules)}}}")
        lines.append([*line, look.arrow] if look.arrow and pointed in row else line)
    return look.draw("\n".join(map(" ".join, lines)))


def in_rows(board: Board) -> list[list[Cell]]:
    """The cells row by row."""
    cells, columns = list(board.rules.cells), board.rules.columns
    return [cells[start : start + columns] for start in range(0, len(cells), columns)]


def fading(board: Board) -> dict[Cell, str]:
    """The sign of the mark that goes with the next move, in a game whose marks fade."""
    cell = board.fading(board.turn)
    return {} if cell is None else signs(board, [cell], "fading")


def signs(board: Board, cells: Iterable[Cell], state: str) -> dict[Cell, str]:
    """The signs of the marks on these cells (see `bot.rendering.looks.sign`)."""
    return {cell: sign(mark, state) for cell in cells if (mark := board.mark_on(cell))}


def cell_buttons(board: Board, custom_id: str) -> tuple[tuple[Button, ...], ...]:
    """A button for each cell; only free cells can be pressed.

    custom_id  of a press on the board, to which the cell is added
    """

    def button(cell: Cell) -> Button:
        if mark := board.mark_on(cell):
            return Button(mark.value, f"{custom_id}:{cell}", _STYLES[mark], disabled=True)
        return Button(str(number_of(cell, board.rules)), f"{custom_id}:{cell}")

    return tuple(tuple(map(button, row)) for row in in_rows(board))
