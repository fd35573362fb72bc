"""Interactions that have been executed, so that one that comes twice counts once."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select

from bot.storage.database.prepared import Prepared, Write
from bot.storage.request import Request
from bot.storage.store import AT_ONCE
from bot.storage.tables import interactions

_INTERACTION = Prepared(select(interactions).where(interactions.c.id == bindparam("interaction_id")))
_NEW_INTERACTION = Prepared(insert(interactions))
_OLD = select(interactions.c.id).where(interactions.c.id < bindparam("before")).limit(AT_ONCE)
_FORGET = Prepared(delete(interactions).where(interactions.c.id.in_(_OLD)))

_KEPT = 3600  # seconds; an interaction's token dies after 15 minutes
_EPOCH = 1_420_070_400  # the start of 2015, where Discord's ids begin to count


def remember(
    connection: Connection,
    request: Request,
    *,
    session_id: int | None = None,
    challenge_id: int | None = None,
) -> None:
    """Write that this interaction was executed on a session or on a challenge."""
    statement, values = remembering(request, session_id=session_id, challenge_id=challenge_id)
    statement.run(connection, **values)


def remembering(request: Request, *, session_id: int | None = None, challenge_id: int | None = None) -> Write:
    """What `remember` writes, to be written together with something else."""
    values = {"id": request.interaction_id, "session_id": session_id, "challenge_id": challenge_id}
    return _NEW_INTERACTION, values


def remembered(connection: Connection, request: Request) -> Any | None:
    """The `session_id` or `challenge_id` on which this interaction was executed; None if it was not."""
    rows = _INTERACTION.rows(connection, interaction_id=request.interaction_id)
    return rows[0] if rows else None


def forget_old_interactions(connection: Connection, now: int) -> int:
    """Delete interactions from more than an hour ago, at most AT_ONCE; returns how many it deleted."""
    return _FORGET.run(connection, before=(now - _KEPT - _EPOCH) * 1000 << 22)
