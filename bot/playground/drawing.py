"""Messages and help as lines of text, in the width and with the signs that a terminal has."""

import locale
import os
import re
import sys
from collections.abc import Iterable, Mapping
from datetime import datetime

from prompt_toolkit.utils import get_cwidth

from bot.messages.looks import EMOJI, PAIRS
from bot.playground.world import Message
from engine.board import Mark

_HEADING = re.compile(r"^(?:#{1,3} |-# )", re.MULTILINE)
_LINK = re.compile(r"\[([^]]+)\]\(https://[^)]+\)")
_COMMAND = re.compile(r"<(/[^:>]+):[0-9]+>")
_CELL_TILE = re.compile(r"<:cell_(\w+):[0-9]+>")
_TILE = re.compile(r"<:(\w+):[0-9]+>")
_LAST_MOVE = re.compile(r"^(.*<:[A-Za-z]+_last:[0-9]+>.*)$", re.MULTILINE)
_MENTION = re.compile(r"<@([0-9]+)>")
_TIME = re.compile(r"<t:([0-9]+):([tdfR])>")

_KEYCAP = re.compile("([0-9])\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}")
_NARROW = re.compile("(.)\N{VARIATION SELECTOR-16}")

_FORMATS = {"t": "%H:%M", "d": "%Y-%m-%d", "f": "%Y-%m-%d %H:%M"}
_UNITS = {"day": 86400, "hour": 3600, "minute": 60, "second": 1}  # seconds


def draw(message: Message, names: Mapping[int, str], now: datetime) -> str:
    """The texts of a message behind a stripe, then its files, what can be chosen, and what can be pressed.

    now  the simulated time, in the time zone that times are shown in
    """
    lines = [f"│ {line}".rstrip() for text in message.texts for line in _plain(text, names, now).splitlines()]
    if message.only_for_you:
        lines.append("│ (only you see this)")
    for select in message.selects:
        chosen = [option["label"] for option in select["options"] if option.get("default")]
        lines.append(f"  [{chosen[0] if chosen else select.get('placeholder', '')} ▾]")
    for name, text in message.files:
        lines += [f"  📎 {name}", *(f"    {line}" for line in text.splitlines())]
    if message.buttons:
        lines.append("  " + " ".join(f"[{button['label']}]" for button in message.buttons))
    return "\n".join(lines)


def _plain(markdown: str, names: Mapping[int, str], now: datetime) -> str:
    """Plain text from Discord's Markdown, with names for mentions and written-out times.

    Each sign of a board is two columns wide: some terminals draw keycaps and other late emoji in one column,
    others in two.
    """
    text = _LAST_MOVE.sub(r"\1 ←", _LINK.sub(r"\1", markdown))
    text = _TILE.sub(lambda tile: EMOJI.signs[tile[1]], _CELL_TILE.sub(lambda tile: f"{tile[1]:>2}", text))
    text = _HEADING.sub("", text).replace("**", "").replace("`", "")
    text = _MENTION.sub(lambda found: "@" + names.get(int(found[1]), found[1]), _COMMAND.sub(r"\1", text))
    text = _TIME.sub(lambda found: _time(int(found[1]), found[2], now), text)
    return _NARROW.sub(r"\1 ", _KEYCAP.sub(r" \1", text))


def _time(timestamp: int, style: str, now: datetime) -> str:
    """A simulated time: `t` shows the hour, `d` the day, `f` both, `R` the time until then.

    That is in the largest unit that fits, rounded as Discord does.
    """
    then = datetime.fromtimestamp(timestamp, now.tzinfo)
    if style in _FORMATS:
        return then.strftime(_FORMATS[style])
    seconds = round((then - now).total_seconds())
    unit = next((unit for unit, length in _UNITS.items() if abs(seconds) >= length), "second")
    count = round(abs(seconds) / _UNITS[unit])
    span = f"{count} {unit}" if count == 1 else f"{count} {unit}s"
    return f"in {span}" if seconds >= 0 else f"{span} ago"


_MARGIN = re.compile(r"(?:│ )? *")
_WORD = re.compile(r" *(?:\[[^]]*\]|\S+)")  # text in brackets is a button and stays whole
_TOO_NARROW = 60  # columns; below that, two columns of text are hard to read


def fold(text: str, width: int) -> str:
    """The text with long lines broken between words, and the margin repeated before each part."""
    folded: list[str] = []
    for line in text.splitlines():
        match = _MARGIN.match(line)
        margin = part = match[0] if match else ""
        for word in _WORD.findall(line[len(margin) :]):
            if part != margin and get_cwidth(part + word) > width:
                folded.append(part)
                part = margin + word.lstrip()
            else:
                part += word
        folded.append(part)
    return "\n".join(folded)


def in_columns(rows: Iterable[tuple[str, str]], width: int) -> str:
    """Two columns; the second goes below the first where the first or the terminal leaves it no room."""
    rows, lines = list(rows), list[str]()
    is_narrow = width < _TOO_NARROW
    first = 2 if is_narrow else max(get_cwidth(left) for left, _ in rows if get_cwidth(left) < width // 3)
    for left, right in rows:
        below = fold(" " * (first + 2) + right, width)
        is_below = is_narrow or get_cwidth(left) > first
        lines += [left, below] if is_below else [left.ljust(first) + below[first:]]
    return "\n".join(lines)


_LETTERS = str.maketrans(
    {
        "❌": " X",
        "⭕": " O",
        "❎": "*X",
        "🟢": "*O",
        "✅": " +",
        "🤝": " =",
        "🔻": " -",
        **{look.signs[mark.name]: f" {mark.value}" for look in PAIRS.values() for mark in Mark},
        "🆗": " ~",
        "⚠": "!",
        "▫": ".",
        "🔸": " .",
        "🔢": "  ",
        "·": "-",
        "×": "x",
        "–": "-",
        "…": "...",
        "←": "<-",
        "│": "|",
        "›": ">",
        "▾": "v",
        "’": "'",
    }
)
_ANY_OTHER = re.compile(r"[^\x00-\x7f]+ ?")


def draws_only_ascii() -> bool:
    """Whether this terminal does, because of its locale or because it is the Linux console."""
    encoding = sys.stdout.encoding if sys.platform == "win32" else locale.getencoding()
    return "utf" not in encoding.lower() or os.environ.get("TERM") == "linux"


def in_ascii(text: str) -> str:
    """The text with letters for marks and without decorative signs."""
    return _ANY_OTHER.sub("", text.translate(_LETTERS))
