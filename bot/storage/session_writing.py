"""Writing sessions: a new one, or the changes to one, as the last statement of its transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from sqlalchemy import Connection, Update, bindparam, column, func, insert, null, select, table, update

from bot.sessions.seats import Bot, Person
from bot.sessions.session import Ending, Session
from bot.storage.counting import counting
from bot.storage.cup_rows import game_over
from bot.storage.database.prepared import Prepared, Write, write_together
from bot.storage.interaction_rows import remembering
from bot.storage.request import Request
from bot.storage.seen import seeing
from bot.storage.session_rows import THIS_SESSION, in_row
from bot.storage.tables import seats, sessions
from engine.board import Mark

_counted_up = table("sqlite_sequence", column("name"), column("seq"))  # the last id that SQLite has used
_NEXT_ID = Prepared(
    select((func.coalesce(func.max(_counted_up.c.seq), 0) + 1).label("id")).where(
        _counted_up.c.name == sessions.name
    ),
    on_postgres=select(func.nextval("sessions_id_seq").label("id")),
)
_NEW_SEAT = Prepared(insert(seats))
_LEAVE_SEATS = Prepared(update(seats).where(seats.c.session_id == bindparam("of")).values(live=False))


def open_session(connection: Connection, request: Request, session: Session, *first: Write) -> Session:
    """Write a new session and remember the interaction; returns the session with its id.

    first  what must be written before, see `write_together`
    """
    session = replace(session, id=_NEXT_ID.scalar(connection))
    row = {
        "id": session.id,
        "channel_id": session.channel_id,
        "guild_id": session.guild_id,
        "game": session.game,
        "first": session.first.value,
        "moves": in_row(session.moves),
        "started_at": request.at,
        "assisted": session.assisted,
        "message_id": session.message_id,
        "time": session.time,
        "tally_x": session.tally.x,
        "tally_o": session.tally.o,
        "tally_drawn": session.tally.drawn,
        "rematch_of": session.rematch_of,
        "is_demo": session.is_demo,
        "language": session.language,
        "look": session.look,
        "cup_id": session.cup_id,
        "open_game_id": session.open_game_id,
        **_clock(session, may_remind=request.may_write),
    }
    taken = ((_NEW_SEAT, _seat_row(session, mark)) for mark in session.seats)
    done = remembering(request, session_id=session.id)
    seen = seeing(session.seats.values(), request.at)
    write_together(connection, *first, (_new(*row), row), *taken, done, *seen)
    return session


def save_session(connection: Connection, request: Request, before: Session, after: Session) -> Session:
    """Write the changes from `before` to `after`, and remember the interaction.

    The current board is then on the message that was pressed, or after a command on a new message, whose id
    we learn from the first press on it.
    """
    done = remembering(request, session_id=after.id)
    return _save(connection, request, before, after, done)


def save_press(connection: Connection, request: Request, before: Session, after: Session) -> Session:
    """Like `save_session`, but remember no interaction: a press that comes again finds its move made."""
    return _save(connection, request, before, after)


def _save(connection: Connection, request: Request, before: Session, after: Session, *done: Write) -> Session:
    since = _turn_since(before, after, request.at)
    after = after.but(message_id=request.message_id, turn_since=since)
    return _write_changes(connection, before, after, request.at, *done, may_remind=request.may_write)


def save_hint(connection: Connection, request: Request, before: Session, after: Session) -> Session:
    """Write that a hint was given, and remember the interaction. The board stays on its message."""
    hint = _change(before, {"assisted": after.assisted})
    write_together(connection, hint, remembering(request, session_id=after.id))
    return after


def write_progress(connection: Connection, before: Session, after: Session, now: int) -> Session:
    """Write the changes from `before` to `after` that nobody asked for."""
    if before == after:
        return after
    after = replace(after, turn_since=_turn_since(before, after, now))
    return _write_changes(connection, before, after, now)


def _write_changes(
    connection: Connection, before: Session, after: Session, now: int, *done: Write, may_remind: bool = False
) -> Session:
    """Write what has changed, and with it that the interaction is done."""
    changed: dict[str, Any] = {}
    if after.moves != before.moves:
        changed["moves"] = in_row(after.moves)
        changed |= _clock(after, may_remind=may_remind)
    if after.message_id != before.message_id:
        changed["message_id"] = after.message_id
    if after.offered_by is not before.offered_by:
        changed["offered_by"] = after.offered_by.value if after.offered_by else None
    counted: Sequence[Write] = ()
    if after.ending and not before.ending:
        changed |= end_values(after.ending, now)
        counted = (_LEAVE_SEATS, {"of": after.id}), *counting(after, now)
        if after.cup_id is not None:
            counted = *counted, game_over(after.id, now)
    first = (_change(before, changed),) if changed else ()
    if writes := (*first, *done, *counted):
        write_together(connection, *writes)
    return after


def _turn_since(before: Session, after: Session, now: int) -> int:
    """When the current turn began: a move restarts the clock."""
    return before.turn_since if after.moves == before.moves else now


def _change(before: Session, changed: dict[str, Any]) -> Write:
    """What changes these columns of a session, if its row is still as it was `before`."""
    this: dict[str, Any] = {"session_id": before.id}
    if before.ending:
        return _update(*changed), this | changed
    was = {
        "was_moves": in_row(before.moves),
        "was_message_id": before.message_id,
        "was_assisted": before.assisted,
        "was_turn_since": before.turn_since,
        "was_offered_by": before.offered_by.value if before.offered_by else None,
    }
    return _update_live(*changed), this | was | changed


@cache
def _update(*columns: str) -> Prepared:
    """The statement that writes these columns of a session. Only a few combinations occur."""
    return Prepared(_updating(columns))


@cache
def _update_live(*columns: str) -> Prepared:
    """The same for a live session that nobody has changed: these columns are all that play can change."""
    unchanged = (
        sessions.c[name].is_not_distinct_from(bindparam(f"was_{name}", type_=sessions.c[name].type))
        for name in ("moves", "message_id", "assisted", "turn_since", "offered_by")
    )
    # Not `ended_at`, by which PostgreSQL may walk its index of live sessions, if it believes them to be few.
    return Prepared(_updating(columns).where(sessions.c.end_reason == null(), *unchanged))


def _updating(columns: Iterable[str]) -> Update:
    values: dict[str, Any] = {column: bindparam(column) for column in columns}
    return update(sessions).where(THIS_SESSION).values(values)


@cache
def _new(*columns: str) -> Prepared:
    return Prepared(insert(sessions).values({column: bindparam(column) for column in columns}))


def _seat_row(session: Session, mark: Mark) -> dict[str, Any]:
    seat = session.seats[mark]
    return {
        "session_id": session.id,
        "mark": mark.value,
        "user_id": seat.user_id if isinstance(seat, Person) else None,
        "level": seat.level if isinstance(seat, Bot) else None,
        "channel_id": session.channel_id,
        "live": True,
    }


def _clock(session: Session, *, may_remind: bool) -> dict[str, Any]:
    """The columns that follow from the time at which the current turn began."""
    half_time = session.turn_since + session.time // 2 if session.time and may_remind else None
    return {
        "turn_since": session.turn_since,
        "closes_at": session.closes_at,
        "remind_at": half_time,
    }


def end_values(ending: Ending, now: int) -> dict[str, Any]:
    """The columns that change when a session ends."""
    return {
        "ended_at": now,
        "end_reason": ending.termination.value,
        "winner": ending.winner.value if ending.winner else None,
        "left_by": ending.left_by.value if ending.left_by else None,
        "remind_at": None,
    }
