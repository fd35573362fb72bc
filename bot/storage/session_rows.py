"""Sessions as rows: finding, loading and writing them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from bot.sessions.endings import Ending, Tally, Termination
from bot.sessions.seats import Bot, Person, Seat, UserId
from bot.sessions.session import Session
from bot.storage.database.prepared import Prepared, new_row
from bot.storage.database.row_locks import lock_session
from bot.storage.interaction_rows import remember
from bot.storage.record_rows import count_results
from bot.storage.request import Request
from bot.storage.tables import seats, sessions
from engine.board import Mark
from engine.rules import Cell

_CELLS = "0123456789abcdefghijklmnopqrstuvwxyz"  # a move is written as the character of its cell

# The statements of a move are compiled once: building one costs more than executing it.
_x, _o = seats.alias("x"), seats.alias("o")
_THIS_SESSION = sessions.c.id == bindparam("session_id")
_SESSION = Prepared(
    select(
        sessions,
        _x.c.user_id.label("x_user_id"),
        _x.c.level.label("x_level"),
        _o.c.user_id.label("o_user_id"),
        _o.c.level.label("o_level"),
    )
    .join(_x, (_x.c.session_id == sessions.c.id) & (_x.c.mark == Mark.X.value))
    .join(_o, (_o.c.session_id == sessions.c.id) & (_o.c.mark == Mark.O.value))
    .where(_THIS_SESSION)
)
_LIVE_SESSION_OF = Prepared(
    select(seats.c.session_id).where(
        seats.c.channel_id == bindparam("channel_id"), seats.c.user_id == bindparam("player"), seats.c.live
    )
)
_NEW_SEAT = Prepared(insert(seats))
_LEAVE_SEATS = Prepared(update(seats).where(seats.c.session_id == bindparam("of")).values(live=False))


def load_session(connection: Connection, session_id: int, now: int) -> Session | None:
    """The session as of `now`, locked until the transaction ends; None if there is none."""
    lock_session(connection, session_id)
    rows = _SESSION.rows(connection, session_id=session_id)
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
    ).at(now)


def live_session(connection: Connection, channel_id: int, player: UserId, now: int) -> Session | None:
    """The live session of `player` in a channel; there is at most one."""
    session_id = _LIVE_SESSION_OF.scalar(connection, channel_id=channel_id, player=player)
    session = load_session(connection, session_id, now) if session_id is not None else None
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
    rematch_id = connection.scalar(select(sessions.c.id).where(sessions.c.rematch_of == session_id))
    return load_session(connection, rematch_id, now) if rematch_id is not None else None


def open_session(connection: Connection, request: Request, session: Session) -> Session:
    """Write a new session and remember the interaction; returns the session with its id."""
    row = {
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
    session = replace(session, id=new_row(sessions, *row).scalar(connection, **row))
    _NEW_SEAT.run_many(connection, [_seat_row(session, mark) for mark in session.seats])
    remember(connection, request, session_id=session.id)
    return session


def save_session(connection: Connection, request: Request, before: Session, after: Session) -> Session:
    """Write the changes from `before` to `after`, and remember the interaction.

    The current board is then on the message that was pressed, or after a command on a new message, whose id
    we learn from the first press on it.
    """
    remember(connection, request, session_id=after.id)
    after = replace(after, message_id=request.message_id)
    return write_progress(connection, before, after, request.at, may_remind=request.may_write)


def save_hint(connection: Connection, request: Request, session: Session) -> Session:
    """Write that a hint was given, and remember the interaction. The board stays on its message."""
    remember(connection, request, session_id=session.id)
    _update("assisted").run(connection, session_id=session.id, assisted=session.assisted)
    return session


def write_progress(
    connection: Connection, before: Session, after: Session, now: int, *, may_remind: bool = False
) -> Session:
    """Write the changes from `before` to `after`. A move restarts the clock."""
    changed: dict[str, Any] = {}
    if after.moves != before.moves:
        after = replace(after, turn_since=now)
        changed["moves"] = _written(after.moves)
        changed |= _clock(after, may_remind=may_remind)
    if after.message_id != before.message_id:
        changed["message_id"] = after.message_id
    if after.offered_by is not before.offered_by:
        changed["offered_by"] = after.offered_by.value if after.offered_by else None
    if after.ending and not before.ending:
        changed |= end_values(after.ending, now)
        _LEAVE_SEATS.run(connection, of=after.id)
        count_results(connection, after, now)
    if changed:
        _update(*changed).run(connection, session_id=after.id, **changed)
    return after


@cache
def _update(*columns: str) -> Prepared:
    """The statement that writes these columns of a session. Only a few combinations occur."""
    values: dict[str, Any] = {column: bindparam(column) for column in columns}
    return Prepared(update(sessions).where(_THIS_SESSION).values(values))


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


def _seat(user_id: UserId | None, level: str) -> Seat:
    return Bot(level) if user_id is None else Person(user_id)


def _ending(row: Any) -> Ending | None:
    if row.end_reason is None:
        return None
    return Ending(Termination(row.end_reason), Mark(row.winner) if row.winner else None)
