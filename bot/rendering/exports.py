"""A person's data as a text file. docs/notation.md explains it to them, so it is in English."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from bot.rendering.reply import File
from bot.sessions.records import SECONDS_A_DAY
from engine.board import Mark
from engine.notation import PlayedGame

_NAME = "my-games.txt"
_TIMES = ("_at", "_since", "until")  # how the names of columns with seconds since 1970 end
_DAYS = {"day", "seen_on"}  # columns with days since 1970
_IN_THE_GAME = {"game", "first", "moves"}  # what the line of a game says anyway


def export(
    user_id: int, facts: Iterable[tuple[str, Mapping[str, Any]]], games: Iterable[Mapping[str, Any]]
) -> File:
    """The file: a remark for each fact, then a line for each game.

    facts  rows, each with the name of its table
    games  rows of sessions with their seats; `moves` holds cells
    """
    lines = [f"# Kept by the tic-tac-toe bot about {user_id}. docs/notation.md explains this file."]
    lines += [f"# {table}: {_shown(row)}" for table, row in facts]
    lines += map(game, games)
    return File(_NAME, "".join(f"{line}\n" for line in lines).encode())


def game(row: Mapping[str, Any]) -> str:
    """A line of the file."""
    remark = _shown({name: value for name, value in row.items() if name not in _IN_THE_GAME})
    return PlayedGame(row["game"], Mark(row["first"]), row["moves"], remark).line


def _shown(row: Mapping[str, Any]) -> str:
    """What a row says. Columns without a value say nothing."""
    return ", ".join(f"{name}={_value(name, row[name])}" for name in row if row[name] is not None)


def _value(name: str, value: object) -> str:
    """A value as people read it: times and days as dates, and switches as yes or no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and name.endswith(_TIMES):
        return datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, int) and name in _DAYS:
        day = datetime.fromtimestamp(value * SECONDS_A_DAY, UTC)
        return day.date().isoformat() if value else "unknown"
    return str(value)
