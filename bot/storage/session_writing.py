"""Writing sessions: a new one, the changes to one, or the end of those that nobody plays any more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from sqlalchemy import Connection, bindparam, insert, null, select, update

from bot.sessions.seats import Bot, Person, UserId
from bot.sessions.session import MOST_DEMO_GAMES, Ending, Session, Termination
from bot.storage.counting import counting, note_seen
from bot.storage.cup_rows import game_over
from bot.storage.database.prepared import Prepared, Write, write_together
from bot.storage.request import Request
from bot.storage.session_rows import THIS_SESSION, in_row, live_demo_games
from bot.storage.store import AT_ONCE
from bot.storage.tables import seats, sessions

_LEAVE_SEATS = Prepared(update(seats).where(seats.c.session_id == bindparam("of")).values(live=False))
_NOBODY_CAME_BACK = sessions.c.ended_at == null(), sessions.c.closes_at <= bindparam("now")


def open_session(connection: Connection, request: Request, session: Session) -> Session:
    """Write a new session; returns it with its id."""
    row = {
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
    session_id = connection.execute(insert(sessions).values(row).returning(sessions.c.id)).scalar_one()
    taken = [
        {
            "session_id": session_id,
            "mark": mark.value,
            "user_id": seat.user_id if isinstance(seat, Person) else None,
            "level": seat.level if isinstance(seat, Bot) else None,
            "channel_id": session.channel_id,
            "live": True,
        }
        for mark, seat in session.seats.items()
    ]
    connection.execute(insert(seats), taken)
    people = [seat.user_id for seat in session.seats.values() if isinstance(seat, Person)]
    for user_id in sorted(people):  # so that no two deadlock
        note_seen(connection, user_id, request.at)
    return replace(session, id=session_id)


def save_session(connection: Connection, request: Request, before: Session, after: Session) -> Session:
    """Write the changes from `before` to `after`.

    The current board is then on the message that was pressed, or after a command on a new message, whose id
    we learn from the first press on it.
    """
    since = _turn_since(before, after, request.at)
    after = after.but(message_id=request.message_id, turn_since=since)
    return _write_changes(connection, before, after, request.at, may_remind=request.may_write)


def write_progress(connection: Connection, before: Session, after: Session, now: int) -> Session:
    """Write the changes from `before` to `after`; the current board stays on its message."""
    if before == after:
        return after
    after = replace(after, turn_since=_turn_since(before, after, now))
    return _write_changes(connection, before, after, now)


def _write_changes(
    connection: Connection, before: Session, after: Session, now: int, *, may_remind: bool = False
) -> Session:
    """Write what has changed, and count the result with it."""
    changed: dict[str, Any] = {}
    if after.moves != before.moves:
        changed["moves"] = in_row(after.moves)
        changed |= _clock(after, may_remind=may_remind)
    if after.message_id != before.message_id:
        changed["message_id"] = after.message_id
    if after.offered_by is not before.offered_by:
        changed["offered_by"] = after.offered_by.value if after.offered_by else None
    if after.assisted is not before.assisted:
        changed["assisted"] = after.assisted
    counted: Sequence[Write] = ()
    if after.ending and not before.ending:
        changed |= end_values(after.ending, now)
        counted = (_LEAVE_SEATS, {"of": after.id}), *counting(after, now)
        if after.cup_id is not None:
            counted = *counted, game_over(after.id, now)
    if changed:
        write_together(connection, _change(before, changed), *counted)
    return after


def _turn_since(before: Session, after: Session, now: int) -> int:
    """When the current turn began: a move restarts the clock."""
    return before.turn_since if after.moves == before.moves else now


def _change(before: Session, changed: dict[str, Any]) -> Write:
    """What changes these columns of a session, if its row is still as it was `before`."""
    this: dict[str, Any] = {"session_id": before.id}
    if not before.ending:
        this |= {
            "was_moves": in_row(before.moves),
            "was_message_id": before.message_id,
            "was_assisted": before.assisted,
            "was_turn_since": before.turn_since,
            "was_offered_by": before.offered_by.value if before.offered_by else None,
        }
    return _update(*changed, is_live=not before.ending), this | changed


@cache
def _update(*columns: str, is_live: bool) -> Prepared:
    """The statement that writes these columns of a session. Only a few combinations occur.

    is_live  whether it must be a live session that nobody has changed, in anything that play can change
    """
    values: dict[str, Any] = {column: bindparam(column) for column in columns}
    statement = update(sessions).where(THIS_SESSION).values(values)
    if is_live:
        unchanged = (
            sessions.c[name].is_not_distinct_from(bindparam(f"was_{name}", type_=sessions.c[name].type))
            for name in ("moves", "message_id", "assisted", "turn_since", "offered_by")
        )
        # Not `ended_at`: PostgreSQL may walk its index of live sessions, if it believes them to be few.
        statement = statement.where(sessions.c.end_reason == null(), *unchanged)
    return Prepared(statement)


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


def close_abandoned(connection: Connection, now: int) -> int:
    """End abandoned sessions, the oldest AT_ONCE; returns how many it ended."""
    abandoned = (
        select(sessions.c.id)
        .where(*_NOBODY_CAME_BACK)
        .order_by(sessions.c.closes_at)
        .limit(AT_ONCE)
        .with_for_update(key_share=True)
    )
    found = connection.scalars(abandoned, {"now": now}).all()
    return close(connection, found, Termination.ABANDONED, now)


def free_seat(connection: Connection, channel_id: int, player: UserId, now: int) -> None:
    """End an abandoned session in which `player` still holds a seat in a channel, if there is one."""
    abandoned = (
        select(sessions.c.id)
        .join(seats, seats.c.session_id == sessions.c.id)
        .where(seats.c.channel_id == channel_id, seats.c.user_id == player, seats.c.live, *_NOBODY_CAME_BACK)
        .with_for_update(of=sessions, key_share=True)
    )
    close(connection, connection.scalars(abandoned, {"now": now}).all(), Termination.ABANDONED, now)


def close(connection: Connection, session_ids: Sequence[int], termination: Termination, now: int) -> int:
    """End live sessions without a result; returns how many it ended."""
    if session_ids:
        ended = end_values(Ending(termination), now) | {"offered_by": None}
        connection.execute(update(seats).where(seats.c.session_id.in_(session_ids)).values(live=False))
        connection.execute(update(sessions).where(sessions.c.id.in_(session_ids)).values(ended))
    return len(session_ids)


def put_clocks_back(connection: Connection, seconds: int) -> None:
    """Move the deadlines of all live sessions by so many seconds, in which nobody could play."""
    connection.execute(
        update(sessions)
        .where(sessions.c.ended_at == null(), sessions.c.closes_at > 0)  # uses the index of live sessions
        .values(
            turn_since=sessions.c.turn_since + seconds,
            closes_at=sessions.c.closes_at + seconds,
            remind_at=sessions.c.remind_at + seconds,
        )
    )


def make_room_for_demo_game(connection: Connection, channel_id: int, now: int) -> None:
    """End the oldest demo games of a channel, so that one more stays within MOST_DEMO_GAMES."""
    too_many = live_demo_games(channel_id).offset(MOST_DEMO_GAMES - 1).limit(AT_ONCE)
    oldest = connection.scalars(too_many.with_for_update(key_share=True)).all()
    close(connection, oldest, Termination.STOPPED, now)
