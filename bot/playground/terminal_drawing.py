"""Messages as styled text for a terminal, and as the same text without the styles for a pipe.

No sign says anything by its colour alone. On a board [X] is the last move, *X* is in the line that
ended the game, and (X) goes next. Of a free cell ▲7 wins, =7 draws and ▼7 loses; of a move, ■ ◧ □
say the same.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import NamedTuple

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.utils import get_cwidth

from bot.messages.looks import EMOJI
from bot.playground.simulated_discord import Message
from engine.board import GAMES, number_of

BOLD, DIM = "bold", "dim"
RED, BLUE, GREEN = "bold #ff0000", "bold #0087ff", "bold #008700"
"""Colours that can be read on a dark ground and on a light one."""

LINE = f"{GREEN} reverse"
"""The style of a winning line."""

LABEL = "class:label"
"""The style of what no line breaks."""


def draw(message: Message, names: Mapping[int, str], now: datetime) -> StyleAndTextTuples:
    """The texts of a message behind a stripe, then its files, what to choose, and what to press.

    A cell that can be pressed shows its number on the board, and no second time among the buttons.

    now  the simulated time, in the time zone that times are shown in
    """
    boards = [_board(text) for text in message.texts]
    shown: list[StyleAndTextTuples] = []
    for text, board in zip(message.texts, boards, strict=True):
        shown += board or [[*_marked_up(line, names, now)] for line in text.splitlines()]
    if any(boards[1:]):
        shown[0] = [(f"{BOLD} {part[0]}", part[1]) for part in shown[0]]  # the headline of a board
    if message.only_for_you:
        shown.append([(DIM, "(only you can see this)")])
    lines: list[StyleAndTextTuples] = [[(DIM, "│ "), *line] for line in shown]
    for select in message.selects:
        chosen = [option["label"] for option in select["options"] if option.get("default")]
        lines.append(
            [("", "  "), (LABEL, f"[{chosen[0] if chosen else select.get('placeholder', '')} ▾]")]
        )
    for name, text in message.files:
        lines.append([("", f"  📎 {name}")])
        lines += [[("", f"    {line}")] for line in text.splitlines()]
    controls: StyleAndTextTuples = []
    for button in message.buttons:
        if not (any(boards) and button["label"].isdecimal()):
            controls += [(DIM, " · " if controls else "  "), (LABEL, button["label"])]
    if controls:
        lines.append(controls)
    drawn: StyleAndTextTuples = []
    for *parts, (style, last, *_) in lines:
        drawn += [*parts, (style, last.rstrip(" ")), ("", "\n")]
    return drawn[:-1]


class _Sign(NamedTuple):
    """A sign, and what stands on its two sides in the cell of a board."""

    style: str
    text: str
    before: str = " "
    after: str = " "


_MARKS = {"X": RED, "O": BLUE}
_WORTHS = {"win": (GREEN, "▲", "■"), "draw": ("", "=", "◧"), "loss": (DIM, "▼", "□")}


def _sign(name: str, number: int | str = "") -> _Sign:
    """How a sign is drawn.

    name    of its tile, or else its emoji (see `bot.messages.looks.Look`)
    number  of the cell that it stands on
    """
    match name.split("_"):
        case [mark, "last"]:
            return _Sign(_MARKS[mark], mark, "[", "]")
        case [mark, "line"]:
            return _Sign(LINE, mark, "*", "*")
        case [mark, "lost"]:
            return _Sign(_MARKS[mark], mark, "*", "*")
        case [mark, "fading"]:
            return _Sign(f"{_MARKS[mark]} nobold dim", mark, "(", ")")
        case [("X" | "O") as mark, *_]:
            return _Sign(_MARKS[mark], mark)
        case [("win" | "draw" | "loss") as worth, of]:
            style, before, _ = _WORTHS[worth]
            return _Sign(style, str(number or of), before)
        case ["square", worth]:
            return _Sign(_WORTHS[worth][0], _WORTHS[worth][2])
        case ["here", worth]:
            return _Sign(f"{_WORTHS[worth][0]} bold nodim", _WORTHS[worth][2], "[", "]")
        case ["cell", of]:
            return _Sign(DIM, str(number or of))
        case ["empty"]:
            return _Sign("", " ")
    return _Sign("", _narrow(name))


_TILE = re.compile(r"<:(\w+):[0-9]+>")
_ON_A_BOARD = re.compile(rf"{_TILE.pattern}|[0-9]?[^\w<]+")
_EMOJI_ON_A_BOARD = {
    sign: name
    for name, sign in EMOJI.signs.items()
    if name.startswith(("X", "O", "cell_", "win_", "draw_", "loss_", "empty"))
    and not name.endswith(("_last", "_lost", "_fading"))
}


def _board(block: str) -> list[StyleAndTextTuples]:
    """The board in a block of Markdown, with lines between its cells; nothing if it is no board."""
    rows = [line.lstrip("# ").split() for line in block.splitlines()]
    if not all(_ON_A_BOARD.fullmatch(word) for row in rows for word in row):
        return []
    # Numbers on the margins, for a look that has none for its cells.
    if rows[0][:1] == [EMOJI.corner]:
        rows = [row[1:] for row in rows[1:]]
    rules = GAMES.get(f"{len(rows)}x{len(rows)}")
    if not rules:
        return []
    words = [_TILE.sub(r"\1", word) for row in rows for word in row[: rules.columns]]
    names = [_EMOJI_ON_A_BOARD.get(word, word) for word in words]
    signs = [_sign(name, number_of(cell, rules)) for cell, name in enumerate(names, start=1)]
    cells = [(sign.style, f"{sign.before}{sign.text}{sign.after}") for sign in signs]
    width = max(get_cwidth(text) for _, text in cells)
    rule = [(DIM, " " + "┼".join(["─" * width] * rules.columns))]
    lines: list[StyleAndTextTuples] = []
    for row in rows:
        line: StyleAndTextTuples = [("", " ")]
        for style, text in cells[: rules.columns]:
            line += [(style, text + " " * (width - get_cwidth(text))), (DIM, "│")]
        arrow = [(DIM, f" {sign}") for sign in row[rules.columns :]]  # in some looks
        lines += [[*line[:-1], *arrow], [*rule]]
        del cells[: rules.columns]
    return lines[:-1]


_EMOJI_IN_TEXTS = {
    sign: name
    for name, sign in EMOJI.signs.items()
    if name in _MARKS or name.startswith(("square_", "here_"))
}
_PART = re.compile(
    rf"""
    (?P<bold> \*\*)
    | <: (?P<tile> \w+) :[0-9]+>
    | <@ (?P<person> [0-9]+) >
    | <t: (?P<time> [0-9]+:[tdfR]) >
    | < (?P<command> /[^:>]+) :[0-9]+>
    | \[ (?P<link> [^]]+) \]\(https://[^)]+\)
    | (?P<unseen> [`*])
    | (?P<emoji> {"|".join(_EMOJI_IN_TEXTS)})
    """,
    re.VERBOSE,
)
_HEADING = re.compile(r"#{1,3} ")
_SMALL = "-# "


def _marked_up(line: str, names: Mapping[int, str], now: datetime) -> Iterator[tuple[str, str]]:
    """A line of Discord's Markdown, with names for mentions and written-out times."""
    usual = BOLD if (heading := _HEADING.match(line)) else DIM if line.startswith(_SMALL) else ""
    at = heading.end() if heading else len(_SMALL) if usual else 0
    style = usual
    for found in _PART.finditer(line, at):
        yield style, _narrow(line[at : found.start()])
        at = found.end()
        kind = found.lastgroup or ""
        text = found[kind]
        if kind == "bold":
            style = BOLD if style == usual else usual
        elif kind in {"tile", "emoji"}:
            sign = _sign(_EMOJI_IN_TEXTS.get(text, text))
            yield sign.style, f"{sign.before}{sign.text}{sign.after}".strip()
        elif kind == "person":
            yield style, "@" + names.get(int(text), text)
        elif kind == "time":
            yield style, _time(text, now)
        elif kind in {"command", "link"}:
            yield style, text
    yield style, _narrow(line[at:])


_KEYCAP = re.compile("([0-9])\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}")
_NARROW = re.compile("(.)\N{VARIATION SELECTOR-16}")


def _narrow(text: str) -> str:
    """The text without emoji that some terminals draw in one column, and others in two."""
    return _NARROW.sub(r"\1 ", _KEYCAP.sub(r"\1", text))


_FORMATS = {"t": "%H:%M", "d": "%Y-%m-%d", "f": "%Y-%m-%d %H:%M"}
_UNITS = {"day": 86400, "hour": 3600, "minute": 60, "second": 1}  # seconds


def _time(told: str, now: datetime) -> str:
    """A simulated time: `t` shows the hour, `d` the day, `f` both, `R` the time until then.

    That is in the largest unit that fits, rounded as Discord does.
    """
    timestamp, _, style = told.partition(":")
    then = datetime.fromtimestamp(int(timestamp), now.tzinfo)
    if style in _FORMATS:
        return then.strftime(_FORMATS[style])
    seconds = round((then - now).total_seconds())
    unit = next((unit for unit, length in _UNITS.items() if abs(seconds) >= length), "second")
    count = round(abs(seconds) / _UNITS[unit])
    span = f"{count} {unit}" if count == 1 else f"{count} {unit}s"
    return f"in {span}" if seconds >= 0 else f"{span} ago"
