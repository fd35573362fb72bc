"""The games people can pick: rules by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.rules import TIC_TAC_TOE, Rules

GAMES: Mapping[str, Rules] = MappingProxyType(
    {
        "3x3": TIC_TAC_TOE,
        "4x4": Rules(4, 4, 4),
        "5x5": Rules(5, 5, 4),
        "misere": Rules(misere=True),
        "fading": Rules(marks_stay=3),
    }
)
"""By name. Perfect play ends in a draw, except in fading, which the side that goes first wins."""
