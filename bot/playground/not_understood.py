"""What is said to someone who typed what cannot be done."""

from __future__ import annotations

from collections.abc import Iterable

from bot.rendering.catalogue import say

_LONGEST = 40  # characters of what was typed that an answer repeats


class NotUnderstood(Exception):
    """What was typed cannot be done; the message says what can."""


def quoted(typed: str) -> str:
    """What was typed as an answer may repeat it: not too long, and nothing a terminal would obey."""
    short = typed if len(typed) <= _LONGEST else typed[: _LONGEST - 1] + "…"
    return "".join(sign if sign.isprintable() else "�" for sign in short)


def any_of(names: Iterable[str]) -> str:
    """`alice, bob or carol`."""
    *most, last = names
    return say("{names} or {last}", names=", ".join(most), last=last) if most else last
