"""custom_ids: everything a button remembers, so that a restart forgets nothing.

The forms are `ttt:1:cell:<session>:<ply>:<cell>` and `ttt:1:<verb>:<number>[:<ply>]`; the verb says what the
number means. If there is no session to name the game, the custom_id does:
`ttt:2:puzzle:<game>:<x>:<o>:<day>:<cell>` and `ttt:2:<verb>:<game>:<number>`. A select for a server's setting
has `ttt:3:set:<setting>:<place>`. The first number is the version of a form; in version 1 a form without a
game means 3x3. A button that answers in words alone ends in `:spoken`. Discord allows at most 100 characters.

Anyone can send any custom_id, so what it says is a claim that must be checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import partial
from typing import NamedTuple, TypeAlias

from bot.rendering.verbs import OF_A_CUP, OF_A_GAME, OF_A_SESSION, Verb
from engine.games import GAMES
from engine.rules import Cell

_VERBS = {verb.value: verb for verb in Verb}
_BEFORE_GAMES = "3x3"  # the only game before custom_ids named one
_SPOKEN = ":spoken"


def of_cells(session_id: int, ply: int) -> str:
    """What the custom_ids of all cells of a session's board begin with; the cell follows."""
    return f"ttt:1:cell:{session_id}:{ply}:"


def of_puzzle_cells(game: str, x: int, o: int, day: int) -> str:
    """The same for a puzzle."""
    return f"ttt:2:puzzle:{game}:{x}:{o}:{day}:"


class CellPress(NamedTuple):
    """A press on a cell of a session's board after `ply` moves."""

    session_id: int
    ply: int
    cell: Cell

    @property
    def custom_id(self) -> str:
        return f"{of_cells(self.session_id, self.ply)}{self.cell}"


class VerbPress(NamedTuple):
    """A verb with the id of a session or challenge, and for some verbs the number of moves."""

    verb: Verb
    number: int
    ply: int | None = None

    @property
    def custom_id(self) -> str:
        ply = "" if self.ply is None else f":{self.ply}"
        return f"ttt:1:{self.verb.value}:{self.number}{ply}"


class GamePress(NamedTuple):
    """A verb with a game and a number."""

    verb: Verb
    game: str
    number: int = 0

    @property
    def custom_id(self) -> str:
        return f"ttt:2:{self.verb.value}:{self.game}:{self.number}"


class PuzzlePress(NamedTuple):
    """A cell of the puzzle with two numbers (see `engine.puzzles.board_of`); with NO_CELL the puzzle itself.

    day  counted since 1970; 0 for a practice puzzle
    """

    game: str
    x: int
    o: int
    day: int
    cell: Cell

    @property
    def custom_id(self) -> str:
        return f"{of_puzzle_cells(self.game, self.x, self.o, self.day)}{self.cell}"


class SettingPress(NamedTuple):
    """A choice from a select of a server's setting. Discord sends the choice beside the custom_id.

    place  which of the setting's selects it is, if one cannot hold all choices
    """

    setting: str
    place: int = 0

    @property
    def custom_id(self) -> str:
        return f"ttt:3:set:{self.setting}:{self.place}"


Press: TypeAlias = CellPress | VerbPress | GamePress | PuzzlePress | SettingPress


def spoken(custom_id: str) -> str:
    """The custom_id of a button that does the same, and answers in words alone."""
    return f"{custom_id.removesuffix(_SPOKEN)}{_SPOKEN}"


def is_spoken(custom_id: str) -> bool:
    """Whether a button answers in words alone."""
    return custom_id.endswith(_SPOKEN)


def read(custom_id: str) -> Press | None:
    """The press that a custom_id stands for, or None if this version makes no such button."""
    custom_id = custom_id.removesuffix(_SPOKEN)
    for form, press in _FORMS:
        if found := form.fullmatch(custom_id):
            return press(*found.groups())
    return None


def _cell_press(*numbers: str) -> Press:
    return CellPress(*map(int, numbers))


def _puzzle_press(game: str, *numbers: str) -> Press | None:
    return PuzzlePress(game, *map(int, numbers)) if game in GAMES else None


def _game_press(name: str, game: str, number: str) -> Press | None:
    verb = _VERBS.get(name)
    return GamePress(verb, game, int(number)) if verb in OF_A_GAME and game in GAMES else None


def _setting_press(setting: str, place: str) -> Press:
    return SettingPress(setting, int(place))


def _verb_press(name: str, number: str, ply: str | None) -> Press | None:
    verb = _VERBS.get(name)
    if verb in OF_A_GAME:
        return GamePress(verb, _BEFORE_GAMES, int(number))
    return VerbPress(verb, int(number), int(ply) if ply else None) if verb else None


_FORMS: tuple[tuple[re.Pattern[str], Callable[..., Press | None]], ...] = (
    (re.compile(r"ttt:1:cell:([0-9]{1,18}):([0-9]{1,2}):([0-9]{1,2})"), _cell_press),
    (re.compile(r"ttt:1:([a-z]+):([0-9]{1,18})(?::([0-9]{1,2}))?"), _verb_press),
    (re.compile(r"ttt:2:([a-z]+):([a-z0-9]{1,20}):([0-9]{1,18})"), _game_press),
    (
        re.compile(r"ttt:2:puzzle:([a-z0-9]{1,20}):([0-9]{1,8}):([0-9]{1,8}):([0-9]{1,6}):([0-9]{1,2})"),
        _puzzle_press,
    ),
    (
        re.compile(r"ttt:1:puzzle:([0-9]{1,4}):([0-9]{1,4}):([0-9]{1,6}):([0-9])"),
        partial(_puzzle_press, _BEFORE_GAMES),
    ),
    (re.compile(r"ttt:3:set:([a-z]+):([0-9])"), _setting_press),
)
"""Every form, the commonest first, and what makes a press of its parts."""


def may_come_from(press: Press, offered: Collection[str]) -> bool:
    """Whether a press can come from a message whose buttons have the custom_ids `offered`.

    It can if the message has that button, perhaps in an older form, or another button of the same session or
    cup: a message that was redrawn during the press has other buttons, but all of the same. So a forged press
    can only redraw a message of its own session or cup.
    """
    if press.custom_id in offered or any(read(other) == press for other in offered):
        return True
    for subject in (session_of, _cup_of):
        number = subject(press)
        if number is not None:
            return any(subject(read(other)) == number for other in offered)
    return False


def session_of(press: Press | None) -> int | None:
    """The id of the session that a press names, or None if it names none."""
    match press:
        case CellPress(session_id):
            return session_id
        case VerbPress(verb, session_id) if verb in OF_A_SESSION:
            return session_id
    return None


def _cup_of(press: Press | None) -> int | None:
    """The id of the cup that a press names, or None if it names none."""
    match press:
        case VerbPress(verb, cup_id) if verb in OF_A_CUP:
            return cup_id
    return None
