"""What can be asked of the store by the program itself: what is due, and what it noted."""

from __future__ import annotations

from sqlalchemy import Connection, case, delete, func, insert, null, select, update

from bot.sessions.session import Session
from bot.storage.challenge_rows import forget_old_challenges, lapse_challenges
from bot.storage.database.row_locks import Lock, lock
from bot.storage.interaction_rows import forget_old_interactions
from bot.storage.pause_rows import forget_old_pauses
from bot.storage.record_rows import forget_old_meetings
from bot.storage.session_closing import close_abandoned, put_clocks_back
from bot.storage.session_rows import still_live
from bot.storage.tables import AT_ONCE, notes, sessions

_SWEPT = "swept at"
_BETWEEN_IDENTIFIES = 5.5  # seconds; Discord's five, and what the ways of two to it may differ by
_STANDSTILL = 3 * 60  # seconds without a sweep, of which there is one a minute


def sweep(connection: Connection, now: int) -> tuple[int, int]:
    """Close what nobody came back to; how many challenges and sessions, at most AT_ONCE of each.

    While nobody swept, nobody could play either: clocks have stood still for that long.
    """
    lock(connection, Lock.SWEEP)
    last = read_note(connection, _SWEPT)
    if last is not None and now - int(last) > _STANDSTILL:
        put_clocks_back(connection, now - int(last))
    write_note(connection, _SWEPT, str(now))
    return lapse_challenges(connection, now), close_abandoned(connection, now)


def forget(connection: Connection, now: int) -> bool:
    """Delete some of what is no longer needed, and return whether there may be more."""
    lock(connection, Lock.SWEEP)
    kinds = (forget_old_interactions, forget_old_challenges, forget_old_pauses, forget_old_meetings)
    return AT_ONCE in [forget_old(connection, now) for forget_old in kinds]


def reminders(connection: Connection, now: int, most: int) -> list[Session]:
    """Up to `most` sessions in which half the time for a move is gone, or all of it, and nobody was told.

    Those with time left come first, the earliest deadline at their head. Each comes once for half the time
    and once for all of it; one that is late for the first comes for the second alone.
    """
    deadline = sessions.c.turn_since + sessions.c.time
    is_up = deadline <= now
    due = select(sessions.c.id).where(sessions.c.remind_at <= now)
    most_urgent = due.order_by(is_up, deadline).limit(most).with_for_update(key_share=True)
    session_ids = list(connection.scalars(most_urgent))
    if not session_ids:
        return []
    next_time = case((is_up, null()), else_=deadline)
    connection.execute(update(sessions).where(sessions.c.id.in_(session_ids)).values(remind_at=next_time))
    return still_live(connection, session_ids, now)


def wait_to_identify(connection: Connection, bucket: int) -> float:
    """Seconds until a shard of this bucket may identify itself; 0 if it may now, which then counts as done.

    Discord takes one of each bucket in five seconds, whichever process it is of.
    """
    lock(connection, Lock.SHARDS)
    now = float(connection.execute(select(func.extract("epoch", func.clock_timestamp()))).scalar_one())
    last = read_note(connection, f"identified {bucket}")
    if last is not None and 0 <= now - float(last) < _BETWEEN_IDENTIFIES:
        return _BETWEEN_IDENTIFIES - (now - float(last))
    write_note(connection, f"identified {bucket}", str(now))
    return 0.0


def ping(connection: Connection) -> None:
    """Ask the database for anything of ours, to see whether it answers."""
    connection.execute(select(notes.c.name).limit(1))


def read_note(connection: Connection, name: str) -> str | None:
    """What the program noted under `name`."""
    return connection.scalar(select(notes.c.value).where(notes.c.name == name))


def write_note(connection: Connection, name: str, value: str) -> None:
    """Note `value` under `name` in place of what stood there."""
    connection.execute(delete(notes).where(notes.c.name == name))
    connection.execute(insert(notes).values(name=name, value=value))
