"""The answer to a line that makes no sense."""

from __future__ import annotations

from collections.abc import Iterable

from bot.rendering.voice import Voice

_LONGEST = 40  # characters of the line that an answer repeats


class NotUnderstood(Exception):
    """The line makes no sense. The message says what would."""


def quoted(typed: str) -> str:
    """Typed text, safe to repeat: not too long, and without control characters."""
    short = typed if len(typed) <= _LONGEST else typed[: _LONGEST - 1] + "…"
    return "".join(sign if sign.isprintable() else "�" for sign in short)


def any_of(names: Iterable[str], voice: Voice) -> str:
    """`alice, bob or carol`."""
    return voice.either(list(names))
