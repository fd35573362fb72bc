"""Locks that keep two transactions from changing the same thing at once.

SQLite runs one transaction after another, so it needs none. PostgreSQL runs many at once, and each statement
sees what was committed before it. So a transaction locks what it wants to change, waits until nobody else has
the lock, and only then reads. What does not exist yet cannot be locked; there the constraints in `tables`
decide.
"""

from __future__ import annotations

from enum import IntEnum

from sqlalchemy import Connection, bindparam, func, select

from bot.sessions.seats import UserId
from bot.storage.tables import challenges, sessions

_SESSION, _CHALLENGE = (
    select(table.c.id).where(table.c.id == bindparam("id")).with_for_update(key_share=True)
    for table in (sessions, challenges)
)

OURS = 0x747474  # "ttt": the first half of the names of our advisory locks, in a database shared with others


class Lock(IntEnum):
    """Things of which there is only one. The number is the second half of the lock's name."""

    SCHEMA = 1
    SWEEP = 2
    SHARDS = 3  # who serves which, and which may identify itself now


def lock_session(connection: Connection, session_id: int) -> None:
    """Lock a session until the transaction ends."""
    if _is_shared(connection):
        connection.execute(_SESSION, {"id": session_id})


def lock_challenge(connection: Connection, challenge_id: int) -> None:
    """Lock a challenge until the transaction ends."""
    if _is_shared(connection):
        connection.execute(_CHALLENGE, {"id": challenge_id})


def lock_person(connection: Connection, user_id: UserId) -> None:
    """Lock what is kept about a person until the transaction ends."""
    _lock_number(connection, user_id)


def lock_interaction(connection: Connection, interaction_id: int) -> None:
    """Lock an interaction, which may come twice: the second one waits for the first."""
    _lock_number(connection, interaction_id)


def lock(connection: Connection, what: Lock) -> None:
    """Lock one of these until the transaction ends."""
    if _is_shared(connection):
        connection.execute(select(func.pg_advisory_xact_lock(OURS, int(what))))


def _lock_number(connection: Connection, number: int) -> None:
    """Discord never gives a number twice, so the number alone names the lock."""
    if _is_shared(connection):
        connection.execute(select(func.pg_advisory_xact_lock(number)))


def _is_shared(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"
