"""Messages in words alone, for people who listen: first what matters, then the board row by row.

They have neither emoji nor Markdown. Free cells have buttons with their numbers; taken cells have
none.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise

from bot.messages.custom_id import custom_id_of, is_spoken, spoken
from bot.messages.looks import in_rows, letters
from bot.messages.reply import Button, Rows, Spoken
from bot.messages.texts import Voice
from engine.board import Board, Cell, Mark, number_of

_MARKDOWN = re.compile(r"^(?:#{1,3}|-#|-) |\*\*|`", re.MULTILINE)
_PAUSE = re.compile(" [·→] ")  # signs that people see, and hear as a comma
_JOINERS = "\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}\N{ZERO WIDTH JOINER}"
_ROW = 5  # buttons
_MOST_ROWS = 5


def plain(text: str, voice: Voice) -> str:
    """The text without emoji and Markdown; mentions and times stay: Discord shows them as words."""
    kept = (
        sign
        for sign in letters(text)
        if unicodedata.category(sign) != "So" and sign not in _JOINERS
    )
    bare = voice.separated(_PAUSE.split(_MARKDOWN.sub("", "".join(kept))))
    return "\n".join(" ".join(line.split()) for line in bare.splitlines() if line.strip())


def said(
    texts: Iterable[str], board: Board, voice: Voice, buttons: Rows, *, after: Iterable[str] = ()
) -> Spoken:
    """Texts about a board in words alone, the board row by row, and what is said after it."""
    before, behind = ([plain(text, voice) for text in each] for each in (texts, after))
    return Spoken("\n".join([*before, *rows(board, voice), *behind]), buttons)


def text_first_button(voice: Voice) -> Button:
    """To get words first from now on."""
    # NOTE: a button, for people who use a screen reader: show me text, not drawn boards
    return Button(voice.say("Prefer text"), custom_id_of("textfirst"))


def read_button(custom_id: str, voice: Voice) -> Button:
    """The button that tells a message in words alone: its `custom_id` led to that message."""
    # NOTE: a button, for people who use a screen reader: get this message as text, in words
    return Button(voice.say("As text"), spoken(custom_id))


def with_read(cells: Rows, read: Button) -> Rows:
    """The rows of cells with that button at the end, if there is room: it never takes its own row.

    Where there is none, people who press *Prefer text* get the message in words at once.
    """
    *above, last = cells
    return (*above, (*last, read)) if len(last) < _ROW else cells


def rows(board: Board, voice: Voice) -> list[str]:
    """The board row by row: the letters of the marks, and the numbers of the free cells."""

    def named(cell: Cell) -> str:
        mark = board.mark_on(cell)
        return mark.value if mark else str(number_of(cell, board.rules))

    # NOTE: {cells} is such as "X, 2, O": letters of marks, and numbers of free cells
    return [
        voice.say("Row {row}: {cells}.", row=row, cells=voice.separated(map(named, cells)))
        for row, cells in enumerate(in_rows(board), start=1)
    ]


def usable(*groups: Iterable[Button]) -> Rows:
    """The buttons worth pressing, as far as a message has room: none of a taken cell.

    Each group has rows of its own where there is room for these. None asks for words: here they
    are.
    """
    offered = [[button for button in group if _is_usable(button)] for group in groups]
    apart = [row for group in offered for row in balanced(group)]
    if len(apart) <= _MOST_ROWS:
        return tuple(apart)
    together = [button for group in offered for button in group]
    return balanced(together[: _MOST_ROWS * _ROW])


def _is_usable(button: Button) -> bool:
    is_taken = button.disabled or button.label in Mark.__members__
    return not is_taken and not is_spoken(button.custom_id)


def balanced(buttons: Sequence[Button]) -> Rows:
    """As few rows as hold them, of nearly the same length, so that none stands alone."""
    rows = -(-len(buttons) // _ROW)
    starts = [row * len(buttons) // rows for row in range(rows + 1)] if rows else [0]
    return tuple(tuple(buttons[start:end]) for start, end in pairwise(starts))
