"""A board as lines of emoji."""

from __future__ import annotations

from collections.abc import Mapping

from engine.board import Board, Cell, Mark

SYMBOLS: Mapping[Mark, str] = {Mark.X: "❌", Mark.O: "⭕"}


def grid(board: Board, signs: Mapping[Cell, str], *, pointed: Cell | None = None) -> str:
    """One heading for each row; where `signs` has one it stands on its cell, else the mark or the number.

    An arrow ends the row of the cell that is `pointed` at.
    """
    columns = board.rules.columns
    rows = [board.rules.cells[start : start + columns] for start in range(0, len(board.rules.cells), columns)]
    lines = []
    for row in rows:
        emoji = [signs.get(cell) or _sign(board, cell) for cell in row]
        lines.append(" ".join(("#", *emoji, "←") if pointed in row else ("#", *emoji)))
    return "\n".join(lines)


def _sign(board: Board, cell: Cell) -> str:
    mark = board.mark_on(cell)
    return SYMBOLS[mark] if mark else _keycap(cell)


def _keycap(digit: int) -> str:
    return f"{digit}\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"
