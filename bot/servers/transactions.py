"""Transactions about a server's settings and its leaderboards, and about those unused for long."""

from collections.abc import Sequence
from typing import TypeAlias

from sqlalchemy import delete, distinct, func, select

from bot.advice.transactions import turn_off
from bot.database.prepared_statements import prepared_upsert
from bot.database.store import AT_ONCE, delete_some
from bot.database.tables import meetings, server_settings, sessions, standings
from bot.database.transaction import AnyTransaction, Transaction
from bot.interactions.interaction import Interaction
from bot.play.interaction_rows import once
from bot.play.rows import delete_sessions
from bot.play.session import SECONDS_A_DAY
from bot.play.settings import ServerSettings
from bot.play.settings_rows import settings_of

KEPT = 365
"""Days without a game, a cup or a daily post, until what is kept of a server is deleted."""

Value: TypeAlias = str | int | None
"""Of a setting of a server; None stands for the operator's default."""


@once
def change(
    transaction: Transaction[Interaction], guild_id: int, name: str, value: Value
) -> ServerSettings:
    """Change a setting of a server; returns all of them.

    name  the name of a field of ServerSettings
    """
    columns = ("guild_id", "used_on", name)
    written = prepared_upsert(server_settings, columns, lambda new: {name: new[name]})
    today = transaction.interaction.at // SECONDS_A_DAY
    written.execute(transaction, **{"guild_id": guild_id, "used_on": today, name: value})
    return settings_of(transaction)


def count_standings(transaction: AnyTransaction, guild_id: int) -> int:
    """How many people are on a server's leaderboards, in any game."""
    count = select(func.count(distinct(standings.c.user_id)))
    return transaction.connection.execute(
        count.where(standings.c.guild_id == guild_id)
    ).scalar_one()


def delete_standings(transaction: AnyTransaction, guild_id: int) -> None:
    """Empty a server's leaderboards."""
    transaction.connection.execute(delete(standings).where(standings.c.guild_id == guild_id))


def servers_unused(transaction: AnyTransaction, now: int) -> Sequence[int]:
    """AT_ONCE servers unused for a year, first those that are so for longest."""
    unused = (
        select(server_settings.c.guild_id)
        .where(server_settings.c.used_on <= now // SECONDS_A_DAY - KEPT)
        .order_by(server_settings.c.used_on)
        .limit(AT_ONCE)
    )
    return transaction.connection.scalars(unused).all()


def forget_server(transaction: AnyTransaction, guild_id: int, now: int) -> bool:
    """Delete part of what is kept of a server unused for a year; returns whether there is more."""
    this = server_settings.c.guild_id == guild_id
    # Locked: a game that starts there meanwhile writes this row, too.
    used_on = transaction.connection.scalar(
        select(server_settings.c.used_on).where(this).with_for_update()
    )
    if used_on is None or used_on > now // SECONDS_A_DAY - KEPT:
        return False
    games = select(sessions.c.id).where(sessions.c.guild_id == guild_id).limit(AT_ONCE)
    session_ids = transaction.connection.scalars(games).all()
    delete_sessions(transaction, session_ids)
    deleted_meetings = delete_some(transaction, meetings, meetings.c.guild_id == guild_id)
    if len(session_ids) == AT_ONCE or deleted_meetings == AT_ONCE:
        return True
    delete_standings(transaction, guild_id)
    turn_off(transaction, guild_id)
    transaction.connection.execute(delete(server_settings).where(this))
    return False
