"""Boards in messages: their signs, the looks that draw these, and their buttons.

A message names its signs, such as `{X}`; only the sender knows the look that draws them.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from bot.messages.reply import Button, Grid, Style
from bot.messages.tiles import CELLS, TILES
from engine.board import Board, Cell, Mark, has_margins, number_of
from engine.score import Result


def sign(mark: Mark, state: str = "") -> str:
    """The sign of a mark in a text, for a look to draw.

    state  of one on the board: `mark`, `last` (the last move), `line` (in a winning line), `lost`
           (in a line that lost the game) or `fading` (the next to go). Such a sign is left out in
           words alone, where a mark is its letter.
    """
    return f"{{{mark.name}_{state}}}" if state else f"{{{mark.name}}}"


def worth(result: Result, number: int) -> str:
    """The sign of a free cell in a grid, by number, with what it leads to for the side to move."""
    return f"{{{result.name.lower()}_{number}}}"


def square(result: Result, *, here: bool = False) -> str:
    """The sign of a result in a strip of them, ringed if it is the one the message is about."""
    return f"{{{'here' if here else 'square'}_{result.name.lower()}}}"


EMPTY = "{empty}"
"""The sign of a cell that is still free after the end."""

_SIGN = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, eq=False)
class Look:
    """The signs of one style of board. Looks are compared by identity.

    name    of the style
    signs   by their names: those of `sign`, `worth` and `square`, `empty`, and `cell_5` or
            `cell_34` for a free cell by its number
    corner  of the numbers of rows and columns around a larger board; "" if each free cell shows its
            own
    arrow   marks the row of the last move, or "" if the sign itself shows it
    """

    name: str
    signs: Mapping[str, str]
    corner: str = ""
    arrow: str = ""

    def draw(self, text: str) -> str:
        """The text with its signs in this look."""
        return _SIGN.sub(lambda found: self.signs.get(found[1], found[0]), text)


def letters(text: str) -> str:
    """The text with the letters of marks, and without any other sign."""
    return _SIGN.sub(lambda found: found[1] if found[1] in Mark.__members__ else "", text)


def _emoji(name: str, x: str, o: str) -> Look:
    """Emoji that every Discord has; keycaps end at 9, so larger boards have numbers in margins."""
    marks = {
        f"{mark}{state}": sign
        for mark, sign in (("X", x), ("O", o))
        for state in ("", "_mark", "_last")
    }
    return Look(
        name, {**_KEYCAPS, **_MARKS, **_WORTHS, "empty": "▫️", **marks}, corner="🔢", arrow="←"
    )


_KEYCAPS = {
    f"cell_{cell}": f"{cell}\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"
    if cell < 10
    else "🔸"
    for cell in CELLS
}
_WORTHS = {
    "square_win": "🟩",
    "square_draw": "⬜",
    "square_loss": "🟥",
    "here_win": "🟢",
    "here_draw": "⚪",
    "here_loss": "🔴",
    **{f"win_{cell}": "🔼" for cell in CELLS},
    **{f"draw_{cell}": "🟰" for cell in CELLS},
    **{f"loss_{cell}": "🔽" for cell in CELLS},
}
_MARKS = {
    "X_line": "❎",
    "O_line": "🟢",
    "X_lost": "❎",
    "O_lost": "🟢",
    "X_fading": "⏳",
    "O_fading": "⏳",
}

EMOJI = _emoji("emoji", "❌", "⭕")

PAIRS: Mapping[str, Look] = {
    name: _emoji(name, x, o)
    for name, x, o in (
        ("cat and dog", "🐱", "🐶"),
        ("fox and panda", "🦊", "🐼"),
        ("frog and monkey", "🐸", "🐵"),
        ("crab and octopus", "🦀", "🐙"),
        ("banana and apple", "🍌", "🍎"),
        ("pizza and burger", "🍕", "🍔"),
        ("sun and moon", "🌞", "🌙"),
        ("fire and water", "🔥", "💧"),
        ("flower and cactus", "🌻", "🌵"),
        ("rocket and saucer", "🚀", "🛸"),
        ("pumpkin and ghost", "🎃", "👻"),
        ("santa and snowman", "🎅", "⛄"),
        ("crown and gem", "👑", "💎"),
        ("monster and robot", "👾", "🤖"),
    )
}
"""Pairs of other emoji that differ in shape and colour. Lines and the last move are as in EMOJI."""

LOOKS: Mapping[str, Look | None] = {TILES: None, EMOJI.name: EMOJI, **PAIRS}
"""The looks that a server can choose, by name; None for the bot's own, its tiles if it has them."""


