"""The games people can pick: rules by name.

Not every m,n,k-game can be one. Discord shows at most five buttons in a row and forty parts in a message, and
what the bot says of a cell is said as proven.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from engine import fading
from engine.rules import TIC_TAC_TOE, Rules
from engine.scoring import check

_MOST = 5  # rows, and as many columns
_NAME = re.compile("[a-z0-9]{1,20}")  # rows and custom_ids hold it


def playable(games: Mapping[str, Rules]) -> Mapping[str, Rules]:
    """The same games, if the bot can show each of them and knows for certain what every cell is worth.

    Raises ValueError, with one sentence, for a game with a board that is not square or too large, a name that
    is too long or has other signs than small letters and digits, or rules that no solver plays.
    """
    for name, rules in games.items():
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name}: a game's name has at most 20 small letters and digits")
        if rules.rows != rules.columns or rules.rows > _MOST:
            size, most = f"{rules.rows}x{rules.columns}", f"{_MOST}x{_MOST}"
            raise ValueError(f"{name}: a game needs a square board of at most {most} cells, not {size}")
        try:
            check(rules)
        except ValueError as error:
            raise ValueError(f"{name}: no solver proves its scores: {error}") from error
    return MappingProxyType(dict(games))


GAMES = playable(
    {
        "3x3": TIC_TAC_TOE,
        "4x4": Rules(4, 4, 4),
        "5x5": Rules(5, 5, 4),
        "misere": Rules(misere=True),
        "fading": fading.RULES,
    }
)
"""By name. Perfect play ends in a draw, except in fading, which the side that goes first wins."""
