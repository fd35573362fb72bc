"""Transactions about bans."""

from __future__ import annotations

from sqlalchemy import Connection, bindparam, delete, insert, select

from bot.sessions.bans import Bans
from bot.sessions.seats import UserId
from bot.storage.database.prepared import Prepared
from bot.storage.tables import bans

_BAN = Prepared(select(bans.c.id).where(bans.c.id == bindparam("number")))


def load_bans(connection: Connection) -> Bans:
    """Everyone whom the operator has banned."""
    rows = connection.execute(select(bans)).all()
    return Bans(
        people=frozenset(row.id for row in rows if not row.is_server),
        servers=frozenset(row.id for row in rows if row.is_server),
    )


def is_banned(connection: Connection, user_id: UserId) -> bool:
    return _BAN.scalar(connection, number=user_id) is not None


def ban(connection: Connection, number: int, *, is_server: bool) -> None:
    """Ban a person or a server. Doing so twice changes nothing."""
    unban(connection, number)
    connection.execute(insert(bans).values(id=number, is_server=is_server))


def unban(connection: Connection, number: int) -> bool:
    """Lift the ban of a person or a server; returns whether there was one."""
    return bool(connection.execute(delete(bans).where(bans.c.id == number)).rowcount)
