"""Transactions about a server's settings and its leaderboards, and about homes.

A *home* is a server that has the bot. Each application has homes of its own: a bot with another
token deletes nothing of the one before.
"""

from collections.abc import Collection, Sequence
from typing import TypeAlias

from sqlalchemy import Connection, delete, func, insert, select, union

from bot.advice.transactions import turn_off
from bot.database.locks import Lock, lock
from bot.database.prepared_statements import prepared_upsert
from bot.database.store import AT_ONCE, delete_some
from bot.database.tables import bot_standings, homes, meetings, server_settings, sessions, standings
from bot.interactions.request import Request
from bot.play.interaction_rows import once
from bot.play.rows import delete_sessions, settings_of
from bot.play.session import SECONDS_A_DAY
from bot.play.settings import ServerSettings

KEPT = 30
"""Days in which nothing is done in a home, until Discord is asked whether it still is one."""

_LEADERBOARDS = (standings, bot_standings)

Value: TypeAlias = str | int | None
"""Of a setting of a server; None stands for the operator's default."""


@once
def change(
    connection: Connection, request: Request, guild_id: int, name: str, value: Value
) -> ServerSettings:
    """Change a setting of a server; returns all of them.

    name  of a field of ServerSettings
    """
    written = prepared_upsert(server_settings, ("guild_id", name), lambda new: {name: new[name]})
    written.run(connection, **{"guild_id": guild_id, name: value})
    return settings_of(connection, request)


def count_standings(connection: Connection, guild_id: int) -> int:
    """How many people are on a server's leaderboards, in any game."""
    on_both = [select(each.c.user_id).where(each.c.guild_id == guild_id) for each in _LEADERBOARDS]
    there = union(*on_both).subquery("there")
    count = select(func.count()).select_from(there)
    return connection.execute(count).scalar_one()


def delete_standings(connection: Connection, guild_id: int) -> None:
    """Empty a server's leaderboards."""
    for leaderboard in _LEADERBOARDS:
        connection.execute(delete(leaderboard).where(leaderboard.c.guild_id == guild_id))


def record_homes(
    connection: Connection, application_id: int, guild_ids: Collection[int], now: int
) -> None:
    """Note that something was done today in servers that have the application."""
    lock(connection, Lock.HOMES)
    ours = homes.c.application_id == application_id
    connection.execute(delete(homes).where(ours, homes.c.guild_id.in_(guild_ids)))
    today = now // SECONDS_A_DAY
    rows = [
        {"application_id": application_id, "guild_id": guild_id, "seen_on": today}
        for guild_id in guild_ids
    ]
    connection.execute(insert(homes), rows)


def quiet_homes(connection: Connection, application_id: int, now: int) -> Sequence[int]:
    """AT_ONCE homes in which nothing was done for long enough, first where that is the longest."""
    today = now // SECONDS_A_DAY
    quiet = (
        select(homes.c.guild_id)
        .where(homes.c.application_id == application_id, homes.c.seen_on <= today - KEPT)
        .order_by(homes.c.seen_on)
        .limit(AT_ONCE)
    )
    return connection.scalars(quiet).all()


def forget_home(connection: Connection, application_id: int, guild_id: int, now: int) -> bool:
    """Delete part of what is kept of a quiet home without the bot; returns whether there is more.

    That is its settings, its leaderboards, and the games until it was quiet: people may play there
    since by themselves. Another application that is at home there keeps all of it.
    """
    lock(connection, Lock.HOMES)
    this = homes.c.guild_id == guild_id
    ours = homes.c.application_id == application_id
    seen_on = connection.scalar(select(homes.c.seen_on).where(this, ours))
    if seen_on is None or seen_on > now // SECONDS_A_DAY - KEPT:
        return False
    of_another = select(homes.c.guild_id).where(this, ~ours).limit(1)
    if connection.scalar(of_another) is None:
        quiet_from = (seen_on + 1) * SECONDS_A_DAY
        if _forget_server(connection, guild_id, quiet_from):
            return True
    connection.execute(delete(homes).where(this, ours))
    return False


def _forget_server(connection: Connection, guild_id: int, quiet_from: int) -> bool:
    """Delete part of what is kept of a server; returns whether there is more.

    quiet_from  games that began from then on stay; seconds since 1970, UTC
    """
    old_games = (
        select(sessions.c.id)
        .where(sessions.c.guild_id == guild_id, sessions.c.started_at < quiet_from)
        .limit(AT_ONCE)
    )
    session_ids = connection.scalars(old_games).all()
    delete_sessions(connection, session_ids)
    deleted_meetings = delete_some(connection, meetings, meetings.c.guild_id == guild_id)
    if len(session_ids) == AT_ONCE or deleted_meetings == AT_ONCE:
        return True
    delete_standings(connection, guild_id)
    connection.execute(delete(server_settings).where(server_settings.c.guild_id == guild_id))
    turn_off(connection, guild_id)
    return False
