"""Messages in words alone, for people who listen: first what matters, then the board row by row.

They have neither emoji nor Markdown. Free cells have buttons with their numbers; taken cells have
none.
"""

import math
import re
import unicodedata
from collections.abc import Iterable, Sequence

from bot.messages.boards import in_rows
from bot.messages.content import Button, Rows, Spoken
from bot.messages.custom_id import custom_id_of, is_spoken, spoken_custom_id
from bot.messages.looks import NO_BREAK_HYPHEN, letters
from bot.messages.texts import Voice
from engine.board import Board, Cell, Mark, number_of

_MARKDOWN = re.compile(r"^(?:#{1,3}|-#|-) |\*\*|`", re.MULTILINE)
_PAUSE = re.compile(" +[·→] ")  # signs that people see, and hear as a comma
_JOINERS = "\N{VARIATION SELECTOR-16}\N{COMBINING ENCLOSING KEYCAP}\N{ZERO WIDTH JOINER}"
_ROW = 5  # buttons
_MOST_ROWS = 5


def plain(text: str, voice: Voice) -> str:
    """The text without emoji and Markdown; mentions and times stay: Discord shows them as words."""
    without_emoji = "".join(sign for sign in letters(text) if not is_emoji(sign))
    without_markdown = _MARKDOWN.sub("", without_emoji)
    # Some screen readers say the name of the other hyphen aloud.
    with_hyphens = without_markdown.replace(NO_BREAK_HYPHEN, "-")
    with_commas = voice.separated(_PAUSE.split(with_hyphens))
    lines = []
    for line in with_commas.splitlines():
        words = line.split()
        if words:
            lines.append(" ".join(words))
    return "\n".join(lines)


def is_emoji(sign: str) -> bool:
    """Whether a character is an emoji, or a part of one."""
    if sign == "№":  # to Unicode it is a symbol, as emoji are, but people read it as a word
        return False
    return unicodedata.category(sign) == "So" or sign in _JOINERS


def spoken_content(
    texts: Iterable[str], board: Board, voice: Voice, buttons: Rows, *, after: Iterable[str] = ()
) -> Spoken:
    """Texts about a board in words alone, the board row by row, and what is said after it."""
    lines = [plain(text, voice) for text in texts]
    lines += rows(board, voice)
    lines += [plain(text, voice) for text in after]
    return Spoken("\n".join(lines), buttons)


def text_first_button(voice: Voice) -> Button:
    """To get words first from now on."""
    # NOTE: a button, for people who use a screen reader: show me text, not drawn boards
    return Button(voice.say("Prefer text"), custom_id_of("textfirst"))


def read_button(custom_id: str, voice: Voice) -> Button:
    """The button that tells a message in words alone: its `custom_id` led to that message."""
    # NOTE: a button, for people who use a screen reader: get this message as text, in words
    return Button(voice.say("As text"), spoken_custom_id(custom_id))


def with_read(cells: Rows, read: Button) -> Rows:
    """The rows of cells with that button at the end, if there is room: it never takes its own row.

    Where there is none, people who press *Prefer text* get the message in words at once.
    """
    last = cells[-1]
    if len(last) == _ROW:
        return cells
    return (*cells[:-1], (*last, read))


def rows(board: Board, voice: Voice) -> list[str]:
    """The board row by row: the letters of the marks, and the numbers of the free cells."""
    lines = []
    for row, cells in enumerate(in_rows(board), start=1):
        names = voice.separated(_cell_name(board, cell) for cell in cells)
        # NOTE: {cells} is such as "X, 2, O": letters of marks, and numbers of free cells
        lines.append(voice.say("Row {row}: {cells}.", row=row, cells=names))
    return lines


def _cell_name(board: Board, cell: Cell) -> str:
    mark = board.mark_on(cell)
    if mark is None:
        return str(number_of(cell, board.rules))
    return mark.value


def usable(*groups: Iterable[Button]) -> Rows:
    """The buttons worth pressing, as far as a message has room: none of a taken cell.

    Each group has rows of its own where there is room for these. None asks for words: here they
    are.
    """
    rows: list[tuple[Button, ...]] = []
    together: list[Button] = []
    for group in groups:
        buttons = [button for button in group if is_usable(button)]
        rows += balanced_rows(buttons)
        together += buttons
    if len(rows) <= _MOST_ROWS:
        return tuple(rows)
    return balanced_rows(together[: _MOST_ROWS * _ROW])


def is_usable(button: Button) -> bool:
    """Whether a button is worth pressing in words."""
    is_taken = button.disabled or button.label in Mark.__members__
    return not is_taken and not is_spoken(button.custom_id)


def balanced_rows(buttons: Sequence[Button]) -> Rows:
    """As few rows as hold them, of nearly the same length, so that none stands alone."""
    count = math.ceil(len(buttons) / _ROW)
    rows = []
    for row in range(count):
        start = row * len(buttons) // count
        end = (row + 1) * len(buttons) // count
        rows.append(tuple(buttons[start:end]))
    return tuple(rows)
