"""Marks texts for translators. A voice says them later: `bot.rendering.voice`."""

from __future__ import annotations


def say(message: str, /) -> str:
    """Mark a text for translators. Returns it unchanged."""
    return message


def say_in(_: str, message: str, /) -> str:
    """Like `say`, for a text with a context."""
    return message
