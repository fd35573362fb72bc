"""Sessions that end without an action of their players: abandoned, stopped, or closed to make room."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, Select, bindparam, null, select, update

from bot.sessions.seats import UserId
from bot.sessions.session import MOST_DEMO_GAMES, Ending, Termination
from bot.storage.database.prepared import Prepared
from bot.storage.session_writing import end_values
from bot.storage.store import AT_ONCE
from bot.storage.tables import seats, sessions

_NOBODY_CAME_BACK = sessions.c.ended_at == null(), sessions.c.closes_at <= bindparam("now")
_ABANDONED = Prepared(
    select(sessions.c.id)
    .where(*_NOBODY_CAME_BACK)
    .order_by(sessions.c.closes_at)
    .limit(AT_ONCE)
    .with_for_update(key_share=True)
)
_ABANDONED_BY = Prepared(
    select(sessions.c.id)
    .join(seats, seats.c.session_id == sessions.c.id)
    .where(
        seats.c.channel_id == bindparam("channel_id"),
        seats.c.user_id == bindparam("player"),
        seats.c.live,
        *_NOBODY_CAME_BACK,
    )
    .with_for_update(of=sessions, key_share=True)
)


def close_abandoned(connection: Connection, now: int) -> int:
    """End abandoned sessions, the oldest AT_ONCE; returns how many it ended."""
    abandoned = [row.id for row in _ABANDONED.rows(connection, now=now)]
    return close(connection, abandoned, Termination.ABANDONED, now)


def free_seat(connection: Connection, channel_id: int, player: UserId, now: int) -> None:
    """End an abandoned session in which `player` still holds a seat in a channel, if there is one."""
    rows = _ABANDONED_BY.rows(connection, channel_id=channel_id, player=player, now=now)
    close(connection, [row.id for row in rows], Termination.ABANDONED, now)


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


def live_demo_games(channel_id: int) -> Select[int]:
    """The ids of a channel's live demo games, newest first."""
    return (
        select(sessions.c.id)
        .where(sessions.c.channel_id == channel_id, sessions.c.is_demo, sessions.c.ended_at == null())
        .order_by(sessions.c.id.desc())
    )
