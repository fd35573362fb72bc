"""Sessions as rows: finding and reading them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, bindparam, null, select

from bot.sessions.seats import Bot, Person, Seat, UserId
from bot.sessions.session import Ending, Session, Tally, Termination
from bot.storage.database.prepared import Prepared
from bot.storage.store import AT_ONCE
from bot.storage.tables import seats, sessions
from engine.board import Mark
from engine.rules import Cell

_CELLS = "0123456789abcdefghijklmnopqrstuvwxyz"  # a move is written as the character of its cell

# The statements of a move are compiled once: building one costs more than executing it.
_x, _o = seats.alias("x"), seats.alias("o")
THIS_SESSION = sessions.c.id == bindparam("session_id")
_LIVE_SEAT = (
    select(seats.c.session_id)
    .where(
        seats.c.channel_id == bindparam("channel_id"), seats.c.user_id == bindparam("player"), seats.c.live
    )
    .scalar_subquery()
)


def _reading(which: ColumnElement[bool]) -> Prepared:
    """The statement that reads a session with its seats."""
    return Prepared(
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


_SESSION = _reading(THIS_SESSION)
_SEATED_SESSION = _reading(sessions.c.id == _LIVE_SEAT)
_REMATCH = _reading(sessions.c.rematch_of == bindparam("session_id"))


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


def live_sessions(connection: Connection, player: UserId, now: int) -> list[Session]:
    """At most AT_ONCE live sessions of a person, in all channels."""
    theirs = select(seats.c.session_id).where(seats.c.user_id == player, seats.c.live).limit(AT_ONCE)
    return still_live(connection, connection.scalars(theirs), now)


def rematch_of(connection: Connection, session_id: int, now: int) -> Session | None:
    """The rematch of a session; None if there was none."""
    return _one(_REMATCH.rows(connection, session_id=session_id), now)


def in_row(cells: Iterable[Cell]) -> str:
    """The cells of moves as they stand in the row of their session."""
    return "".join(map(_CELLS.__getitem__, cells))


def from_row(moves: str) -> tuple[Cell, ...]:
    """The cells of moves that stand in a row like that."""
    return tuple(map(_CELLS.index, moves))


def live_demo_games(channel_id: int) -> Select[int]:
    """The ids of a channel's live demo games, newest first."""
    return (
        select(sessions.c.id)
        .where(sessions.c.channel_id == channel_id, sessions.c.is_demo, sessions.c.ended_at == null())
        .order_by(sessions.c.id.desc())
    )


def two_games_in(connection: Connection, channel_id: int, now: int) -> list[Session]:
    """Up to two of the sessions that people play in a channel."""
    taken = (
        select(seats.c.session_id)
        .join(sessions, sessions.c.id == seats.c.session_id)
        .where(
            seats.c.channel_id == channel_id,
            seats.c.live,
            seats.c.user_id != null(),
            sessions.c.closes_at > now,
        )
    )
    session_ids = set(connection.scalars(taken.limit(3)))  # three seats belong to at least two sessions
    return still_live(connection, sorted(session_ids)[:2], now)


def newest_demo_game_in(connection: Connection, channel_id: int, now: int) -> Session | None:
    """The newest live demo game of a channel."""
    newest = live_demo_games(channel_id).where(sessions.c.closes_at > now).limit(1)
    session_id = connection.scalar(newest)
    return load_session(connection, session_id, now) if session_id is not None else None


def _one(rows: Sequence[Any], now: int) -> Session | None:
    """The session of a row, as of `now`."""
    if not rows:
        return None
    row = rows[0]
    ending = None
    if row.end_reason is not None:
        winner, left_by = (Mark(mark) if mark else None for mark in (row.winner, row.left_by))
        ending = Ending(Termination(row.end_reason), winner, left_by)
    return Session(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        game=row.game,
        seats={Mark.X: _seat(row.x_user_id, row.x_level), Mark.O: _seat(row.o_user_id, row.o_level)},
        first=Mark(row.first),
        moves=from_row(row.moves),
        ending=ending,
        message_id=row.message_id,
        assisted=bool(row.assisted),
        time=row.time,
        turn_since=row.turn_since,
        offered_by=Mark(row.offered_by) if row.offered_by else None,
        tally=Tally(row.tally_x, row.tally_o, row.tally_drawn),
        rematch_of=row.rematch_of,
        language=row.language,
        look=row.look,
        cup_id=row.cup_id,
        open_game_id=row.open_game_id,
    ).at(now)


def _seat(user_id: UserId | None, level: str) -> Seat:
    return Bot(level) if user_id is None else Person(user_id)
