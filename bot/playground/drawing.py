"""A message of Discord's as lines of text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from bot.playground.world import Message, buttons, parts
from bot.rendering.catalogue import say, say_count

_TEXT = 10
_HEADING = re.compile(r"^(?:# |## |-# )", re.MULTILINE)
_LINK = re.compile(r"\[([^]]+)\]\(https://[^)]+\)")
_MENTION = re.compile(r"<@([0-9]+)>")
_TIME = re.compile(r"<t:([0-9]+):([tdfR])>")


def draw(message: Message, names: Mapping[int, str], now: datetime) -> str:
    """The message's texts behind a stripe, then the buttons that can be pressed."""
    lines = [f"│ {line}" for text in _texts(message) for line in _plain(text, names, now).splitlines()]
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


def _plain(markdown: str, names: Mapping[int, str], now: datetime) -> str:
    """Discord's Markdown without its signs, mentions as names, and times as they stand."""
    text = _LINK.sub(r"\1", markdown)
    text = _HEADING.sub("", text).replace("**", "").replace("`", "")
    text = _MENTION.sub(lambda found: "@" + names.get(int(found[1]), found[1]), text)
    return _TIME.sub(lambda found: _time(int(found[1]), found[2], now), text)


def _time(timestamp: int, style: str, now: datetime) -> str:
    """A time of the simulation: `t` is the hour, `d` the day, `f` both, `R` how long it is until then."""
    then = datetime.fromtimestamp(timestamp, UTC)
    if style == "t":
        return then.strftime("%H:%M")
    if style in "df":
        return then.strftime("%Y-%m-%d" if style == "d" else "%Y-%m-%d %H:%M")
    minutes = round((then - now).total_seconds() / 60)
    if minutes < 0:
        return say_count("{count} minute ago", "{count} minutes ago", -minutes)
    return say_count("in {count} minute", "in {count} minutes", minutes)
