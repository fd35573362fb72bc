"""Transactions about the puzzle of the day: what a person answered, and how they have done."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, bindparam, select

from bot.sessions.daily_puzzle import DailyPuzzle, NothingToShare
from bot.sessions.seats import UserId
from bot.storage.counting import put
from bot.storage.database.prepared import Prepared
from bot.storage.database.row_locks import lock_person
from bot.storage.request import Request
from bot.storage.seen import note_seen
from bot.storage.tables import daily_puzzles

_KEPT = ("day", "tries", "solved", "streak", "game")
_COLUMNS = (*_KEPT, "interaction_id")
_LAST = Prepared(select(daily_puzzles).where(daily_puzzles.c.user_id == bindparam("user_id")))
_WRITE = put(daily_puzzles, ("user_id", *_COLUMNS), lambda new: {name: new[name] for name in _COLUMNS})


def answer(
    connection: Connection, request: Request, day: int, game: str, *, right: bool
) -> DailyPuzzle | None:
    """Count an answer to a game's puzzle of `day`, once for each interaction.

    None if the person has tried another game's puzzle on that day before: then this one does not count.
    Interactions have ever larger ids, so one that is not larger than the last has come again.
    """
    lock_person(connection, request.user_id)
    rows = _LAST.rows(connection, user_id=request.user_id)
    before = _kept(rows[0]) if rows else DailyPuzzle(day, game=game)
    if day == before.day and game != before.game:
        return None
    if day < before.day or (rows and request.interaction_id <= rows[0].interaction_id):
        return before
    after = before.on(day, game).answered(right=right)
    note_seen(connection, request.user_id, request.at)
    written = {name: getattr(after, name) for name in _KEPT}
    _WRITE.run(connection, user_id=request.user_id, interaction_id=request.interaction_id, **written)
    return after


def solved(connection: Connection, user_id: UserId, day: int) -> DailyPuzzle:
    """How a person solved the puzzle of `day`. Raises NothingToShare if that was not their last one."""
    rows = _LAST.rows(connection, user_id=user_id)
    if not rows or not rows[0].solved or rows[0].day != day:
        raise NothingToShare
    return _kept(rows[0])


def _kept(row: Any) -> DailyPuzzle:
    return DailyPuzzle(**{name: getattr(row, name) for name in _KEPT})
