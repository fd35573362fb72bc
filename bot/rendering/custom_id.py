"""What a button remembers: all of it stands in its custom_id, so a restart forgets nothing.

The forms are `ttt:1:cell:<session>:<ply>:<cell>`, `ttt:1:puzzle:<x>:<o>:<day>:<cell>`, and
`ttt:1:<verb>:<number>[:<ply>]`, where the verb says what of which the number counts. The 1 is their
version; Discord takes at most 100 characters. Anybody can send any custom_id, so what is read here is a
claim to be checked.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import Enum
from typing import NamedTuple, TypeAlias

from engine.rules import Cell

_CELL = re.compile(r"ttt:1:cell:([0-9]{1,18}):([0-9]{1,2}):([0-9]{1,2})")
_PUZZLE = re.compile(r"ttt:1:puzzle:([0-9]{1,4}):([0-9]{1,4}):([0-9]{1,6}):([0-9])")
_VERB = re.compile(r"ttt:1:([a-z]+):([0-9]{1,18})(?::([0-9]{1,2}))?")


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
    LEADERBOARD = "top"  # a page of the server's leaderboard
    PRACTISE = "practise"  # what follows is about whoever presses; its number says nothing
    CLOSE_DOOR = "close"
    OPEN_DOOR = "open"
    UNBLOCK_EVERYONE = "unblockall"
    DELETE = "delete"
    DELETE_NOW = "deletenow"
    KEEP = "keep"


_VERBS = {verb.value: verb for verb in Verb}
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


class PuzzlePress(NamedTuple):
    """A cell, on the puzzle of two bitboards; `day` since 1970 if it is that day's puzzle, else 0."""

    x: int
    o: int
    day: int
    cell: Cell

    @property
    def custom_id(self) -> str:
        return f"ttt:1:puzzle:{self.x}:{self.o}:{self.day}:{self.cell}"


Press: TypeAlias = CellPress | VerbPress | PuzzlePress


def read(custom_id: str) -> Press | None:
    """The press a custom_id stands for, or None when this version makes no such button."""
    if found := _CELL.fullmatch(custom_id):
        return CellPress(*map(int, found.groups()))
    if found := _PUZZLE.fullmatch(custom_id):
        return PuzzlePress(*map(int, found.groups()))
    if (found := _VERB.fullmatch(custom_id)) and (verb := _VERBS.get(found[1])):
        return VerbPress(verb, int(found[2]), int(found[3]) if found[3] else None)
    return None


def may_come_from(press: Press, offered: Collection[str]) -> bool:
    """Whether the message that was pressed can be one whose buttons have the custom_ids `offered`.

    It can if it has that very button, or another one of the same session: a board that was redrawn during
    the press has other buttons, but never another session's. So a forged press can at most redraw a
    session's own message.
    """
    if press.custom_id in offered:
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
