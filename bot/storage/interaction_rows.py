"""What has been carried out already, so that an interaction that comes twice counts once."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select

from bot.storage.database.prepared import Prepared
from bot.storage.database.row_locks import lock_interaction
from bot.storage.request import Request
from bot.storage.tables import AT_ONCE, interactions

_INTERACTION = Prepared(select(interactions).where(interactions.c.id == bindparam("interaction_id")))
_NEW_INTERACTION = Prepared(insert(interactions))
_OLD = select(interactions.c.id).where(interactions.c.id < bindparam("before")).limit(AT_ONCE)
_FORGET = Prepared(delete(interactions).where(interactions.c.id.in_(_OLD)))

_KEPT = 3600  # seconds; an interaction's token dies after 15 minutes
_EPOCH = 1_420_070_400  # the start of 2015, from which Discord's ids count


def remember(
    connection: Connection,
    request: Request,
    *,
    session_id: int | None = None,
    challenge_id: int | None = None,
) -> None:
    """Write that this interaction has been carried out on a session, or on a challenge."""
    _NEW_INTERACTION.run(
        connection, id=request.interaction_id, session_id=session_id, challenge_id=challenge_id
    )


def remembered(connection: Connection, request: Request) -> Any | None:
    """What this very interaction was carried out on, if it was: `session_id` or `challenge_id`."""
    lock_interaction(connection, request.interaction_id)
    rows = _INTERACTION.rows(connection, interaction_id=request.interaction_id)
    return rows[0] if rows else None


def forget_old_interactions(connection: Connection, now: int) -> int:
    """Delete what was done more than an hour ago, at most AT_ONCE rows, and return how many there were."""
    return _FORGET.run(connection, before=(now - _KEPT - _EPOCH) * 1000 << 22)