def kept(name: str, ours: Look) -> Look:
    """The look that a game keeps by its name. `ours` is what the bot draws with."""
    if name == TILES:
        return ours
    return LOOKS.get(name) or EMOJI  # another version may have looks that this one has not


def in_notification(mark: Mark, name: str) -> str:
    """A mark in plain text, by the name of the look that its game keeps.

    A notification shows no tiles, and an emoji of another colour than the tile's would be another
    mark. So where boards are drawn with tiles, it is the letter.
    """
    look = LOOKS.get(name)
    return look.signs[mark.name] if look else mark.value


def tile_look(emoji_ids: Mapping[str, int]) -> Look:
    """A look of tiles, out of the emoji of each by its name. What has no tile is as in EMOJI.

    The last move is marked where it stands, and boards of every size have their numbers.
    """
    tiles = {name: f"<:{name}:{emoji_id}>" for name, emoji_id in emoji_ids.items()}
    return Look(TILES, {**_WORTHS, **tiles, "X": tiles["X_mark"], "O": tiles["O_mark"]})


def draw(grid: Grid, look: Look) -> str:
    """One heading for each row. A cell shows its sign, or else its mark or number."""
    return _drawn(grid.board, tuple(grid.signs.items()), grid.pointed, look)


@lru_cache(maxsize=1 << 13)  # all boards of 3x3
def _drawn(
    board: Board, signs: tuple[tuple[Cell, str], ...], pointed: Cell | None, look: Look
) -> str:
    rules, own_signs = board.rules, dict(signs)
    heading = "##" if has_margins(rules) else "#"  # five columns in larger type break on a phone
    numbered = bool(look.corner) and has_margins(rules)
    joint = " " if numbered else _WIDE[heading]
    numbers = [f"{{cell_{number}}}" for number in range(1, rules.columns + 1)]
    lines = [f"{heading} {joint.join((look.corner, *numbers))}"] if numbered else []
    for number, row in enumerate(in_rows(board), start=1):
        line = [f"{{cell_{number}}}"] if numbered else []
        for cell in row:
            mark = board.mark_on(cell)
            own = sign(mark, "last" if cell == pointed else "mark") if mark else None
            line.append(own_signs.get(cell) or own or f"{{cell_{number_of(cell, rules)}}}")
        arrow = f" {look.arrow}" if look.arrow and pointed in row else ""
        lines.append(f"{heading} {joint.join(line)}{arrow}")
    return look.draw("\n".join(lines))


# As far apart as the rows stand.
_WIDE = {"#": 2 * "\N{NO-BREAK SPACE}", "##": 3 * "\N{NO-BREAK SPACE}"}


def in_rows(board: Board) -> list[list[Cell]]:
    """The cells row by row."""
    cells, columns = list(board.rules.cells), board.rules.columns
    return [cells[start : start + columns] for start in range(0, len(cells), columns)]


def fading(board: Board) -> dict[Cell, str]:
    """The sign of the mark that goes with the next move, in a game whose marks fade."""
    cell = board.fading(board.turn)
    return {} if cell is None else signs(board, [cell], "fading")


def signs(board: Board, cells: Iterable[Cell], state: str) -> dict[Cell, str]:
    """The signs of the marks on these cells (see `sign`)."""
    return {cell: sign(mark, state) for cell in cells if (mark := board.mark_on(cell))}


_STYLES: Mapping[Mark, Style] = {Mark.X: Style.RED, Mark.O: Style.BLUE}


def cell_buttons(board: Board, custom_id: str) -> tuple[tuple[Button, ...], ...]:
    """A button for each cell. Those of taken cells stay bright: a press is told that it is taken.

    custom_id  of a press on the board, to which the cell is added
    """
    return tuple(
        tuple([Button(label, f"{custom_id}:{cell}", style) for cell, label, style in row])
        for row in _faces(board)
    )


@lru_cache(maxsize=1 << 13)  # all boards of 3x3
def _faces(board: Board) -> list[list[tuple[Cell, str, Style]]]:
    """The cells row by row, each with the label and the style of its button."""

    def face(cell: Cell) -> tuple[Cell, str, Style]:
        if mark := board.mark_on(cell):
            return cell, mark.value, _STYLES[mark]
        return cell, str(number_of(cell, board.rules)), Style.NEUTRAL

    return [[face(cell) for cell in row] for row in in_rows(board)]
