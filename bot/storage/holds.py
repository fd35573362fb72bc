"""What keeps two transactions from changing the same thing at once.

SQLite carries out one transaction after another, so there is nothing to hold. PostgreSQL carries out
many, and each statement sees what was committed before it: whoever wants to change a thing holds it
first, waits there for whoever came before, and only then looks at it. What does not exist yet cannot be
held; of that the constraints in `tables` are the judges.
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


class Hold(IntEnum):
    """What there is only one of; the second half of such a name."""

    SCHEMA = 1
    SWEEP = 2
    SHARDS = 3  # who serves which, and which may identify itself now


def hold_session(connection: Connection, session_id: int) -> None:
    """Have a session to oneself until the transaction ends."""
    if _is_shared(connection):
        connection.execute(_SESSION, {"id": session_id})


def hold_challenge(connection: Connection, challenge_id: int) -> None:
    """Have a challenge to oneself until the transaction ends."""
    if _is_shared(connection):
        connection.execute(_CHALLENGE, {"id": challenge_id})


def hold_person(connection: Connection, user_id: UserId) -> None:
    """Have what is kept about a person to oneself until the transaction ends."""
    _hold_number(connection, user_id)


def hold_interaction(connection: Connection, interaction_id: int) -> None:
    """Wait for whoever carries out this very interaction, should it have come twice."""
    _hold_number(connection, interaction_id)


def hold(connection: Connection, what: Hold) -> None:
    """Have one of these to oneself until the transaction ends."""
    if _is_shared(connection):
        connection.execute(select(func.pg_advisory_xact_lock(OURS, int(what))))


def _hold_number(connection: Connection, number: int) -> None:
    """Discord gives no number twice, so one lock for each will do."""
    if _is_shared(connection):
        connection.execute(select(func.pg_advisory_xact_lock(number)))


def _is_shared(connection: Connection) -> bool:
    return connection.dialect.name == "postgresql"
