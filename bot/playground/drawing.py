"""A Discord message as lines of text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime

from bot.playground.messages import Component, Message
from bot.rendering.looks import EMOJI, State
from bot.rendering.voice import ENGLISH
from engine.board import Mark

_HEADING = re.compile(r"^(?:#{1,3} |-# )", re.MULTILINE)
_LINK = re.compile(r"\[([^]]+)\]\(https://[^)]+\)")
_COMMAND = re.compile(r"<(/[^:>]+):[0-9]+>")
_TILE = re.compile(r"<:([A-Za-z]+)_?(\w*):[0-9]+>")
_LAST_MOVE = re.compile(r"^(.*<:[A-Za-z]+_last:[0-9]+>.*)$", re.MULTILINE)
_MENTION = re.compile(r"<@([0-9]+)>")
_TIME = re.compile(r"<t:([0-9]+):([tdfR])>")

_KEYCAP = re.compile("([0-9])\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}")
_NARROW = re.compile("(.)\N{VARIATION SELECTOR-16}")

_MARKS = {mark.value: mark for mark in Mark}
_STATES = {"line": State.LINE, "fading": State.FADING}

_MINUTE, _HOUR, _DAY = 60, 3600, 86400  # seconds


def draw(message: Message, names: Mapping[int, str], now: datetime) -> str:
    """The texts of a message behind a stripe, then its files, what can be chosen, and what can be pressed.

    now  the simulated time, in the time zone that times are shown in
    """
    lines = [f"│ {line}".rstrip() for text in message.texts for line in _plain(text, names, now).splitlines()]
    if message.only_for_you:
        lines.append("│ " + ENGLISH.say("(only you see this)"))
    lines += [f"  [{_chosen(select)} ▾]" for select in message.selects]
    for name, text in message.files:
        lines += [f"  📎 {name}", *(f"    {line}" for line in text.splitlines())]
    if message.buttons:
        lines.append("  " + " ".join(f"[{button['label']}]" for button in message.buttons))
    return "\n".join(lines)


def _chosen(select: Component) -> str:
    """What a select shows: the option chosen now, or its hint."""
    chosen = [option["label"] for option in select["options"] if option.get("default")]
    return str(chosen[0] if chosen else select.get("placeholder", ""))


def _plain(markdown: str, names: Mapping[int, str], now: datetime) -> str:
    """Plain text from Discord's Markdown, with names for mentions and written-out times."""
    text = _LAST_MOVE.sub(r"\1 ←", _LINK.sub(r"\1", markdown))
    text = _HEADING.sub("", _TILE.sub(_sign, text)).replace("**", "").replace("`", "")
    text = _MENTION.sub(lambda found: "@" + names.get(int(found[1]), found[1]), _COMMAND.sub(r"\1", text))
    return _level(_TIME.sub(lambda found: _time(int(found[1]), found[2], now), text))


def _sign(tile: re.Match[str]) -> str:
    """What stands for a tile: two columns, as terminals draw the marks."""
    kind, state = tile.groups()
    if kind == "cell":
        return f"{state:>2}"
    if kind in _MARKS:
        return EMOJI.sign(_MARKS[kind], _STATES.get(state, State.PLAIN))
    return EMOJI.empty


def _level(text: str) -> str:
    """The text with two columns for each sign of a board, as terminals draw the marks.

    Some terminals draw keycaps and other late emoji in one column, others in two.
    """
    return _NARROW.sub(r"\1 ", _KEYCAP.sub(r" \1", text))


def _time(timestamp: int, style: str, now: datetime) -> str:
    """A simulated time: `t` shows the hour, `d` the day, `f` both, `R` the time until then."""
    then = datetime.fromtimestamp(timestamp, now.tzinfo)
    if style == "t":
        return then.strftime("%H:%M")
    if style in "df":
        return then.strftime("%Y-%m-%d" if style == "d" else "%Y-%m-%d %H:%M")
    seconds = round((then - now).total_seconds())
    span = _span(abs(seconds))
    return ENGLISH.say("in {time}", time=span) if seconds >= 0 else ENGLISH.say("{time} ago", time=span)


def _span(seconds: int) -> str:
    """A length of time in the largest unit that fits, rounded as Discord does."""
    if seconds < _MINUTE:
        return ENGLISH.say_count("{count} second", "{count} seconds", seconds)
    if seconds < _HOUR:
        return ENGLISH.say_count("{count} minute", "{count} minutes", round(seconds / _MINUTE))
    if seconds < _DAY:
        return ENGLISH.say_count("{count} hour", "{count} hours", round(seconds / _HOUR))
    return ENGLISH.say_count("{count} day", "{count} days", round(seconds / _DAY))
