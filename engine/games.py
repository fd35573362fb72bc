"""The games people can pick: rules by name.

Not every m,n,k-game can be one. Discord shows at most five buttons in a row and forty parts in a message, so
boards are square and have at most 25 cells. Rows and custom_ids hold the names: at most 20 small letters and
digits. What the bot says of a cell is said as proven, so a solver must play the rules (`engine.scoring`).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine import fading
from engine.rules import TIC_TAC_TOE, Rules

GAMES: Mapping[str, Rules] = MappingProxyType(
    {
        "3x3": TIC_TAC_TOE,
        "4x4": Rules(4, 4, 4),
        "5x5": Rules(5, 5, 4),
        "misere": Rules(misere=True),
        "fading": fading.RULES,
    }
)
"""By name. Perfect play ends in a draw, except in fading, which the side that goes first wins."""
