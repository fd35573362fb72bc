"""Looks: the signs that boards are drawn with.

A message names its signs, such as `{X}`; only the sender knows the look that draws them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from bot.rendering.tiles import CELLS
from bot.sessions.seats import DEFAULT_LOOK
from engine.board import Mark
from engine.review import Grade
from engine.score import Result


def sign(of: Mark | Result | Grade, state: str = "") -> str:
    """A sign in a text, for a look to draw: of a mark, of a result for one side, or of how good a move was.

    state  of a mark on the board: `mark`, `last` (the last move), `line` (in a line that ended the game) or
           `fading` (the next to go). Such a sign is left out in words alone, where a mark is its letter.
    """
    return f"{{{of.name}_{state}}}" if state else f"{{{of.name}}}"


EMPTY = "{empty}"
"""The sign of a cell that is still free after the end."""

_SIGN = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, eq=False)
class Look:
    """The signs of one style of board. Looks are compared by identity.

    name    of the style
    signs   by their names: those of `sign`, `empty`, and `cell_5` or `cell_34` for a free cell by its number
    corner  of the numbers of rows and columns around a larger board; "" if each free cell shows its own
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
    """Emoji that every Discord has; its keycaps end at 9, so larger boards have numbers in their margins."""
    marks = {
        f"{mark}{state}": sign for mark, sign in (("X", x), ("O", o)) for state in ("", "_mark", "_last")
    }
    return Look(name, {**_KEYCAPS, **_SIGNS, **marks}, corner="🔢", arrow="←")


_KEYCAPS = {
    f"cell_{cell}": f"{cell}\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}" if cell < 10 else "🔸"
    for cell in CELLS
}
_WORTHS = {"WIN": "✅", "DRAW": "🤝", "LOSS": "🔻", "BEST": "✅", "FINE": "🆗", "MISTAKE": "⚠️"}
_SIGNS = {"X_line": "❎", "O_line": "🟢", "X_fading": "⏳", "O_fading": "⏳", "empty": "▫️", **_WORTHS}

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
"""Pairs of other emoji that differ in shape and colour. Lines and the last move are shown as in EMOJI."""

LOOKS: Mapping[str, Look | None] = {DEFAULT_LOOK: None, EMOJI.name: EMOJI, **PAIRS}
"""The looks that a server can choose, by name; None for what the bot draws with, its tiles if it has them."""


def kept(name: str, ours: Look) -> Look:
    """The look that a game keeps by its name. `ours` is what the bot draws with."""
    return ours if name == DEFAULT_LOOK else in_text(name)


def in_text(name: str) -> Look:
    """The same where no tiles are shown, as in notifications."""
    return LOOKS.get(name) or EMOJI  # another version may have looks that this one has not


def tile_look(emoji_ids: Mapping[str, int]) -> Look:
    """A look of tiles, out of the emoji of each by its name; results and grades are as in EMOJI.

    The last move is marked where it stands, and boards of every size have their numbers.
    """
    tiles = {name: f"<:{name}:{emoji_id}>" for name, emoji_id in emoji_ids.items()}
    return Look("tiles", {**tiles, "X": tiles["X_mark"], "O": tiles["O_mark"], **_WORTHS})
