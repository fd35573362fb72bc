"""Transactions of the program itself: sweeps, reminders, notes, and when shards may identify."""

from typing import NamedTuple

from sqlalchemy import bindparam, case, func, null, select, text, update

from bot.challenges.rows import delete_challenges, lapse_challenges
from bot.cups.rows import forget_old_cups, put_cups_back
from bot.database.locks import Lock, lock
from bot.database.prepared_statements import Prepared, prepared_upsert
from bot.database.store import AT_ONCE, delete_some
from bot.database.tables import (
    challenges,
    cups,
    daily_solvers,
    interactions,
    meetings,
    notes,
    pauses,
    seats,
    server_settings,
    sessions,
)
from bot.database.transaction import AnyTransaction
from bot.interactions.clock import EPOCH
from bot.people import personal_rows
from bot.play.rows import close_abandoned, put_clocks_back, still_live
from bot.play.session import SECONDS_A_DAY, Session

STANDSTILL = 180
"""Seconds without a note of a sweep that count as downtime."""

_SWEPT = "swept at"
_BETWEEN_NOTES = 60  # seconds: each is a write, and a sweep comes every few seconds
_A_CHANNEL = 5  # posts that Discord takes at once in a channel
_BETWEEN_IDENTIFIES = 5.5  # seconds; Discord's five, and a margin for the network

_NOTE = Prepared(select(notes.c.value).where(notes.c.name == bindparam("name")))
_WRITE_NOTE = prepared_upsert(notes, ("name", "value"), lambda new: {"value": new["value"]})
_DEADLINE = sessions.c.turn_since + sessions.c.time
_IS_UP = bindparam("now") >= _DEADLINE


def _to_remind() -> Prepared:
    """The statement that selects the ids of the sessions to remind of; see `reminders`."""
    its_cup = select(cups.c.id).where(cups.c.id == sessions.c.cup_id, cups.c.ended_at == null())
    is_due = (sessions.c.remind_at <= bindparam("now")) & ~(_IS_UP & its_cup.exists())
    urgency = _IS_UP, _DEADLINE, sessions.c.id
    place = func.row_number().over(partition_by=sessions.c.channel_id, order_by=urgency)
    columns = _IS_UP.label("is_up"), _DEADLINE.label("deadline"), place.label("place")
    due = select(sessions.c.id, *columns).where(is_due).subquery("due")
    first_of_channels = select(due.c.id).where(due.c.place <= _A_CHANNEL)
    most_urgent = first_of_channels.order_by(due.c.is_up, due.c.deadline).limit(bindparam("most"))
    # Another process may have taken some meanwhile, and those are not due any more once we have the
    # lock.
    still_due = select(sessions.c.id).where(sessions.c.id.in_(most_urgent), is_due)
    return Prepared(still_due.order_by(*urgency).with_for_update(key_share=True))


_TO_REMIND = _to_remind()


class Swept(NamedTuple):
    """How many challenges and sessions a sweep has closed."""

    challenges: int
    sessions: int


def sweep(transaction: AnyTransaction, now: int) -> Swept:
    """Close lapsed challenges and abandoned sessions, at most AT_ONCE of each.

    If no sweep was noted for longer than STANDSTILL seconds, the bot was down and nobody could
    play, so clocks move by that time.
    """
    lock(transaction.connection, Lock.SWEEP)
    note = read_note(transaction, _SWEPT)
    passed = now - int(note or now)
    if passed > STANDSTILL:
        put_clocks_back(transaction, passed)
        put_cups_back(transaction, passed)
    if note is None or abs(passed) >= _BETWEEN_NOTES:
        write_note(transaction, _SWEPT, str(now))
    lapsed = lapse_challenges(transaction, now)
    return Swept(lapsed, close_abandoned(transaction, now))


def forget(transaction: AnyTransaction, now: int) -> bool:
    """Delete some of the rows that are no longer needed; returns whether there may be more."""
    lock(transaction.connection, Lock.SWEEP)
    an_hour_ago = now - 3600
    a_day_ago = now - SECONDS_A_DAY
    yesterday = now // SECONDS_A_DAY - 1
    # Their ids tell when they were made; an interaction's token dies after 15 minutes.
    first_id = (an_hour_ago - EPOCH) * 1000 << 22
    deleted = (
        delete_some(transaction, interactions, interactions.c.id < first_id),
        delete_challenges(transaction, challenges.c.expires_at < a_day_ago),
        delete_some(transaction, pauses, pauses.c.until <= now),
        delete_some(transaction, meetings, meetings.c.day < yesterday),
        delete_some(transaction, daily_solvers, daily_solvers.c.day < yesterday),
        forget_old_cups(transaction, now),
    )
    return AT_ONCE in deleted


def reminders(transaction: AnyTransaction, now: int, most: int) -> list[Session]:
    """Up to `most` sessions in which half or all of the time a move is gone, and nobody was told.

    Sessions with time left come first, the earliest deadline first. Each session comes once when
    half its time is gone and once when all of it is; if the first is missed, only the second comes.
    Of the sessions in one channel only the first five come: discord.py would line up more behind
    Discord's rate limit, where an urgent one would have to wait and be given up. In a cup nobody
    has to claim a win, so nothing comes when all the time is gone.
    """
    session_ids = [row.id for row in _TO_REMIND.execute(transaction, now=now, most=most)]
    if not session_ids:
        return []
    reminded = update(sessions).where(sessions.c.id.in_(session_ids))
    next_time = case((_IS_UP, null()), else_=_DEADLINE)
    transaction.connection.execute(reminded.values(remind_at=next_time), {"now": now})
    return still_live(transaction, session_ids, now)


def wait_to_identify(transaction: AnyTransaction, bucket: int) -> float:
    """Seconds until a shard of this bucket may identify; 0 if it may now, which counts as done.

    Discord allows one shard of each bucket in five seconds, over all processes.
    """
    lock(transaction.connection, Lock.SHARDS)
    epoch = func.extract("epoch", func.clock_timestamp())
    now = float(transaction.connection.execute(select(epoch)).scalar_one())
    last = read_note(transaction, f"identified {bucket}")
    if last is not None:
        passed = now - float(last)
        if 0 <= passed < _BETWEEN_IDENTIFIES:
            return _BETWEEN_IDENTIFIES - passed
    write_note(transaction, f"identified {bucket}", str(now))
    return 0.0


def knows(transaction: AnyTransaction, id_: int, *, is_server: bool) -> bool:
    """Whether anything is kept about a person or a server."""
    if not is_server:
        sits = select(seats.c.user_id).where(seats.c.user_id == id_).limit(1)
        return transaction.connection.scalar(sits) is not None or bool(
            personal_rows.facts(transaction, id_)
        )
    used = select(server_settings.c.guild_id).where(server_settings.c.guild_id == id_)
    return transaction.connection.scalar(used) is not None


def size(transaction: AnyTransaction) -> int:
    """The size of the database, in bytes."""
    if transaction.sqlite:
        pages = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        size_in_bytes = transaction.connection.scalar(text(pages))
    else:
        size_in_bytes = transaction.connection.scalar(
            text("SELECT pg_database_size(current_database())")
        )
    return int(size_in_bytes or 0)


def read_note(transaction: AnyTransaction, name: str) -> str | None:
    """The note called `name`, or None."""
    rows = _NOTE.execute(transaction, name=name)
    if not rows:
        return None
    return str(rows[0].value)


def write_note(transaction: AnyTransaction, name: str, value: str) -> None:
    """Write the note called `name`, and replace an earlier one."""
    _WRITE_NOTE.execute(transaction, name=name, value=value)
