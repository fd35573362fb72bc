"""What can be asked of the store: one plain function per transaction.

Each takes an open connection, whose transaction the store begins and commits, and the request.
It loads the session, lets the rules decide, and writes what changed. A refusal is raised, so that
the store rolls back; a lost race violates a constraint, and the store runs the function again,
which then finds what the winner left. An interaction that comes a second time changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from bot.sessions.seats import Bot, Person, Terms, UserId
from bot.sessions.session import AlreadyPlaying, Ending, NoGameHere, Reason, Session
from bot.storage.tables import interactions, moves, notes, seats, sessions
from engine.board import Cell, Mark

_AN_HOUR_OF_SNOWFLAKES = 3600 * 1000 << 22  # an interaction's token dies after 15 minutes


@dataclass(frozen=True)
class Request:
    """Who asks, where and when.

    interaction_id  Discord's number for the request: it grows with time and never comes twice
    at              seconds since 1970, UTC, by Discord's clock
    """

    interaction_id: int
    user_id: UserId
    channel_id: int
    guild_id: int | None
    at: int


def start(connection: Connection, request: Request, terms: Terms, rng: Random) -> Session:
    """Open a session on `terms`, the bot's first move made if it begins. Raises AlreadyPlaying."""
    if done := _done_before(connection, request):
        return done
    if running := _live_session(connection, request):
        raise AlreadyPlaying(running)
    dealt, first = terms.deal(request.user_id, rng)
    session_id = connection.execute(
        insert(sessions)
        .values(
            channel_id=request.channel_id,
            guild_id=request.guild_id,
            first=first.value,
            started_at=request.at,
        )
        .returning(sessions.c.id)
    ).scalar_one()
    session = Session(session_id, request.channel_id, dealt, first)
    connection.execute(
        insert(seats),
        [
            {
                "session_id": session.id,
                "mark": mark.value,
                "user_id": seat.user_id if isinstance(seat, Person) else None,
                "level": seat.level if isinstance(seat, Bot) else None,
                "channel_id": request.channel_id,
                "live": True,
            }
            for mark, seat in dealt.items()
        ],
    )
    _forget_old_interactions(connection, request)
    return _save(connection, request, session, session.with_answer(rng))


def move(connection: Connection, request: Request, cell: Cell, rng: Random) -> Session:
    """Play `cell` in the person's own game in this channel, and let the bot answer.

    Raises NoGameHere, NotYourTurn or engine.board.IllegalMove.
    """
    if done := _done_before(connection, request):
        return done
    session = board(connection, request)
    return _save(connection, request, session, session.play(request.user_id, cell, rng))


def press(
    connection: Connection, request: Request, session_id: int, ply: int, cell: Cell, rng: Random
) -> Session:
    """Play `cell` in the session of a button, pressed on its board after `ply` moves.

    Raises NoGameHere when this channel has no such session, and all that Session.press raises.
    """
    if done := _done_before(connection, request):
        return done
    session = _session_of_button(connection, request, session_id)
    return _save(connection, request, session, session.press(request.user_id, ply, cell, rng))


def resign(connection: Connection, request: Request, session_id: int | None = None) -> Session:
    """Give up the session of a button, or without one the person's own game in this channel.

    Raises NoGameHere, NotYourGame or SessionOver.
    """
    if done := _done_before(connection, request):
        return done
    if session_id is None:
        session = board(connection, request)
    else:
        session = _session_of_button(connection, request, session_id)
    return _save(connection, request, session, session.resign(request.user_id))


def board(connection: Connection, request: Request) -> Session:
    """The person's live game in this channel. Raises NoGameHere."""
    session = _live_session(connection, request)
    if not session:
        raise NoGameHere
    return session


def read_note(connection: Connection, name: str) -> str | None:
    """What the program noted under `name`."""
    return connection.scalar(select(notes.c.value).where(notes.c.name == name))


def write_note(connection: Connection, name: str, value: str) -> None:
    """Note `value` under `name` in place of what stood there."""
    connection.execute(delete(notes).where(notes.c.name == name))
    connection.execute(insert(notes).values(name=name, value=value))


def _done_before(connection: Connection, request: Request) -> Session | None:
    """The session as it stands, if this very interaction has been carried out already."""
    session_id = connection.scalar(
        select(interactions.c.session_id).where(interactions.c.id == request.interaction_id)
    )
    return _load(connection, session_id) if session_id is not None else None


def _live_session(connection: Connection, request: Request) -> Session | None:
    session_id = connection.scalar(
        select(seats.c.session_id).where(
            seats.c.channel_id == request.channel_id, seats.c.user_id == request.user_id, seats.c.live
        )
    )
    return _load(connection, session_id) if session_id is not None else None


def _session_of_button(connection: Connection, request: Request, session_id: int) -> Session:
    """The session a button names: a number anybody could send, so it counts only in its own channel."""
    session = _load(connection, session_id)
    if session is None or session.channel_id != request.channel_id:
        raise NoGameHere
    return session


def _load(connection: Connection, session_id: int) -> Session | None:
    row = connection.execute(select(sessions).where(sessions.c.id == session_id)).one_or_none()
    if row is None:
        return None
    seat_rows = connection.execute(select(seats).where(seats.c.session_id == session_id))
    cells = connection.scalars(
        select(moves.c.cell).where(moves.c.session_id == session_id).order_by(moves.c.ply)
    )
    return Session(
        id=row.id,
        channel_id=row.channel_id,
        seats={Mark(seat.mark): _seat(seat) for seat in seat_rows},
        first=Mark(row.first),
        moves=tuple(cells),
        ending=_ending(row),
    )


def _seat(row: Row[Any]) -> Person | Bot:
    return Bot(row.level) if row.user_id is None else Person(row.user_id)


def _ending(row: Row[Any]) -> Ending | None:
    if row.end_reason is None:
        return None
    return Ending(Reason(row.end_reason), Mark(row.winner) if row.winner else None)


def _save(connection: Connection, request: Request, before: Session, after: Session) -> Session:
    """Write what came between `before` and `after`, and that this interaction did it."""
    connection.execute(insert(interactions).values(id=request.interaction_id, session_id=after.id))
    played = [
        {"session_id": after.id, "ply": ply, "cell": after.moves[ply]}
        for ply in range(len(before.moves), len(after.moves))
    ]
    if played:
        connection.execute(insert(moves), played)
    if after.ending and not before.ending:
        connection.execute(
            update(sessions)
            .where(sessions.c.id == after.id)
            .values(
                ended_at=request.at,
                end_reason=after.ending.reason.value,
                winner=after.ending.winner.value if after.ending.winner else None,
            )
        )
        connection.execute(update(seats).where(seats.c.session_id == after.id).values(live=False))
    return after


def _forget_old_interactions(connection: Connection, request: Request) -> None:
    connection.execute(
        delete(interactions).where(interactions.c.id < request.interaction_id - _AN_HOUR_OF_SNOWFLAKES)
    )
