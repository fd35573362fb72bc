"""Transactions of the program itself: sweeps, reminders, and notes."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, case, delete, func, insert, null, select, update

from bot.sessions.session import Session
from bot.storage.challenge_rows import forget_old_challenges, forget_old_pauses, lapse_challenges
from bot.storage.cup_rows import forget_old_cups, put_cups_back
from bot.storage.database import copies
from bot.storage.database.row_locks import Lock, lock
from bot.storage.once import forget_old_interactions
from bot.storage.record_rows import forget_old_meetings
from bot.storage.session_rows import still_live
from bot.storage.session_writing import close_abandoned, put_clocks_back
from bot.storage.store import AT_ONCE
from bot.storage.tables import notes, sessions

_SWEPT = "swept at"
_SAVED = "saved"
_BETWEEN_IDENTIFIES = 5.5  # seconds; Discord's five, and a margin for the network
_STANDSTILL = 3 * 60  # seconds without a sweep that count as downtime; there is a sweep every minute


def sweep(connection: Connection, now: int) -> tuple[int, int]:
    """Close lapsed challenges and abandoned sessions, at most AT_ONCE of each; returns how many of each.

    If there was no sweep for a while, the bot was down and nobody could play, so clocks move by that time.
    """
    lock(connection, Lock.SWEEP)
    last = read_note(connection, _SWEPT)
    if last is not None and now - int(last) > _STANDSTILL:
        put_clocks_back(connection, now - int(last))
        put_cups_back(connection, now - int(last))
    write_note(connection, _SWEPT, str(now))
    return lapse_challenges(connection, now), close_abandoned(connection, now)


def forget(connection: Connection, now: int) -> bool:
    """Delete some of the rows that are no longer needed; returns whether there may be more."""
    lock(connection, Lock.SWEEP)
    kinds = (
        forget_old_interactions,
        forget_old_challenges,
        forget_old_pauses,
        forget_old_meetings,
        forget_old_cups,
    )
    return AT_ONCE in [forget_old(connection, now) for forget_old in kinds]


def reminders(connection: Connection, now: int, most: int, busy: Collection[int] = ()) -> list[Session]:
    """Up to `most` sessions in which half or all of the time for a move is gone and nobody was told yet.

    Sessions with time left come first, the earliest deadline first. Each session comes once when half its
    time is gone and once when all of it is; if the first is missed, only the second comes. Of the sessions in
    one channel only the first comes: Discord takes a post a second there.

    busy  channels from which none comes
    """
    deadline = sessions.c.turn_since + sessions.c.time
    is_up = deadline <= now
    is_due = sessions.c.remind_at <= now
    urgency = is_up, deadline, sessions.c.id
    place = func.row_number().over(partition_by=sessions.c.channel_id, order_by=urgency)
    due = (
        select(sessions.c.id, is_up.label("is_up"), deadline.label("deadline"), place.label("place"))
        .where(is_due, sessions.c.channel_id.not_in(busy))
        .subquery("due")
    )
    most_urgent = select(due.c.id).where(due.c.place == 1).order_by(due.c.is_up, due.c.deadline).limit(most)
    # Another process may have taken some meanwhile: then these are due no more when we have locked them.
    locked = select(sessions.c.id).where(sessions.c.id.in_(most_urgent), is_due).order_by(*urgency)
    session_ids = list(connection.scalars(locked.with_for_update(key_share=True)))
    if not session_ids:
        return []
    next_time = case((is_up, null()), else_=deadline)
    connection.execute(update(sessions).where(sessions.c.id.in_(session_ids)).values(remind_at=next_time))
    return still_live(connection, session_ids, now)


def next_reminder(connection: Connection) -> int | None:
    """When the next session is due in `reminders`; seconds since 1970, UTC. None if none is."""
    when: int | None = connection.scalar(
        select(func.min(sessions.c.remind_at)).where(sessions.c.remind_at != null())
    )
    return when


def wait_to_identify(connection: Connection, bucket: int) -> float:
    """Seconds until a shard of this bucket may identify; 0 if it may now, and then it counts as done.

    Discord allows one shard of each bucket in five seconds, over all processes.
    """
    lock(connection, Lock.SHARDS)
    now = float(connection.execute(select(func.extract("epoch", func.clock_timestamp()))).scalar_one())
    last = read_note(connection, f"identified {bucket}")
    if last is not None and 0 <= now - float(last) < _BETWEEN_IDENTIFIES:
        return _BETWEEN_IDENTIFIES - (now - float(last))
    write_note(connection, f"identified {bucket}", str(now))
    return 0.0


def save_something(connection: Connection) -> None:
    """Write to the database, to see whether it saves."""
    write_note(connection, _SAVED, "")


def last_backup(connection: Connection) -> int | None:
    """When `python -m bot backup` last copied this database, in seconds since 1970, UTC; None for never."""
    noted = read_note(connection, copies.NOTE)
    return None if noted is None else int(noted)


def read_note(connection: Connection, name: str) -> str | None:
    """The note called `name`, or None."""
    return connection.scalar(select(notes.c.value).where(notes.c.name == name))


def write_note(connection: Connection, name: str, value: str) -> None:
    """Write the note called `name`, and replace an earlier one."""
    connection.execute(delete(notes).where(notes.c.name == name))
    connection.execute(insert(notes).values(name=name, value=value))
