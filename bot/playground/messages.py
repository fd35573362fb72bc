"""A message of the simulated Discord, as plain data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

_BUTTON, _SELECT, _TEXT = 2, 3, 10  # Discord's component types
_MENTION = re.compile(r"<@([0-9]+)>")

Component = dict[str, Any]  # as Discord sends it


@dataclass(frozen=True)
class Message:
    """A message as it is now. Two are equal if nothing has changed.

    at        when it was sent; seconds since 1970, UTC
    asked_by  who used the command that it answers, or None
    files     the names and texts of its files
    """

    id: int
    text: str
    components: tuple[Component, ...]
    only_for_you: bool
    at: int = 0
    asked_by: int | None = None
    files: tuple[tuple[str, str], ...] = ()

    @property
    def texts(self) -> list[str]:
        """Its texts in Discord's Markdown, one for each block."""
        blocks = [part["content"] for part in parts(self.components) if part["type"] == _TEXT]
        return [self.text, *blocks] if self.text else blocks

    def concerns(self, user_id: int) -> bool:
        """Whether it is private to this person, mentions them, or mentions nobody."""
        named = _MENTION.findall("\n".join(self.texts))
        return self.only_for_you or not named or str(user_id) in named

    @property
    def buttons(self) -> list[Component]:
        """The buttons that can be pressed, in reading order."""
        found = (part for part in parts(self.components) if part["type"] == _BUTTON)
        return [button for button in found if not button.get("disabled")]

    @property
    def selects(self) -> list[Component]:
        """The lists to choose from, in reading order."""
        return [part for part in parts(self.components) if part["type"] == _SELECT]


def parts(components: Iterable[Component]) -> Iterator[Component]:
    """Every component, each followed by those inside it."""
    for component in components:
        yield component
        yield from parts(component.get("components", []))
