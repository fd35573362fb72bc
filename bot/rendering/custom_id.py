"""What a button remembers: all of it stands in its custom_id, so a restart forgets nothing.

The forms are `ttt:1:cell:<session>:<ply>:<cell>` and `ttt:1:resign:<session>`; the 1 is their
version. Anybody can send any custom_id, so what is read here is a claim to be checked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from engine.board import Cell

_CELL = re.compile(r"ttt:1:cell:([0-9]{1,18}):([0-9]{1,2}):([0-9]{1,2})")
_RESIGN = re.compile(r"ttt:1:resign:([0-9]{1,18})")


@dataclass(frozen=True)
class CellPress:
    """A cell, on the board of a session as it stood after `ply` moves."""

    session_id: int
    ply: int
    cell: Cell


@dataclass(frozen=True)
class ResignPress:
    """Resign, below the board of a session."""

    session_id: int


Press: TypeAlias = CellPress | ResignPress


def write(press: Press) -> str:
    """The custom_id of a button, at most 100 characters."""
    match press:
        case CellPress(session_id, ply, cell):
            return f"ttt:1:cell:{session_id}:{ply}:{cell}"
        case ResignPress(session_id):
            return f"ttt:1:resign:{session_id}"


def read(custom_id: str) -> Press | None:
    """The press a custom_id stands for, or None when this version makes no such button."""
    if found := _CELL.fullmatch(custom_id):
        return CellPress(*map(int, found.groups()))
    if found := _RESIGN.fullmatch(custom_id):
        return ResignPress(int(found[1]))
    return None
