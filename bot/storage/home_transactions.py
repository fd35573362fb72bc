"""Transactions about homes, the servers that have the bot, and about what goes with a server that had it.

Each application has homes of its own: a bot with another token deletes nothing of the one before.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from sqlalchemy import Connection, delete, insert, select, tuple_, update

from bot.sessions.homes import KEPT, Roll
from bot.storage.database.row_locks import Lock, lock
from bot.storage.personal_data import delete_sessions
from bot.storage.puzzle_transactions import turn_off
from bot.storage.record_rows import delete_standings
from bot.storage.settings_rows import forget_settings
from bot.storage.store import AT_ONCE
from bot.storage.tables import homes, meetings, sessions


def call_roll(connection: Connection, roll: Roll, now: int) -> None:
    """Note who is there, and of the homes that the roll covers, since when the others are missing."""
    note_homes(connection, roll.application_id, roll.present)
    ours = homes.c.application_id == roll.application_id
    there = select(homes.c.guild_id).where(ours, homes.c.missing_since.is_(None))
    missing = [each for each in connection.scalars(there) if roll.covers(each) and each not in roll.present]
    for start in range(0, len(missing), AT_ONCE):
        some = homes.c.guild_id.in_(missing[start : start + AT_ONCE])
        connection.execute(update(homes).where(ours, some).values(missing_since=now))


def note_homes(connection: Connection, application_id: int, present: Set[int]) -> None:
    """Note that an application is a member of these servers."""
    lock(connection, Lock.HOMES)
    ours = homes.c.application_id == application_id
    known = {row.guild_id: row.missing_since for row in connection.execute(select(homes).where(ours))}
    if new := [{"application_id": application_id, "guild_id": each} for each in present - known.keys()]:
        connection.execute(insert(homes), new)
    for guild_id in present & {each for each, missing in known.items() if missing is not None}:
        back = update(homes).where(ours, homes.c.guild_id == guild_id)
        connection.execute(back.values(missing_since=None))


def homes_to_forget(connection: Connection, application_id: int, now: int) -> Sequence[int]:
    """AT_ONCE servers that have been missing for long enough, the longest first."""
    due = homes.c.application_id == application_id, homes.c.missing_since <= now - KEPT
    return connection.scalars(
        select(homes.c.guild_id).where(*due).order_by(homes.c.missing_since).limit(AT_ONCE)
    ).all()


def forget_home(connection: Connection, application_id: int, guild_id: int) -> bool:
    """Delete part of what is kept of a server that removed the bot; returns whether there is more.

    That is its settings, its leaderboards, and the games until then: people may play there since by
    themselves. Another application that is at home there keeps all of it.
    """
    lock(connection, Lock.HOMES)
    this = homes.c.application_id == application_id, homes.c.guild_id == guild_id
    since = connection.scalar(select(homes.c.missing_since).where(*this))
    if since is None:
        return False
    if not _is_home_of_another(connection, guild_id):
        if _forget_games(connection, guild_id, since) or delete_standings(connection, guild_id):
            return True
        if _forget_meetings(connection, guild_id):
            return True
        forget_settings(connection, guild_id)
        turn_off(connection, guild_id)
    connection.execute(delete(homes).where(*this))
    return False


def _is_home_of_another(connection: Connection, guild_id: int) -> bool:
    there = select(homes.c.guild_id).where(homes.c.guild_id == guild_id, homes.c.missing_since.is_(None))
    return connection.scalar(there.limit(1)) is not None


def _forget_games(connection: Connection, guild_id: int, until: int) -> bool:
    theirs = select(sessions.c.id).where(sessions.c.guild_id == guild_id, sessions.c.started_at <= until)
    session_ids = connection.scalars(theirs.limit(AT_ONCE)).all()
    delete_sessions(connection, session_ids)
    return len(session_ids) == AT_ONCE


def _forget_meetings(connection: Connection, guild_id: int) -> bool:
    some = select(*meetings.primary_key).where(meetings.c.guild_id == guild_id).limit(AT_ONCE)
    gone = connection.execute(delete(meetings).where(tuple_(*meetings.primary_key).in_(some)))
    return gone.rowcount == AT_ONCE
