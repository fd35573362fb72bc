"""Tiles: our own small pictures, which make up boards. Each is an emoji of the bot's application.

`python -m tests.pictures.tiles` draws them.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from engine.score import Result

TILES = "tiles"
"""Their look, the usual one of boards. Where the bot has no tiles, it means the usual emoji."""


def _cells() -> Iterator[int]:
    yield from range(1, 10)
    for row in range(1, 6):
        for column in range(1, 6):
            yield 10 * row + column


CELLS = tuple(_cells())
"""The numbers of free cells: 1 to 9 on 3x3, the row and the column on larger boards."""

_RESULTS = tuple(result.name.lower() for result in Result)


def _board_names() -> Iterator[str]:
    for cell in CELLS:
        yield f"cell_{cell}"
    for mark in "XO":
        for state in ("mark", "last", "line", "lost", "fading"):
            yield f"{mark}_{state}"
    yield "empty"


BOARD_NAMES = tuple(_board_names())
"""The tiles that a board in play is drawn with, by the names that a screen reader speaks.

cell_5, cell_34   a free cell, by its number
X_mark            a mark on the board
X_last            the mark that was put there last
X_line            a mark in the winning line
X_lost            a mark in the line that lost the game, where a line loses
X_fading          the mark that goes next, where marks fade
empty             a cell that stayed free, after the end
"""


def _result_names() -> Iterator[str]:
    for square in ("square", "here"):
        for result in _RESULTS:
            yield f"{square}_{result}"
    for result in _RESULTS:
        for cell in CELLS:
            yield f"{result}_{cell}"


NAMES = BOARD_NAMES + tuple(_result_names())
"""Every tile. Those of results come last: hints and reviews can do without.

win_5, loss_34    a free cell and what it leads to for the side to move
square_win        a square of a strip of results
here_win          the square that a message is about
"""


@dataclass(frozen=True)
class Tile:
    """A tile: its name, and its picture as a PNG."""

    name: str
    picture: bytes

    @property
    def emoji_name(self) -> str:
        """Its name on Discord. An emoji's picture never changes, so a new one gets a new name."""
        return f"{self.name}_{hashlib.sha256(self.picture).hexdigest()[:4]}"


@cache
def tiles() -> tuple[Tile, ...]:
    """All tiles, read from disk once."""
    folder = files("bot.messages") / "tile_images"
    return tuple(Tile(name, (folder / f"{name}.png").read_bytes()) for name in NAMES)
