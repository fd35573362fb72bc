"""A message as text: boards of standard emoji, Discord's Markdown taken off, buttons in brackets.

A changed message is told by what is new on it.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.messages.looks import EMOJI, NO_BREAK_HYPHEN
from bot.playground.simulated_discord import Component, Message
from engine.board import Mark


@dataclass(frozen=True)
class Reader:
    """What a text is read with.

    names       the names of people and channels, by their mentions, such as `<@1234>`
    now         the simulated time, in the time zone that times are shown in
    in_letters  whether marks are letters instead of emoji
    """

    names: Mapping[str, str]
    now: datetime
    in_letters: bool = False


def lines_of(message: Message, before: Message | None, reader: Reader) -> str:
    """The lines of a message; of one that has changed only those that are new.

    before  the message as it was printed last; None if it is new
    """
    old = before or Message(message.id, "", (), only_for_you=message.only_for_you)
    lines: list[str] = []
    for text in message.texts:
        if text not in old.texts:
            lines += _displayed_lines(text, reader)
    for select in message.selects:
        if select not in old.selects:
            lines.append(_list(select))
    for name, content in message.files:
        if (name, content) not in old.files:
            lines += [f"{name}:", *content.splitlines()]
    for row in message.rows:
        labels = [button["label"] for button in row]
        if before:
            labels = _new_labels(labels, before)
        if labels:
            lines.append(" ".join(f"[{label}]" for label in labels))
    if lines and message.only_for_you:
        lines.append("(only you can see this)")
    return "\n".join(lines)


def _new_labels(labels: Iterable[str], before: Message) -> list[str]:
    """The labels of a changed message that say something new: the board itself shows its cells."""
    old = {button["label"] for button in before.buttons}
    had_cells = any(label.isdecimal() for label in old)
    new: list[str] = []
    for label in labels:
        is_of_board = label in Mark.__members__ or (had_cells and label.isdecimal())
        if label not in old and not is_of_board:
            new.append(label)
    return new


def _list(select: Component) -> str:
    """What is chosen on a list, in brackets, and all that can be chosen."""
    chosen = select.get("placeholder", "")
    names: list[str] = []
    for option in select["options"]:
        subject, _, name = option["label"].partition(": ")
        names.append(name or subject)
        if option.get("default"):
            chosen = option["label"]
    return f"[{chosen} ▾] {', '.join(names)}"


_STRESS = re.compile(r"\*\*|[`*]")
_HEADING = re.compile(r"(?:#{1,3}|-#) ")
_LARGE = re.compile(r"##? ")
_LINK = re.compile(r"\[([^]]+)\]\(https://[^)]+\)")
_COMMAND = re.compile(r"<(/[^:>]+):[0-9]+>")
_TIME = re.compile(r"<t:([0-9]+):([tdfR])>")
_TILE = re.compile(r"<:(\w+):[0-9]+>")
_JOINT = re.compile("\N{NO-BREAK SPACE}+")
_WIDTH = 3  # columns of a tile in a line as large as the rows of a board


def _displayed_lines(text: str, reader: Reader) -> list[str]:
    """The lines of a text as Discord shows them."""
    for mention, name in reader.names.items():
        text = text.replace(mention, name)
    text = _COMMAND.sub(r"\1", text)
    text = _LINK.sub(r"\1", text)
    text = _TIME.sub(lambda time: _time(int(time[1]), time[2], reader.now), text)
    text = _STRESS.sub("", text)
    text = text.replace(NO_BREAK_HYPHEN, "-")  # which not every font of a terminal has
    lines: list[str] = []
    for line in text.splitlines():
        width = 0
        if _LARGE.match(line):
            width = _WIDTH
        line_without_hashes = _HEADING.sub("", line, count=1)
        with_signs = _with_signs(line_without_hashes, width, reader)
        lines.append(_JOINT.sub(" ", with_signs).rstrip())
    return lines


def _with_signs(line: str, width: int, reader: Reader) -> str:
    """The line with a sign for each tile, which takes at least so many columns."""

    def sign(tile: re.Match[str]) -> str:
        text = _sign(tile[1], in_letters=reader.in_letters)
        wide = [each for each in text if unicodedata.east_asian_width(each) == "W"]
        columns = len(text) + len(wide)  # of a terminal: an emoji takes two
        return text + " " * (width - columns)

    return _TILE.sub(sign, line)


_SHAPES = {"win": "▲", "draw": "=", "loss": "▼"}


def _sign(name: str, *, in_letters: bool) -> str:
    """A tile by its name (see `bot.messages.tiles`): the number of a free cell, or a mark."""
    kind, _, detail = name.partition("_")
    if kind == "cell":
        return detail
    if kind == "empty":
        return "·"
    if kind in _SHAPES:
        return _SHAPES[kind] + detail
    if not in_letters:
        return EMOJI.signs[name]
    if kind in Mark.__members__:
        return kind
    return detail[0].upper()  # W, D or L for a square of a strip


_FORMATS = {"t": "%H:%M", "d": "%Y-%m-%d", "f": "%Y-%m-%d %H:%M"}
_UNITS = {"day": 86400, "hour": 3600, "minute": 60, "second": 1}  # seconds


def _time(timestamp: int, style: str, now: datetime) -> str:
    """A simulated time: `t` shows the hour, `d` the day, `f` both, `R` the time until then.

    That is in the largest unit that fits, rounded as Discord does.
    """
    then = datetime.fromtimestamp(timestamp, now.tzinfo)
    if style in _FORMATS:
        return then.strftime(_FORMATS[style])
    seconds = round((then - now).total_seconds())
    fitting = [unit for unit, length in _UNITS.items() if abs(seconds) >= length]
    unit = next(iter(fitting), "second")
    count = round(abs(seconds) / _UNITS[unit])
    span = f"{count} {unit}s"
    if count == 1:
        span = f"1 {unit}"
    if seconds < 0:
        return f"{span} ago"
    return f"in {span}"
