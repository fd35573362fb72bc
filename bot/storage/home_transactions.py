"""Transactions about homes, the servers that have the bot, and about what goes with a server that had it.

Each application has homes of its own: a bot with another token deletes nothing of the one before.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, delete, insert, select, tuple_

from bot.sessions.records import SECONDS_A_DAY
from bot.storage.database.row_locks import Lock, lock
from bot.storage.personal_data import delete_sessions
from bot.storage.puzzle_transactions import turn_off
from bot.storage.record_rows import delete_standings
from bot.storage.settings_rows import forget_settings
from bot.storage.store import AT_ONCE
from bot.storage.tables import homes, meetings, sessions

KEPT = 30
"""Days in which nothing is done in a home, until Discord is asked whether it still is one."""


def note_homes(connection: Connection, application_id: int, guild_ids: Collection[int], now: int) -> None:
    """Note that something was done today in servers that have the application."""
    lock(connection, Lock.HOMES)
    ours = homes.c.application_id == application_id
    connection.execute(delete(homes).where(ours, homes.c.guild_id.in_(guild_ids)))
    same = {"application_id": application_id, "seen_on": now // SECONDS_A_DAY}
    connection.execute(insert(homes), [same | {"guild_id": each} for each in guild_ids])


def quiet_homes(connection: Connection, application_id: int, now: int) -> Sequence[int]:
    """AT_ONCE homes in which nothing was done for long enough, first where that is the longest."""
    due = homes.c.application_id == application_id, homes.c.seen_on <= now // SECONDS_A_DAY - KEPT
    return connection.scalars(
        select(homes.c.guild_id).where(*due).order_by(homes.c.seen_on).limit(AT_ONCE)
    ).all()


def forget_home(connection: Connection, application_id: int, guild_id: int, now: int) -> bool:
    """Delete part of what is kept of a quiet home that removed the bot; returns whether there is more.

    That is its settings, its leaderboards, and the games until it was quiet: people may play there since by
    themselves. Another application that is at home there keeps all of it.
    """
    lock(connection, Lock.HOMES)
    this, ours = homes.c.guild_id == guild_id, homes.c.application_id == application_id
    seen_on = connection.scalar(select(homes.c.seen_on).where(this, ours))
    if seen_on is None or seen_on > now // SECONDS_A_DAY - KEPT:
        return False
    if connection.scalar(select(homes.c.guild_id).where(this, ~ours).limit(1)) is None:
        if _forget_games(connection, guild_id, (seen_on + 1) * SECONDS_A_DAY):
            return True
        if delete_standings(connection, guild_id) or _forget_meetings(connection, guild_id):
            return True
        forget_settings(connection, guild_id)
        turn_off(connection, guild_id)
    connection.execute(delete(homes).where(this, ours))
    return False


def _forget_games(connection: Connection, guild_id: int, before: int) -> bool:
    theirs = select(sessions.c.id).where(sessions.c.guild_id == guild_id, sessions.c.started_at < before)
    session_ids = connection.scalars(theirs.limit(AT_ONCE)).all()
    delete_sessions(connection, session_ids)
    return len(session_ids) == AT_ONCE


def _forget_meetings(connection: Connection, guild_id: int) -> bool:
    some = select(*meetings.primary_key).where(meetings.c.guild_id == guild_id).limit(AT_ONCE)
    gone = connection.execute(delete(meetings).where(tuple_(*meetings.primary_key).in_(some)))
    return gone.rowcount == AT_ONCE
