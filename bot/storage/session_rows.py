"""Sessions as rows: how they are found, built and written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Row, exists, insert, null, select, update

from bot.sessions.seats import Bot, Person, Seat, UserId
from bot.sessions.session import Ending, Reason, Session, Tally
from bot.storage.record_rows import count_results
from bot.storage.request import Request
from bot.storage.tables import interactions, moves, seats, sessions
from engine.board import Mark


def load_session(connection: Connection, session_id: int, now: int) -> Session | None:
    """The session as it stands at a time."""
    row = connection.execute(select(sessions).where(sessions.c.id == session_id)).one_or_none()
    if row is None:
        return None
    seat_rows = connection.execute(select(seats).where(seats.c.session_id == session_id))
    cells = connection.scalars(
        select(moves.c.cell).where(moves.c.session_id == session_id).order_by(moves.c.ply)
    )
    return Session(
        id=row.id,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        seats={Mark(seat.mark): _seat(seat) for seat in seat_rows},
        first=Mark(row.first),
        moves=tuple(cells),
        ending=_ending(row),
        message_id=row.message_id,
        assisted=row.assisted,
        time=row.time,
        turn_since=row.turn_since,
        offered_by=Mark(row.offered_by) if row.offered_by else None,
        tally=Tally(row.tally_x, row.tally_o, row.tally_drawn),
        rematch_of=row.rematch_of,
    ).at(now)


def live_session(connection: Connection, channel_id: int, player: UserId, now: int) -> Session | None:
    """The session `player` plays in a channel; there is at most one."""
    session_id = connection.scalar(
        select(seats.c.session_id).where(
            seats.c.channel_id == channel_id, seats.c.user_id == player, seats.c.live
        )
    )
    session = load_session(connection, session_id, now) if session_id is not None else None
    return session if session and not session.ending else None


def last_finished_session(
    connection: Connection, channel_id: int, player: UserId, now: int
) -> Session | None:
    """The session `player` finished last in a channel, of those in which a move was made."""
    session_id = connection.scalar(
        select(seats.c.session_id)
        .where(
            seats.c.user_id == player,
            seats.c.channel_id == channel_id,
            ~seats.c.live,
            exists().where(moves.c.session_id == seats.c.session_id),
        )
        .order_by(seats.c.session_id.desc())
        .limit(1)
    )
    return load_session(connection, session_id, now) if session_id is not None else None


def still_live(connection: Connection, session_ids: Iterable[int], now: int) -> list[Session]:
    """Those of the sessions that still go on."""
    found = (load_session(connection, session_id, now) for session_id in list(session_ids))
    return [session for session in found if session and not session.ending]


def live_sessions_in(connection: Connection, channel_id: int, now: int) -> list[Session]:
    """Every session played in a channel, the oldest first."""
    session_ids = connection.scalars(
        select(seats.c.session_id)
        .where(seats.c.channel_id == channel_id, seats.c.live)
        .distinct()
        .order_by(seats.c.session_id)
    )
    return still_live(connection, session_ids, now)


def live_sessions_of(connection: Connection, player: UserId, now: int) -> list[Session]:
    """Every session somebody plays, wherever that is."""
    session_ids = connection.scalars(
        select(seats.c.session_id).where(seats.c.user_id == player, seats.c.live)
    )
    return still_live(connection, session_ids, now)


def rematch_of(connection: Connection, session_id: int, now: int) -> Session | None:
    """The rematch of a session, if there has been one."""
    rematch_id = connection.scalar(select(sessions.c.id).where(sessions.c.rematch_of == session_id))
    return load_session(connection, rematch_id, now) if rematch_id is not None else None


def insert_session(
    connection: Connection,
    request: Request,
    dealt: Mapping[Mark, Seat],
    first: Mark,
    *,
    time: int | None = None,
    rematch_of: Session | None = None,
) -> Session:
    """Open a session in the channel of the request, and take its seats."""
    tally = Tally()
    if rematch_of and rematch_of.ending and rematch_of.seats == dealt:
        tally = rematch_of.tally.after(rematch_of.ending)
    session = Session(
        id=0,
        guild_id=request.guild_id,
        channel_id=request.channel_id,
        seats=dealt,
        first=first,
        time=time,
        turn_since=request.at,
        tally=tally,
        rematch_of=rematch_of.id if rematch_of else None,
    )
    session_id = connection.execute(
        insert(sessions)
        .values(
            channel_id=session.channel_id,
            guild_id=session.guild_id,
            first=first.value,
            started_at=request.at,
            time=time,
            tally_x=tally.x,
            tally_o=tally.o,
            tally_drawn=tally.drawn,
            rematch_of=session.rematch_of,
            **_clock(session, may_remind=request.may_write),
        )
        .returning(sessions.c.id)
    ).scalar_one()
    connection.execute(
        insert(seats),
        [
            {
                "session_id": session_id,
                "mark": mark.value,
                "user_id": seat.user_id if isinstance(seat, Person) else None,
                "level": seat.level if isinstance(seat, Bot) else None,
                "channel_id": request.channel_id,
                "live": True,
            }
            for mark, seat in dealt.items()
        ],
    )
    return replace(session, id=session_id)


def save_session(connection: Connection, request: Request, before: Session, after: Session) -> Session:
    """Write what came between `before` and `after`, and that this interaction did it.

    The current board is then on the message that was pressed, or on a new one, whose number only
    its first press will tell.
    """
    connection.execute(insert(interactions).values(id=request.interaction_id, session_id=after.id))
    after = replace(after, message_id=request.message_id)
    return write_progress(connection, before, after, request.at, may_remind=request.may_write)


def save_hint(connection: Connection, request: Request, session: Session) -> Session:
    """Write that a hint was given, and that this interaction asked for it; the board stays where it is."""
    connection.execute(insert(interactions).values(id=request.interaction_id, session_id=session.id))
    connection.execute(update(sessions).where(sessions.c.id == session.id).values(assisted=session.assisted))
    return session


def write_progress(
    connection: Connection, before: Session, after: Session, now: int, *, may_remind: bool = False
) -> Session:
    """Write what `after` has and `before` had not; with a move the clock begins anew."""
    changed: dict[str, Any] = {}
    if played := _moves_between(before, after):
        connection.execute(insert(moves), played)
        after = replace(after, turn_since=now)
        changed |= _clock(after, may_remind=may_remind)
    if after.message_id != before.message_id:
        changed["message_id"] = after.message_id
    if after.offered_by is not before.offered_by:
        changed["offered_by"] = after.offered_by.value if after.offered_by else None
    if after.ending and not before.ending:
        changed |= _end(after.ending, now)
        connection.execute(update(seats).where(seats.c.session_id == after.id).values(live=False))
        count_results(connection, after, now)
    if changed:
        connection.execute(update(sessions).where(sessions.c.id == after.id).values(**changed))
    return after


def close_abandoned(connection: Connection, now: int) -> int:
    """End every session that nobody came back to, and say how many. To do so twice changes nothing."""
    due = (sessions.c.ended_at == null()) & (sessions.c.closes_at <= now)
    connection.execute(
        update(seats)
        .where(seats.c.live, seats.c.session_id.in_(select(sessions.c.id).where(due)))
        .values(live=False)
    )
    ended = _end(Ending(Reason.ABANDONED), now) | {"offered_by": None}
    return connection.execute(update(sessions).where(due).values(**ended)).rowcount


def put_clocks_back(connection: Connection, seconds: int) -> None:
    """Give every live session so many seconds that its players could not use."""
    connection.execute(
        update(sessions)
        .where(sessions.c.ended_at == null())
        .values(
            turn_since=sessions.c.turn_since + seconds,
            closes_at=sessions.c.closes_at + seconds,
            remind_at=sessions.c.remind_at + seconds,
        )
    )


def _moves_between(before: Session, after: Session) -> list[dict[str, int]]:
    return [
        {"session_id": after.id, "ply": ply, "cell": after.moves[ply]}
        for ply in range(len(before.moves), len(after.moves))
    ]


def _clock(session: Session, *, may_remind: bool) -> dict[str, Any]:
    """The deadlines that follow from when the side to move came to move."""
    half_time = session.turn_since + session.time // 2 if session.time and may_remind else None
    return {
        "turn_since": session.turn_since,
        "closes_at": session.closes_at,
        "remind_at": half_time,
    }


def _end(ending: Ending, now: int) -> dict[str, Any]:
    return {
        "ended_at": now,
        "end_reason": ending.reason.value,
        "winner": ending.winner.value if ending.winner else None,
        "remind_at": None,
    }


def _seat(row: Row[Any]) -> Seat:
    return Bot(row.level) if row.user_id is None else Person(row.user_id)


def _ending(row: Row[Any]) -> Ending | None:
    if row.end_reason is None:
        return None
    return Ending(Reason(row.end_reason), Mark(row.winner) if row.winner else None)
