"""Boards in messages: as a grid of signs, and as buttons."""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

from bot.messages.content import Button, Grid, Style
from bot.messages.looks import Look, cell_with_result, free_cell, sign
from engine.board import Board, Cell, Mark, has_margins, number_of
from engine.score import Result

# How far apart cells stand below a heading: as far as the rows.
_WIDE = {"#": 2 * "\N{NO-BREAK SPACE}", "##": 3 * "\N{NO-BREAK SPACE}"}
_STYLES: Mapping[Mark, Style] = {Mark.X: Style.RED, Mark.O: Style.BLUE}


def in_rows(board: Board) -> list[list[Cell]]:
    """The cells row by row."""
    cells = list(board.rules.cells)
    columns = board.rules.columns
    return [cells[start : start + columns] for start in range(0, len(cells), columns)]


def fading_sign(board: Board) -> dict[Cell, str]:
    """The sign of the mark that goes with the next move, in a game whose marks fade."""
    cell = board.fading_cell(board.turn)
    if cell is None:
        return {}
    return signs(board, [cell], "fading")


def with_results(board: Board, results: Mapping[Cell, Result]) -> dict[Cell, str]:
    """The signs of what cells are worth, and of the mark that goes with the next move."""
    by_cell = fading_sign(board)
    for cell, result in results.items():
        by_cell[cell] = cell_with_result(result, number_of(cell, board.rules))
    return by_cell


def signs(board: Board, cells: Iterable[Cell], state: str) -> dict[Cell, str]:
    """The signs of the marks on these cells (see `sign`)."""
    by_cell = {}
    for cell in cells:
        mark = board.mark_on(cell)
        if mark:
            by_cell[cell] = sign(mark, state)
    return by_cell


def render_grid(grid: Grid, look: Look) -> str:
    """One heading for each row. A cell shows its sign, or else its mark or number."""
    return _render_grid(grid.board, tuple(grid.signs.items()), grid.last_cell, look)


@lru_cache(maxsize=1 << 13)  # all boards of 3x3
def _render_grid(
    board: Board, by_cell: tuple[tuple[Cell, str], ...], last_cell: Cell | None, look: Look
) -> str:
    heading = "#"
    if has_margins(board.rules):
        heading = "##"  # five columns in larger type break on a phone
    joint = _WIDE[heading]
    lines = []
    has_numbers_around = look.corner and has_margins(board.rules)
    if has_numbers_around:
        joint = " "
        columns = [free_cell(number) for number in range(1, board.rules.columns + 1)]
        lines.append(joint.join([look.corner, *columns]))
    own_signs = dict(by_cell)
    for number, cells in enumerate(in_rows(board), start=1):
        row = [own_signs.get(cell) or _usual_sign(board, cell, last_cell) for cell in cells]
        if has_numbers_around:
            row.insert(0, free_cell(number))
        line = joint.join(row)
        if look.arrow and last_cell in cells:
            line = f"{line} {look.arrow}"
        lines.append(line)
    return look.render("\n".join(f"{heading} {line}" for line in lines))


def _usual_sign(board: Board, cell: Cell, last_cell: Cell | None) -> str:
    """The sign of the mark on a cell, or of its number if it is free."""
    mark = board.mark_on(cell)
    if mark is None:
        return free_cell(number_of(cell, board.rules))
    if cell == last_cell:
        return sign(mark, "last")
    return sign(mark, "mark")


def cell_buttons(
    board: Board, custom_id: str, disabled: Collection[Cell] = ()
) -> tuple[tuple[Button, ...], ...]:
    """A button for each cell. Those of taken cells stay bright: a press is told that it is taken.

    custom_id  of a press on the board, to which the cell is added
    """
    rows = []
    for faces in _faces(board):
        row = [
            Button(label, f"{custom_id}:{cell}", style, cell in disabled)
            for cell, label, style in faces
        ]
        rows.append(tuple(row))
    return tuple(rows)


@lru_cache(maxsize=1 << 13)  # all boards of 3x3
def _faces(board: Board) -> list[list[tuple[Cell, str, Style]]]:
    """The cells row by row, each with the label and the style of its button."""
    return [[_face(board, cell) for cell in row] for row in in_rows(board)]


def _face(board: Board, cell: Cell) -> tuple[Cell, str, Style]:
    mark = board.mark_on(cell)
    if mark is None:
        return cell, str(number_of(cell, board.rules)), Style.NEUTRAL
    return cell, mark.value, _STYLES[mark]
