"""Sessions as rows: finding, loading and writing them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Label,
    bindparam,
    column,
    func,
    insert,
    literal_column,
    select,
    table,
    update,
)
from sqlalchemy.types import NullType

from bot.sessions.endings import Ending, Tally, Termination
from bot.sessions.seats import Bot, Person, Seat, UserId
from bot.sessions.session import Session
from bot.storage.counting import counting
from bot.storage.database.prepared import Prepared, Write, write_together
from bot.storage.interaction_rows import remembering
from bot.storage.request import Request
from bot.storage.tables import seats, sessions
from engine.board import Mark
from engine.rules import Cell

_CELLS = "0123456789abcdefghijklmnopqrstuvwxyz"  # a move is written as the character of its cell

# The statements of a move are compiled once: building one costs more than executing it.
_counted_up = table("sqlite_sequence", column("name"), column("seq"))  # the last id that SQLite has used
_x, _o = seats.alias("x"), seats.alias("o")
_THIS_SESSION = sessions.c.id == bindparam("session_id")
_LIVE_SEAT = (
    select(seats.c.session_id)
    .where(
        seats.c.channel_id == bindparam("channel_id"), seats.c.user_id == bindparam("player"), seats.c.live
    )
    .scalar_subquery()
)


def _reading(which: ColumnElement[bool]) -> Prepared:
    """The statement that reads a session with its seats.

    Its version is the number of the transaction that wrote the row, which PostgreSQL keeps. SQLite needs
    none, because it runs one transaction after another.
    """
    seated = (
        select(
            sessions,
            _x.c.user_id.label("x_user_id"),
            _x.c.level.label("x_level"),
            _o.c.user_id.label("o_user_id"),
            _o.c.level.label("o_level"),
        )
        .join(_x, (_x.c.session_id == sessions.c.id) & (_x.c.mark == Mark.X.value))
        .join(_o, (_o.c.session_id == sessions.c.id) & (_o.c.mark == Mark.O.value))
        .where(which)
    )
    none: Label[int] = literal_column("0").label("version")
    version: Label[int] = literal_column("sessions.xmin").label("version")
    return Prepared(seated.add_columns(none), on_postgres=seated.add_columns(version))


_SESSION = _reading(_THIS_SESSION)
_SEATED_SESSION = _reading(sessions.c.id == _LIVE_SEAT)
_REMATCH = _reading(sessions.c.rematch_of == bindparam("session_id"))
_NEXT_ID = Prepared(
    select((func.coalesce(func.max(_counted_up.c.seq), 0) + 1).label("id")).where(
        _counted_up.c.name == sessions.name
    ),
    on_postgres=select(func.nextval("sessions_id_seq").label("id")),
)
_NEW_SEAT = Prepared(insert(seats))
_LEAVE_SEATS = Prepared(update(seats).where(seats.c.session_id == bindparam("of")).values(live=False))


def load_session(connection: Connection, session_id: int, now: int) -> Session | None:
    """The session as of `now`; None if there is none."""
    return _one(_SESSION.rows(connection, session_id=session_id), now)


def seated_session(connection: Connection, channel_id: int, player: UserId, now: int) -> Session | None:
    """The session in which `player` has a live seat in a channel, even if it is abandoned as of `now`."""
    return _one(_SEATED_SESSION.rows(connection, channel_id=channel_id, player=player), now)


def live_session(connection: Connection, channel_id: int, player: UserId, now: int) -> Session | None:
    """The live session of `player` in a channel; there is at most one."""
    session = seated_session(connection, channel_id, player, now)
    return session if session and not session.ending else None


def last_finished_session(
    connection: Connection, channel_id: int, player: UserId, now: int
) -> Session | None:
    """The last session that `player` finished in a channel, not counting sessions without a move."""
    session_id = connection.scalar(
        select(seats.c.session_id)
        .join(sessions, sessions.c.id == seats.c.session_id)
        .where(
            seats.c.user_id == player,
            seats.c.channel_id == channel_id,
            ~seats.c.live,
            sessions.c.moves != "",
        )
        .order_by(seats.c.session_id.desc())
        .limit(1)
    )
    return load_session(connection, session_id, now) if session_id is not None else None


def still_live(connection: Connection, session_ids: Iterable[int], now: int) -> list[Session]:
    """The given sessions that are still live."""
    found = (load_session(connection, session_id, now) for session_id in list(session_ids))
    return [session for session in found if session and not session.ending]


def rematch_of(connection: Connection, session_id: int, now: int) -> Session | None:
    """The rematch of a session; None if there was none."""
    return _one(_REMATCH.rows(connection, session_id=session_id), now)


def open_session(connection: Connection, request: Request, session: Session) -> Session:
    """Write a new session and remember the interaction; returns the session with its id."""
    session = replace(session, id=_NEXT_ID.scalar(connection))
    row = {
        "id": session.id,
        "channel_id": session.channel_id,
        "guild_id": session.guild_id,
        "game": session.game,
        "first": session.first.value,
        "moves": _written(session.moves),
        "started_at": request.at,
        "message_id": session.message_id,
        "time": session.time,
        "tally_x": session.tally.x,
        "tally_o": session.tally.o,
        "tally_drawn": session.tally.drawn,
        "rematch_of": session.rematch_of,
        "is_demo": session.is_demo,
        **_clock(session, may_remind=request.may_write),
    }
    taken = ((_NEW_SEAT, _seat_row(session, mark)) for mark in session.seats)
    write_together(connection, (_new(*row), row), *taken, remembering(request, session_id=session.id))
    return session


def save_session(connection: Connection, request: Request, before: Session, after: Session) -> Session:
    """Write the changes from `before` to `after`, and remember the interaction.

    The current board is then on the message that was pressed, or after a command on a new message, whose id
    we learn from the first press on it.
    """
    after = replace(after, message_id=request.message_id)
    done = remembering(request, session_id=after.id)
    return _write_changes(connection, before, after, request.at, done, may_remind=request.may_write)


def save_hint(connection: Connection, request: Request, session: Session) -> Session:
    """Write that a hint was given, and remember the interaction. The board stays on its message."""
    hint = _change(session, {"assisted": session.assisted})
    write_together(connection, hint, remembering(request, session_id=session.id))
    return session


def write_progress(connection: Connection, before: Session, after: Session, now: int) -> Session:
    """Write the changes from `before` to `after` that nobody asked for."""
    return _write_changes(connection, before, after, now) if before != after else after


def _write_changes(
    connection: Connection, before: Session, after: Session, now: int, *done: Write, may_remind: bool = False
) -> Session:
    """Write what has changed, and with it that the interaction is done. A move restarts the clock."""
    changed: dict[str, Any] = {}
    if after.moves != before.moves:
        after = replace(after, turn_since=now)
        changed["moves"] = _written(after.moves)
        changed |= _clock(after, may_remind=may_remind)
    if after.message_id != before.message_id:
        changed["message_id"] = after.message_id
    if after.offered_by is not before.offered_by:
        changed["offered_by"] = after.offered_by.value if after.offered_by else None
    counted: Sequence[Write] = ()
    if after.ending and not before.ending:
        changed |= end_values(after.ending, now)
        counted = (_LEAVE_SEATS, {"of": after.id}), *counting(after, now)
    first = (_change(after, changed),) if changed else ()
    write_together(connection, *first, *done, *counted)
    return after


def _change(session: Session, changed: Mapping[str, Any]) -> Write:
    """What changes these columns of a session, if nobody has changed it since it was read."""
    return _update(*changed), {"session_id": session.id, "version": session.version, **changed}


@cache
def _update(*columns: str) -> Prepared:
    """The statement that writes these columns of a session. Only a few combinations occur."""
    values: dict[str, Any] = {column: bindparam(column) for column in columns}
    change = update(sessions).where(_THIS_SESSION).values(values)
    unchanged = literal_column("sessions.xmin") == bindparam("version", type_=NullType())
    return Prepared(change, on_postgres=change.where(unchanged))


@cache
def _new(*columns: str) -> Prepared:
    return Prepared(insert(sessions).values({column: bindparam(column) for column in columns}))


def _written(cells: Iterable[Cell]) -> str:
    """The cells of moves as they stand in the row of their session."""
    return "".join(_CELLS[cell] for cell in cells)


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
        "remind_at": None,
    }


def _one(rows: Sequence[Any], now: int) -> Session | None:
    """The session of a row, as of `now`."""
    if not rows:
        return None
    row = rows[0]
    return Session(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        game=row.game,
        seats={Mark.X: _seat(row.x_user_id, row.x_level), Mark.O: _seat(row.o_user_id, row.o_level)},
        first=Mark(row.first),
        moves=tuple(_CELLS.index(cell) for cell in row.moves),
        ending=_ending(row),
        message_id=row.message_id,
        assisted=bool(row.assisted),
        time=row.time,
        turn_since=row.turn_since,
        offered_by=Mark(row.offered_by) if row.offered_by else None,
        tally=Tally(row.tally_x, row.tally_o, row.tally_drawn),
        rematch_of=row.rematch_of,
        version=row.version,
    ).at(now)


def _seat(user_id: UserId | None, level: str) -> Seat:
    return Bot(level) if user_id is None else Person(user_id)


def _ending(row: Any) -> Ending | None:
    if row.end_reason is None:
        return None
    return Ending(Termination(row.end_reason), Mark(row.winner) if row.winner else None)
