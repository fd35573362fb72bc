"""Text of a fixed width, for tables: some signs are two columns wide, and some are drawn over others."""

from __future__ import annotations

import unicodedata

_OVER_OTHERS = {"Mn", "Me", "Cf"}  # Unicode's categories of marks that take no column


def width(text: str) -> int:
    """How many columns a text takes in a font of fixed width."""
    return sum(map(_columns, text))


def _columns(sign: str) -> int:
    if unicodedata.category(sign) in _OVER_OTHERS:
        return 0
    return 2 if unicodedata.east_asian_width(sign) in {"W", "F"} else 1


def left(text: str, columns: int) -> str:
    """A text at the left of so many columns, cut if it is wider."""
    if width(text) > columns:
        while width(text) > columns - 1:
            text = text[:-1]
        text += "…"
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    """A text at the right of so many columns."""
    return " " * (columns - width(text)) + text
