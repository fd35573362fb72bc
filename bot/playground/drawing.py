"""A message of Discord's as lines of text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from bot.playground.world import Message, buttons, parts
from bot.rendering.catalogue import say

_TEXT = 10
_HEADING = re.compile(r"^(?:# |## |-# )", re.MULTILINE)
_MENTION = re.compile(r"<@([0-9]+)>")


def draw(message: Message, names: Mapping[int, str]) -> str:
    """The message's texts behind a stripe, then the buttons that can be pressed."""
    lines = [f"│ {line}" for text in _texts(message) for line in _plain(text, names).splitlines()]
    if message.only_for_you:
        lines.append("│ " + say("(only you see this)"))
    if pressable := buttons(message):
        lines.append("  " + " ".join(f"[{button['label']}]" for button in pressable))
    return "\n".join(lines)


def _texts(message: Message) -> Iterator[str]:
    if message.text:
        yield message.text
    for part in parts(message.components):
        if part["type"] == _TEXT:
            yield part["content"]


def _plain(markdown: str, names: Mapping[int, str]) -> str:
    """Discord's Markdown without its signs, and mentions as names."""
    text = _HEADING.sub("", markdown).replace("**", "").replace("`", "")
    return _MENTION.sub(lambda found: "@" + names.get(int(found[1]), found[1]), text)
