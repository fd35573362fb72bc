"""Signs in messages, and the looks that draw them.

A message names its signs, such as `{X}`; only the sender knows the look that draws them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.messages.tiles import CELLS, TILES
from engine.board import Line, Mark, Rules, numbers_of
from engine.score import Result


def sign(mark: Mark, state: str = "") -> str:
    """The sign of a mark in a text, for a look to draw.

    state  how the mark stands on a board: `mark`, `last` (the last move), `line` (in a winning
           line), `lost` (in a line that lost the game) or `fading` (the next to go). Such a sign is
           left out in words alone, where a mark is its letter.
    """
    if state:
        return f"{{{mark.name}_{state}}}"
    return f"{{{mark.name}}}"


def cell_with_result(result: Result, number: int) -> str:
    """The sign of a free cell in a grid, by number, with what it leads to for the side to move."""
    return f"{{{result.name.lower()}_{number}}}"


def square(result: Result, *, here: bool = False) -> str:
    """The sign of a result in a strip of them, ringed if it is the one the message is about."""
    shape = "here" if here else "square"
    return f"{{{shape}_{result.name.lower()}}}"


NO_BREAK_HYPHEN = "\N{NON-BREAKING HYPHEN}"
"""A hyphen at which a message never breaks a line. In words alone it is the usual one."""


def cells_of(line: Line, rules: Rules) -> str:
    """The numbers of a line's cells, as `3-5-7`, which never break over two lines."""
    return numbers_of(line, rules).replace("-", NO_BREAK_HYPHEN)


EMPTY = "{empty}"
"""The sign of a cell that is still free after the end."""

_SIGN = re.compile(r"\{(\w+)\}")


def free_cell(number: int) -> str:
    """The sign of a free cell, or of a row or a column, by its number."""
    return f"{{cell_{number}}}"


@dataclass(frozen=True, eq=False)
class Look:
    """The signs of one style of board. Looks are compared by identity.

    name    the name of the style
    signs   the signs by their names: what `sign`, `cell_with_result` and `square` return, `empty`,
            and `cell_5` or `cell_34` for a free cell by its number
    corner  the corner where the numbers of rows and columns around a larger board meet; "" if
            each free cell shows its own number
    arrow   marks the row of the last move, or "" if the sign itself shows it
    """

    name: str
    signs: Mapping[str, str]
    corner: str = ""
    arrow: str = ""

    def render(self, text: str) -> str:
        """The text with its signs in this look."""
        return _SIGN.sub(lambda name: self.signs.get(name[1], name[0]), text)


def letters(text: str) -> str:
    """The text with the letters of marks, and without any other sign."""
    return _SIGN.sub(_letter, text)


def _letter(name: re.Match[str]) -> str:
    if name[1] in Mark.__members__:
        return name[1]
    return ""


def _emoji(name: str, x: str, o: str) -> Look:
    """Emoji that every Discord has; keycaps end at 9, so larger boards have numbers in margins."""
    signs = _KEYCAPS | _RESULT_SIGNS | _SPECIAL_MARKS
    signs["empty"] = "▫️"
    for state in ("", "_mark", "_last", "_lost"):  # a line that lost is no reason for green
        signs[f"X{state}"] = x
        signs[f"O{state}"] = o
    return Look(name, signs, corner="🔢", arrow="←")


def _keycap(number: int) -> str:
    if number > 9:
        return "🔸"
    return f"{number}\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}"


def _result_signs() -> dict[str, str]:
    """The emoji of all that shows a result.

    A loss is not red, as the usual X is, nor black, which nobody can see on a dark card.
    """
    signs = {
        "square_win": "🟩",
        "square_draw": "⬜",
        "square_loss": "🔳",
        "here_win": "🟢",
        "here_draw": "⚪",
        "here_loss": "🔘",
    }
    for cell in CELLS:
        signs[f"win_{cell}"] = "🔼"
        signs[f"draw_{cell}"] = "🟰"
        signs[f"loss_{cell}"] = "🔽"
    return signs


_KEYCAPS = {f"cell_{cell}": _keycap(cell) for cell in CELLS}
_RESULT_SIGNS = _result_signs()
_SPECIAL_MARKS = {
    "X_line": "❎",
    "O_line": "🟢",
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


def look_of(name: str, ours: Look) -> Look:
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
    if look is None:
        return mark.value
    return look.signs[mark.name]


def tile_look(emoji_ids: Mapping[str, int]) -> Look:
    """A look of tiles, out of the emoji of each by its name. What has no tile is as in EMOJI.

    The last move is marked where it stands, and boards of every size have their numbers.
    """
    tiles = {name: f"<:{name}:{emoji_id}>" for name, emoji_id in emoji_ids.items()}
    tiles["X"] = tiles["X_mark"]
    tiles["O"] = tiles["O_mark"]
    return Look(TILES, _RESULT_SIGNS | tiles)
