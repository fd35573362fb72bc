"""A board as lines of emoji, and as rows of buttons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from bot.rendering.custom_id import Press
from bot.rendering.reply import Button, Style
from engine.board import Board, Mark
from engine.rules import Cell

SYMBOLS: Mapping[Mark, str] = {Mark.X: "❌", Mark.O: "⭕"}
_STYLES: Mapping[Mark, Style] = {Mark.X: Style.RED, Mark.O: Style.BLUE}


class _Face(NamedTuple):
    """How a cell looks: in the grid, and as a button."""

    cell: Cell
    emoji: str
    label: str
    style: Style
    taken: bool


def grid(board: Board, signs: Mapping[Cell, str], *, pointed: Cell | None = None) -> str:
    """One heading for each row; where `signs` has one it stands on its cell, else the mark or the number.

    An arrow ends the row of the cell that is `pointed` at.
    """
    lines = []
    for row in _faces(board):
        emoji = [signs.get(face.cell, face.emoji) for face in row]
        arrow = ["←"] if any(face.cell == pointed for face in row) else []
        lines.append(" ".join(["#", *emoji, *arrow]))
    return "\n".join(lines)


def cell_buttons(board: Board, press: Callable[[Cell], Press]) -> tuple[tuple[Button, ...], ...]:
    """A button for every cell; `press` says what it stands for, and only free ones can be pressed."""
    return tuple(
        tuple(Button(face.label, press(face.cell).custom_id, face.style, face.taken) for face in row)
        for row in _faces(board)
    )


@lru_cache(maxsize=1 << 13)  # all boards of 3x3; one is drawn twice with every move
def _faces(board: Board) -> tuple[tuple[_Face, ...], ...]:
    """The cells, row by row."""
    columns, faces = board.rules.columns, [_face(cell, board.mark_on(cell)) for cell in board.rules.cells]
    return tuple(tuple(faces[start : start + columns]) for start in range(0, len(faces), columns))


def _face(cell: Cell, mark: Mark | None) -> _Face:
    if mark is None:
        return _Face(cell, _keycap(cell), str(cell), Style.NEUTRAL, taken=False)
    return _Face(cell, SYMBOLS[mark], mark.value, _STYLES[mark], taken=True)


def _keycap(digit: int) -> str:
    return f"{digit}\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"
