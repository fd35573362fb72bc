"""When people were last seen: began a game, joined a cup, tried the puzzle of the day, or blocked someone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, bindparam, select, update
from sqlalchemy.dialects import postgresql, sqlite

from bot.sessions.records import SECONDS_A_DAY
from bot.sessions.seats import Person, Seat, UserId
from bot.storage.database.prepared import Prepared, Write
from bot.storage.store import AT_ONCE
from bot.storage.tables import people

_UNSEEN = 365  # days after which a person counts as gone
_UNKNOWN = 0  # the day of people who have done nothing but change a setting


def _see() -> Prepared:
    row: dict[str, Any] = {"user_id": bindparam("user_id"), "seen_on": bindparam("seen_on")}
    on_sqlite, on_postgres = sqlite.insert(people).values(row), postgresql.insert(people).values(row)
    key, day = [people.c.user_id], {"seen_on": row["seen_on"]}
    later = people.c.seen_on < bindparam("seen_on")
    return Prepared(
        on_sqlite.on_conflict_do_update(index_elements=key, set_=day, where=later),
        on_postgres=on_postgres.on_conflict_do_update(index_elements=key, set_=day, where=later),
    )


_SEE = _see()


def seeing(seats: Iterable[Seat], now: int) -> list[Write]:
    """The statements that note the people in these seats as seen today."""
    user_ids = sorted(seat.user_id for seat in seats if isinstance(seat, Person))  # so that no two deadlock
    return [(_SEE, {"user_id": user_id, "seen_on": now // SECONDS_A_DAY}) for user_id in user_ids]


def note_seen(connection: Connection, user_id: UserId, now: int) -> None:
    """Note a person as seen today."""
    _SEE.run(connection, user_id=user_id, seen_on=now // SECONDS_A_DAY)


def people_unseen(connection: Connection, now: int) -> list[UserId]:
    """AT_ONCE of the people who were not seen for a year.

    For people without a known day, the year starts today.
    """
    today = now // SECONDS_A_DAY
    unknown = select(people.c.user_id).where(people.c.seen_on == _UNKNOWN).limit(AT_ONCE)
    connection.execute(update(people).where(people.c.user_id.in_(unknown)).values(seen_on=today))
    gone = people.c.seen_on < today - _UNSEEN, people.c.seen_on > _UNKNOWN
    return list(connection.scalars(select(people.c.user_id).where(*gone).limit(AT_ONCE)))
