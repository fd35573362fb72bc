"""A board as lines of signs, and as rows of buttons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from bot.rendering.looks import Look, State
from bot.rendering.reply import Button, Style
from engine.board import Board, Mark
from engine.numbers import has_margins, number_of
from engine.rules import Cell, Rules

_STYLES: Mapping[Mark, Style] = {Mark.X: Style.RED, Mark.O: Style.BLUE}


class _Face(NamedTuple):
    """How a cell looks in the grid and as a button."""

    cell: Cell
    sign: str
    label: str
    style: Style
    taken: bool


def grid(board: Board, signs: Mapping[Cell, str], look: Look, *, pointed: Cell | None = None) -> str:
    """One heading for each row. A cell shows its sign in `signs`, or else its mark or number.

    If the look has no sign for every number, rows and columns are numbered in the margins.

    pointed  the cell of the last move, if it is to be shown
    """
    signs = {**_last(board, pointed, look), **signs}
    numbered = bool(look.free) and has_margins(board.rules)
    heading = "##" if has_margins(board.rules) else "#"  # five columns in larger type break on a phone
    columns = map(look.number, range(1, board.rules.columns + 1))
    lines = [" ".join([heading, look.corner, *columns])] if numbered else []
    for number, row in enumerate(_faces(board, look), start=1):
        shown = [signs.get(face.cell, face.sign) for face in row]
        arrow = [look.arrow] if look.arrow and any(face.cell == pointed for face in row) else []
        margin = [look.number(number)] if numbered else []
        lines.append(" ".join([heading, *margin, *shown, *arrow]))
    return "\n".join(lines)


@lru_cache(maxsize=1 << 13)  # as many as `_faces` keeps
def live_grid(board: Board, pointed: Cell | None, look: Look) -> str:
    """The grid of a game that goes on, with its last move and the mark that fades next."""
    return grid(board, fading(board, look), look, pointed=pointed)


def in_line(board: Board, cells: Iterable[Cell], look: Look) -> dict[Cell, str]:
    """The signs of the marks in lines that ended the game."""
    return _signs(board, cells, State.LINE, look)


def fading(board: Board, look: Look) -> dict[Cell, str]:
    """The sign of the mark that goes with the next move, in a game whose marks fade."""
    cell = board.fading(board.turn)
    return {} if cell is None else _signs(board, [cell], State.FADING, look)


def cell_buttons(board: Board, custom_id: str, look: Look) -> tuple[tuple[Button, ...], ...]:
    """A button for each cell; only free cells can be pressed.

    custom_id  of a press on the board, to which the cell is added
    """
    return tuple(
        tuple([Button(face.label, f"{custom_id}:{face.cell}", face.style, face.taken) for face in row])
        for row in _faces(board, look)
    )


def _last(board: Board, pointed: Cell | None, look: Look) -> dict[Cell, str]:
    return {} if pointed is None else _signs(board, [pointed], State.LAST, look)


def _signs(board: Board, cells: Iterable[Cell], state: State, look: Look) -> dict[Cell, str]:
    return {cell: look.sign(mark, state) for cell in cells if (mark := board.mark_on(cell))}


@lru_cache(maxsize=1 << 13)  # all boards of 3x3; each move draws its board twice
def _faces(board: Board, look: Look) -> tuple[tuple[_Face, ...], ...]:
    """The cells, row by row."""
    faces = [_face(cell, board.mark_on(cell), board.rules, look) for cell in board.rules.cells]
    columns = board.rules.columns
    return tuple(tuple(faces[start : start + columns]) for start in range(0, len(faces), columns))


def _face(cell: Cell, mark: Mark | None, rules: Rules, look: Look) -> _Face:
    if mark is None:
        number = number_of(cell, rules)
        free = look.free if look.free and has_margins(rules) else look.number(number)
        return _Face(cell, free, str(number), Style.NEUTRAL, taken=False)
    return _Face(cell, look.sign(mark), mark.value, _STYLES[mark], taken=True)
