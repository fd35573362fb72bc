"""What a message of the bot says: its buttons, its board, its language, and whether it refuses.

All of it is read from data, but for a few notices. A world's languages are English with a mark of
their own at each text. So a text that is in the wrong language shows, however short it is, and one
pattern finds a notice in all of them.
"""

import gettext
import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from bot.interactions import error_answers, thinking
from bot.messages.texts import Voice, locales
from tests.support.payloads import parts

# Languages

_MARKS = {locale: chr(0xE000 + number) for number, locale in enumerate(locales()[1:])}
"""A letter for each language but English, of those that Unicode leaves to private use."""
_ANY_MARK = re.compile("[{}]".format("".join(_MARKS.values())))


class _Marked(gettext.NullTranslations):
    """A catalogue that says everything in English, after a mark."""

    def __init__(self, mark: str) -> None:
        super().__init__()
        self._mark = mark

    def gettext(self, message: str) -> str:
        return self._mark + message

    def pgettext(self, context: str, message: str) -> str:
        return self._mark + message

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self._mark + super().ngettext(one, many, count)


@cache
def marked(locale: str) -> Voice:
    """What a locale is said in."""
    return Voice(locale, _Marked(_MARKS[locale]))


def languages(body: Mapping[str, Any]) -> set[str]:
    """The locales, without English, in which a message says something."""
    said = json.dumps(body, ensure_ascii=False)
    return {locale for locale, mark in _MARKS.items() if mark in said}


def in_english(text: str) -> str:
    """A text without its marks."""
    return _ANY_MARK.sub("", text)


# Notices

_FILLED = re.compile(r"\{\w+\}|`/ttt \w+`")  # where a text gets a value, or a command to tap


def _saying(*texts: str) -> re.Pattern[str]:
    """Any of these texts, whatever fills them."""
    return re.compile("|".join(".+?".join(map(re.escape, _FILLED.split(each))) for each in texts))


UNDECIDED = _saying(
    error_answers.CANNOT_SAVE,
    thinking.NoTimeToThink.says,
)
"""Notices that turn a request away for now, so that the same one may succeed later."""
GIVEN_UP = _saying(error_answers.CANNOT_SAVE)
NO_TIME = _saying(thinking.NoTimeToThink.says)
UNKNOWN = _saying(error_answers.SAVING_IS_SLOW)
"""The notice after which nobody knows whether the request was saved."""
BROKEN = _saying(error_answers.SOMETHING_BROKE)
"""The notice of an error that nobody expected."""
TURN = re.compile(r"\*\*Your turn, <@(\d+)>")
"""Whose turn it is, on a board."""
MOVE_BY = re.compile(r"<t:(\d+):[tf]> \(<t:\1:R>\)")
"""The deadline on a board."""
REMINDER = re.compile(r"<@\d+>, it's your move")
"""The post to somebody half of whose time is gone."""
STAMP = re.compile(r"<t:(\d+):")
"""When a challenge lapses or a pair is to play, and a deadline too."""

# Buttons

SPOKEN = ":spoken"
"""How the custom_ids of buttons end that answer in words alone."""


class Button(NamedTuple):
    """What a custom_id says: a verb, the id of what it is about, the board's version, and the cell.

    Unless moves were taken back, the version of a board is its ply.
    """

    verb: str
    number: int = 0
    ply: int | None = None
    cell: int | None = None


@cache
def read_button(custom_id: str) -> Button:
    """The button, without the numbers if it has words among them."""
    _, verb, *about = custom_id.removesuffix(SPOKEN).split(":")
    if all(map(str.isdigit, about)):
        return Button(verb, *map(int, about[:3]))
    return Button(verb)


def buttons(body: Mapping[str, Any]) -> list[Button]:
    """The buttons of a message."""
    return [read_button(part["custom_id"]) for part in parts(body) if "custom_id" in part]


def verbs(body: Mapping[str, Any]) -> set[str]:
    """The verbs of the buttons of a message."""
    return {button.verb for button in buttons(body)}


# Boards


class Shown(NamedTuple):
    """A board as a message shows it.

    ply    which version of the board it is, as its buttons say; None after the end
    marks  on each cell, if its buttons tell
    """

    game: int
    ply: int | None
    marks: dict[int, str] | None = None


_OF_A_REVIEW = {"earlier", "later", "mistake", "show", "try", "share"}


def read_board(body: Mapping[str, Any]) -> Shown | None:
    """The board that a message shows; None if it shows none, or that of a live demo game."""
    found = _drawn_buttons(body)
    cells = [(part, button) for part, button in found if button.verb == "cell"]
    if cells:
        [(game, ply)] = {(button.number, button.ply) for _, button in cells}
        marks = {
            button.cell: part["label"] for part, button in cells if part["label"] in {"X", "O"}
        }
        return Shown(game, ply, marks)
    by_verb = {button.verb: button for _, button in found}
    if not _has_grid(body) or by_verb.keys() & _OF_A_REVIEW:
        return None
    if over := by_verb.get("rematch") or by_verb.get("review"):
        return Shown(over.number, None)
    return None


def _drawn_buttons(body: Mapping[str, Any]) -> list[tuple[dict[str, Any], Button]]:
    """The buttons of a message that is not in words."""
    return [
        (part, read_button(part["custom_id"]))
        for part in parts(body)
        if "custom_id" in part and not (part["custom_id"].endswith(SPOKEN) and body.get("content"))
    ]


def _has_grid(body: Mapping[str, Any]) -> bool:
    """Whether a message shows a grid, whose lines are headings of one sign each."""
    return any(
        line.startswith(("# ", "## "))
        for part in parts(body)
        for line in part.get("content", "").split("\n")
    )
