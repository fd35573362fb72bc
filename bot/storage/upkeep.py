"""What can be asked of the store by the program itself: what is due, and what it noted."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from bot.sessions.session import Session
from bot.storage.challenge_rows import lapse_challenges
from bot.storage.record_rows import forget_old_meetings
from bot.storage.session_rows import close_abandoned, take_reminders
from bot.storage.tables import notes


def sweep(connection: Connection, now: int) -> tuple[int, int]:
    """Close what nobody came back to; how many challenges and sessions that were."""
    forget_old_meetings(connection, now)
    return lapse_challenges(connection, now), close_abandoned(connection, now)


def reminders(connection: Connection, now: int, most: int) -> list[Session]:
    """The sessions whose side to move is to be reminded now, at most so many; none comes twice."""
    return take_reminders(connection, now, most)


def read_note(connection: Connection, name: str) -> str | None:
    """What the program noted under `name`."""
    return connection.scalar(select(notes.c.value).where(notes.c.name == name))


def write_note(connection: Connection, name: str, value: str) -> None:
    """Note `value` under `name` in place of what stood there."""
    connection.execute(delete(notes).where(notes.c.name == name))
    connection.execute(insert(notes).values(name=name, value=value))
