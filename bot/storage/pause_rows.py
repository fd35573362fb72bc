"""Limits on challenges between two people, as rows: pauses, which end by themselves, and blocks."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, delete, func, insert, select, tuple_

from bot.sessions.challenge import Challenge, Pause
from bot.sessions.seats import UserId
from bot.storage.batches import AT_ONCE
from bot.storage.database.prepared import Prepared
from bot.storage.tables.challenges import blocks, pauses

_KEPT = 24 * 3600  # seconds after a pause has ended

_PAIR = (
    pauses.c.challenged_id == bindparam("challenged"),
    pauses.c.challenger_id == bindparam("challenger"),
)
_PAUSE = Prepared(select(pauses.c.in_vain, pauses.c.until).where(*_PAIR))
_END_PAUSE = Prepared(delete(pauses).where(*_PAIR))
_NEW_PAUSE = Prepared(insert(pauses))
_BLOCK = Prepared(
    select(blocks.c.blocked_id).where(
        blocks.c.blocker_id == bindparam("blocker"), blocks.c.blocked_id == bindparam("blocked")
    )
)


def load_pause(connection: Connection, challenger: UserId, challenged: UserId) -> Pause | None:
    """The pause before one person may challenge another again; None if there is none."""
    rows = _PAUSE.rows(connection, challenger=challenger, challenged=challenged)
    return Pause(rows[0].in_vain, rows[0].until) if rows else None


def write_pause(connection: Connection, challenge: Challenge, pause: Pause) -> None:
    """Write the pause between the two people of a challenge, and replace an earlier one."""
    _END_PAUSE.run(connection, challenger=challenge.challenger, challenged=challenge.challenged)
    _NEW_PAUSE.run(
        connection,
        challenger_id=challenge.challenger,
        challenged_id=challenge.challenged,
        in_vain=pause.in_vain,
        until=pause.until,
    )


def end_pauses(connection: Connection, one: UserId, other: UserId) -> None:
    """Let two people who play each other challenge each other at once."""
    for challenger, challenged in sorted(
        ((one, other), (other, one))
    ):  # always in the same order, so no deadlock
        _END_PAUSE.run(connection, challenger=challenger, challenged=challenged)


def forget_old_pauses(connection: Connection, now: int) -> int:
    """Delete pauses that ended a day ago, at most AT_ONCE; returns how many it deleted."""
    old = select(*pauses.primary_key).where(pauses.c.until < now - _KEPT).limit(AT_ONCE)
    return connection.execute(delete(pauses).where(tuple_(*pauses.primary_key).in_(old))).rowcount


def has_blocked(connection: Connection, blocker: UserId, other: UserId) -> bool:
    return _BLOCK.scalar(connection, blocker=blocker, blocked=other) is not None


def count_blocked(connection: Connection, blocker: UserId) -> int:
    """How many people a person has blocked."""
    theirs = select(func.count()).select_from(blocks).where(blocks.c.blocker_id == blocker)
    return connection.execute(theirs).scalar_one()


def block(connection: Connection, blocker: UserId, other: UserId) -> None:
    if not has_blocked(connection, blocker, other):
        connection.execute(insert(blocks).values(blocker_id=blocker, blocked_id=other))


def unblock(connection: Connection, blocker: UserId, other: UserId) -> None:
    connection.execute(delete(blocks).where(blocks.c.blocker_id == blocker, blocks.c.blocked_id == other))


def unblock_all(connection: Connection, blocker: UserId) -> None:
    connection.execute(delete(blocks).where(blocks.c.blocker_id == blocker))
