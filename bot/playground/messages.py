"""A message of the simulated Discord, as plain data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import discord

_BUTTON, _TEXT = 2, 10  # Discord's component types
_MENTION = re.compile(r"<@([0-9]+)>")

Component = dict[str, Any]  # as Discord sends it


@dataclass(frozen=True)
class Message:
    """A message as it stands; equal to another when nothing about it has changed."""

    id: int
    text: str
    components: tuple[Component, ...]
    only_for_you: bool

    @property
    def texts(self) -> list[str]:
        """All its words in Discord's Markdown, one text a block."""
        blocks = [part["content"] for part in _parts(self.components) if part["type"] == _TEXT]
        return [self.text, *blocks] if self.text else blocks

    def concerns(self, user_id: int) -> bool:
        """Whether it names this person, or nobody, or is for them alone. Others rarely can act on it."""
        named = _MENTION.findall("\n".join(self.texts))
        return self.only_for_you or not named or str(user_id) in named

    @property
    def buttons(self) -> list[Component]:
        """The buttons that can be pressed, from top left on."""
        found = (part for part in _parts(self.components) if part["type"] == _BUTTON)
        return [button for button in found if not button.get("disabled")]


def as_sent(message: discord.Message) -> Message:
    return Message(
        message.id,
        message.content,
        tuple(dict(component.to_dict()) for component in message.components),
        message.flags.ephemeral,
    )


def _parts(components: Iterable[Component]) -> Iterator[Component]:
    """Every component, those inside others following the one that holds them."""
    for component in components:
        yield component
        yield from _parts(component.get("components", []))
