"""A terminal: texts in its width and with its signs, and messages redrawn in their place."""

import locale
import os
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import NamedTuple

from prompt_toolkit.application import Application, get_app_or_none, run_in_terminal
from prompt_toolkit.data_structures import Size
from prompt_toolkit.formatted_text import (
    AnyFormattedText,
    StyleAndTextTuples,
    fragment_list_width,
    split_lines,
    to_formatted_text,
    to_plain_text,
)
from prompt_toolkit.layout.utils import explode_text_fragments
from prompt_toolkit.output import Output
from prompt_toolkit.output.plain_text import PlainTextOutput
from prompt_toolkit.renderer import print_formatted_text
from prompt_toolkit.styles import Style
from prompt_toolkit.utils import get_cwidth, is_dumb_terminal

from bot.messages.looks import PAIRS
from bot.playground.terminal_drawing import LABEL
from engine.board import Mark

_AS_NAMED = Style([])  # a style is its own description, such as "bold"


class _Shown(NamedTuple):
    """What was shown last: the message, if it was one, how many lines, and at what window size."""

    message_id: int | None
    height: int
    window: Size


class Screen:
    """What is shown in a terminal, one text below the other.

    A message that changes is redrawn where it stands if it is the lowest, and the window holds all
    of it.

    is_plain       without colours, and nothing is redrawn
    only_in_ascii  with letters for signs
    """

    def __init__(
        self, output: Output, *, is_plain: bool = False, only_in_ascii: bool = False
    ) -> None:
        self.is_plain = is_plain
        self._only_in_ascii = only_in_ascii
        self._output = output
        self._last = _Shown(None, 0, output.get_size())
        self._prompt_height = 0
        self._typed: StyleAndTextTuples | None = None

    @property
    def columns(self) -> int:
        """Its width without the last column, where some terminals break the line."""
        return self._output.get_size().columns - 1

    def show(
        self, text: AnyFormattedText, message_id: int | None = None, overtaken: Collection[int] = ()
    ) -> None:
        """Show a text above the line being typed.

        message_id  if it is a message
        overtaken   the messages whose place it may take
        """
        write = partial(self._write, text, message_id, {message_id, *overtaken} - {None})
        if get_app_or_none():
            run_in_terminal(write)
        else:
            write()

    def _write(
        self, text: AnyFormattedText, message_id: int | None, replaced: set[int | None]
    ) -> None:
        last, window = self._last, self._output.get_size()
        is_whole = last.window == window and last.height + self._prompt_height <= window.rows
        if last.message_id in replaced and is_whole and not self.is_plain:
            self._output.cursor_up(last.height)
            self._output.erase_down()
        elif self._typed:
            self._print([self._typed])
            self._typed = None
        lines = fold(self.drawable(text), self.columns)
        self._print(lines)
        self._prompt_height = 0
        self._last = _Shown(message_id, len(lines), window)

    def _print(self, lines: Iterable[AnyFormattedText]) -> None:
        for line in lines:
            print_formatted_text(self._output, [*to_formatted_text(line), ("", "\n")], _AS_NAMED)

    @contextmanager
    def answering(self, typed: AnyFormattedText) -> Iterator[None]:
        """While the block runs, a typed line is answered.

        The prompt has erased it, unless this is plain. It is shown again above the first answer
        that is not redrawn in its place.
        """
        self._typed = None if self.is_plain else self.drawable(typed)
        yield
        self._typed = None

    def note_prompt(self, prompt: Application[str]) -> None:
        """Remember how far up the prompt has moved what stands above it, as for what Tab offers."""
        if drawn := prompt.renderer.last_rendered_screen:
            self._prompt_height = max(self._prompt_height, drawn.height)

    def drawable(self, text: AnyFormattedText) -> StyleAndTextTuples:
        """A text as this terminal can show it."""
        signs = in_ascii if self._only_in_ascii else str
        if self.is_plain:
            return [("", signs(to_plain_text(text)))]
        return [(style, signs(part)) for style, part, *_ in to_formatted_text(text)]


def is_plain(output: Output) -> bool:
    """Whether a terminal is to have neither colours nor anything redrawn."""
    return (
        is_dumb_terminal()
        or bool(os.environ.get("NO_COLOR"))
        or isinstance(output, PlainTextOutput)
    )


_MARGIN = re.compile(r"(?:│ )? *")
_WORD = re.compile(r" *[^ ]+")
_TOO_NARROW = 60  # columns; below that, two columns of text are hard to read


def fold(text: AnyFormattedText, width: int) -> list[StyleAndTextTuples]:
    """The lines of a text, long ones broken between words, with the margin before each part."""
    folded: list[StyleAndTextTuples] = []
    for line in split_lines(to_formatted_text(text)):
        signs = explode_text_fragments(line)
        plain = "".join("x" if style == LABEL else sign for style, sign, *_ in signs)
        match = _MARGIN.match(plain)
        margin = match.end() if match else 0
        part = signs[:margin]
        for word in _WORD.finditer(plain, margin):
            following = signs[word.start() : word.end()]
            if len(part) > margin and fragment_list_width(part + following) > width:
                folded.append(part)
                part, following = signs[:margin], following[len(word[0]) - len(word[0].lstrip()) :]
            part = part + following
        folded.append(part)
    return folded


def in_columns(rows: Iterable[tuple[str, str]], width: int) -> str:
    """Two columns; the second goes below where the first or the terminal leaves it no room."""
    rows, lines = list(rows), list[str]()
    is_narrow = width < _TOO_NARROW
    first = (
        2
        if is_narrow
        else max(get_cwidth(left) for left, _ in rows if get_cwidth(left) < width // 3)
    )
    for left, right in rows:
        below = "\n".join(map(to_plain_text, fold(" " * (first + 2) + right, width)))
        is_below = is_narrow or get_cwidth(left) > first
        lines += [left, below] if is_below else [left.ljust(first) + below[first:]]
    return "\n".join(lines)


_LETTERS = str.maketrans(
    {
        "▲": "^",
        "▼": "v",
        "■": "^",
        "◧": "=",
        "□": "v",
        **{look.signs[mark.name]: f"{mark.value} " for look in PAIRS.values() for mark in Mark},
        "⏳": "~ ",
        "⚠": "!",
        "·": "-",
        "×": "x",
        "–": "-",
        "…": "...",
        "←": "<-",
        "→": "->",
        "│": "|",
        "─": "-",
        "┼": "+",
        "›": ">",
        "‹": "<",
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
    """The text in ASCII: signs that say something become letters, and all others go."""
    return _ANY_OTHER.sub("", text.translate(_LETTERS))
