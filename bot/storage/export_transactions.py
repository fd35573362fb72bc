"""Transactions that read what is kept about a person, for a file of their own.

A new table with people in it has to be named here, and in `deletion.forget_person`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from sqlalchemy import Connection, bindparam, select

from bot.sessions.seats import UserId
from bot.storage.session_rows import from_row
from bot.storage.store import AT_ONCE
from bot.storage.tables import (
    bans,
    blocks,
    bot_standings,
    challenges,
    counts,
    cup_pairs,
    cup_players,
    cups,
    daily_puzzles,
    meetings,
    pauses,
    people,
    seats,
    sessions,
    standings,
)

Row: TypeAlias = Mapping[str, Any]

# Blocks that others have set belong to those others, and the person must not learn of them.
_THEIRS = (
    people.c.user_id,
    counts.c.user_id,
    standings.c.user_id,
    bot_standings.c.user_id,
    daily_puzzles.c.user_id,
    blocks.c.blocker_id,
    challenges.c.challenger_id,
    challenges.c.challenged_id,
    pauses.c.challenger_id,
    pauses.c.challenged_id,
    meetings.c.lower_id,
    meetings.c.higher_id,
    cups.c.host_id,
    cup_players.c.user_id,
    cup_pairs.c.first_id,
    cup_pairs.c.second_id,
    bans.c.id,
)
_x, _o = seats.alias("x"), seats.alias("o")
_own = seats.alias("own")
SEATED = (
    select(
        sessions,
        _x.c.user_id.label("x_id"),
        _x.c.level.label("x_level"),
        _o.c.user_id.label("o_id"),
        _o.c.level.label("o_level"),
    )
    .join(_x, (_x.c.session_id == sessions.c.id) & (_x.c.mark == "X"))
    .join(_o, (_o.c.session_id == sessions.c.id) & (_o.c.mark == "O"))
)
"""Sessions with who sits where."""

_GAMES = (
    SEATED.join(_own, _own.c.session_id == sessions.c.id)
    .where(_own.c.user_id == bindparam("user_id"), _own.c.session_id > bindparam("after"))
    .order_by(_own.c.session_id)
    .limit(AT_ONCE)
)


def facts(connection: Connection, user_id: UserId) -> list[tuple[str, Row]]:
    """Everything that is kept about a person except their games: rows, each with the name of its table."""
    return [
        (column.table.name, dict(row))
        for column in _THEIRS
        for row in connection.execute(select(column.table).where(column == user_id)).mappings()
    ]


def games(connection: Connection, user_id: UserId, after: int) -> list[Row]:
    """The next AT_ONCE games of a person as rows, the oldest first; `moves` holds cells.

    after  the id of the last game that was read before; 0 for none
    """
    rows = connection.execute(_GAMES, {"user_id": user_id, "after": after}).mappings()
    return [dict(row) | {"moves": from_row(row["moves"])} for row in rows]
