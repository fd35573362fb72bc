"""Locks that keep two transactions from changing the same thing at once.

SQLite runs one transaction after another, so it needs no locks. PostgreSQL runs many at once, and
each statement sees what was committed before it. So a transaction first locks what it wants to
change, and only then reads it. A row that does not exist yet cannot be locked; there the
constraints in `tables` decide.

Sessions and challenges are not locked: a statement changes the row of a session only if that is
still as the session was known, and the state of a challenge only if it is still open.
"""

from enum import IntEnum

from sqlalchemy import BigInteger, Connection, func, literal, select

NAMESPACE = 0x747474  # "ttt", the first half of our locks' names: others may use the database too

_SHARED = "postgresql"


class Lock(IntEnum):
    """Locks on things that exist once. The number is the second half of the lock's name."""

    SCHEMA = 1
    SWEEP = 2
    SHARDS = 3  # who serves which shards, and which shard may identify now


def lock_id(connection: Connection, id_: int) -> None:
    """Lock all about a person or a cup until the transaction ends; call it before reading any.

    Discord never uses an id twice, and ours are far smaller, so the id alone can name the lock.
    """
    if connection.dialect.name == _SHARED:
        connection.execute(select(func.pg_advisory_xact_lock(literal(id_, BigInteger))))


def lock(connection: Connection, what: Lock) -> None:
    """Take this lock until the transaction ends."""
    if connection.dialect.name == _SHARED:
        connection.execute(select(func.pg_advisory_xact_lock(NAMESPACE, int(what))))
