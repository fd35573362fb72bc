"""Texts for people: marks for translators, and refusals, which carry theirs.

A voice says them later: `bot.rendering.voice`.
"""

from __future__ import annotations


def say(message: str, /) -> str:
    """Mark a text for translators. Returns it unchanged."""
    return message


def say_in(_: str, message: str, /) -> str:
    """Like `say`, for a text with a context."""
    return message


class Refusal(Exception):
    """A request that the rules turn down. Nothing has changed. One that holds facts is a dataclass.

    says  the fact, then what to do next: a text whose placeholders are fields of the refusal
    """

    says: str

    def __post_init__(self) -> None:
        """Set what follows from the facts, such as which of two texts fits."""
