"""Texts for people: marks for translators, and refusals, which carry theirs.

A voice says them later: `bot.messages.voice`.
"""

from typing import Any


def say(message: str, /) -> str:
    """Mark a text for translators. Returns it unchanged."""
    return message


def say_in(_: str, message: str, /) -> str:
    """Like `say`, for a text with a context."""
    return message


class Refusal(Exception):
    """A request that the rules turn down. Nothing has changed.

    It is a class of its own only where callers tell it apart from others.

    says   the fact, then what to do next
    facts  what fills the placeholders of that text
    """

    says = ""

    def __init__(self, says: str = "", **facts: Any) -> None:
        self.says, self.facts = says or self.says, facts
        super().__init__(self.says)
