"""What a button remembers: all of it stands in its custom_id, so a restart forgets nothing.

The forms are `ttt:1:cell:<session>:<ply>:<cell>`, and `ttt:1:<verb>:<number>[:<ply>]`, where the verb says
what the number counts. Where no session tells which game is meant, the custom_id does:
`ttt:2:puzzle:<game>:<x>:<o>:<day>:<cell>` and `ttt:2:<verb>:<game>:<number>`. The first number is the version
of a form, and those of version 1 without a game mean 3x3. Discord takes at most 100 characters.

Anybody can send any custom_id, so what is read here is a claim to be checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from enum import Enum
from functools import partial
from typing import NamedTuple, TypeAlias

from engine.games import GAMES
from engine.rules import Cell


class Verb(Enum):
    """What a button does that is not a cell."""

    RESIGN = "resign"  # a session
    HINT = "hint"
    NEXT = "next"  # a demo game, as it stood after so many moves
    PLAY_ON = "play"
    DRAW = "draw"  # a session, as it stood after so many moves
    CLAIM = "claim"
    REMATCH = "rematch"
    EASIER = "easier"
    HARDER = "harder"
    REVIEW = "review"  # a session, from its first mistake on
    EARLIER = "earlier"  # a session's review, at the move after so many; three buttons, so three verbs
    LATER = "later"
    MISTAKE = "mistake"
    ACCEPT = "accept"  # a challenge, and so on
    DECLINE = "decline"
    CANCEL = "cancel"
    BLOCK = "block"  # its challenger
    UNBLOCK = "unblock"
    LEADERBOARD = "top"  # a page of the server's leaderboard in a game
    PRACTISE = "practise"  # a puzzle of a game; the number says nothing
    CLOSE_DOOR = "close"  # this and the rest are about whoever presses; their number says nothing
    OPEN_DOOR = "open"
    UNBLOCK_EVERYONE = "unblockall"
    DELETE = "delete"
    DELETE_NOW = "deletenow"
    KEEP = "keep"


_VERBS = {verb.value: verb for verb in Verb}
_BEFORE_GAMES = "3x3"  # what was meant before custom_ids named a game
_OF_A_GAME = {Verb.LEADERBOARD, Verb.PRACTISE}
_OF_A_SESSION = {
    Verb.RESIGN,
    Verb.HINT,
    Verb.NEXT,
    Verb.PLAY_ON,
    Verb.DRAW,
    Verb.CLAIM,
    Verb.REMATCH,
    Verb.EASIER,
    Verb.HARDER,
    Verb.REVIEW,
    Verb.EARLIER,
    Verb.LATER,
    Verb.MISTAKE,
}


class CellPress(NamedTuple):
    """A cell, on the board of a session as it stood after `ply` moves."""

    session_id: int
    ply: int
    cell: Cell

    @property
    def custom_id(self) -> str:
        return f"ttt:1:cell:{self.session_id}:{self.ply}:{self.cell}"


class VerbPress(NamedTuple):
    """A verb, on the session or challenge of that number, where it matters after so many moves."""

    verb: Verb
    number: int
    ply: int | None = None

    @property
    def custom_id(self) -> str:
        ply = "" if self.ply is None else f":{self.ply}"
        return f"ttt:1:{self.verb.value}:{self.number}{ply}"


class GamePress(NamedTuple):
    """A verb, on the number that belongs to it in a game."""

    verb: Verb
    game: str
    number: int = 0

    @property
    def custom_id(self) -> str:
        return f"ttt:2:{self.verb.value}:{self.game}:{self.number}"


class PuzzlePress(NamedTuple):
    """A cell, on the puzzle of two bitboards; `day` since 1970 if it is that day's puzzle, else 0."""

    game: str
    x: int
    o: int
    day: int
    cell: Cell

    @property
    def custom_id(self) -> str:
        return f"ttt:2:puzzle:{self.game}:{self.x}:{self.o}:{self.day}:{self.cell}"


Press: TypeAlias = CellPress | VerbPress | GamePress | PuzzlePress


def read(custom_id: str) -> Press | None:
    """The press a custom_id stands for, or None when this version makes no such button."""
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
    return GamePress(verb, game, int(number)) if verb in _OF_A_GAME and game in GAMES else None


def _verb_press(name: str, number: str, ply: str | None) -> Press | None:
    verb = _VERBS.get(name)
    if verb in _OF_A_GAME:
        return GamePress(verb, _BEFORE_GAMES, int(number))
    return VerbPress(verb, int(number), int(ply) if ply else None) if verb else None


_FORMS: tuple[tuple[re.Pattern[str], Callable[..., Press | None]], ...] = (
    (re.compile(r"ttt:1:cell:([0-9]{1,18}):([0-9]{1,2}):([0-9]{1,2})"), _cell_press),
    (re.compile(r"ttt:1:([a-z]+):([0-9]{1,18})(?::([0-9]{1,2}))?"), _verb_press),
    (re.compile(r"ttt:2:([a-z]+):([a-z0-9]{1,20}):([0-9]{1,18})"), _game_press),
    (
        re.compile(r"ttt:2:puzzle:([a-z0-9]{1,20}):([0-9]{1,4}):([0-9]{1,4}):([0-9]{1,6}):([0-9])"),
        _puzzle_press,
    ),
    (
        re.compile(r"ttt:1:puzzle:([0-9]{1,4}):([0-9]{1,4}):([0-9]{1,6}):([0-9])"),
        partial(_puzzle_press, _BEFORE_GAMES),
    ),
)
"""Every form, the commonest first, and what makes a press of its parts."""


def may_come_from(press: Press, offered: Collection[str]) -> bool:
    """Whether the message that was pressed can be one whose buttons have the custom_ids `offered`.

    It can if it has that very button, perhaps in an older form, or another one of the same session: a board
    that was redrawn during the press has other buttons, but never another session's. So a forged press can at
    most redraw a session's own message.
    """
    if press.custom_id in offered or any(read(other) == press for other in offered):
        return True
    session_id = _session_id(press)
    return session_id is not None and any(_session_id(read(other)) == session_id for other in offered)


def _session_id(press: Press | None) -> int | None:
    match press:
        case CellPress(session_id):
            return session_id
        case VerbPress(verb, session_id) if verb in _OF_A_SESSION:
            return session_id
    return None
