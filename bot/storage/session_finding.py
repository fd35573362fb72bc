"""Finds the session of a request: that of a button, the person's own, or the one to stop."""

from __future__ import annotations

from sqlalchemy import Connection, null, select

from bot.sessions.refusals import NoGameHere, NothingToStop, SeveralGamesHere
from bot.sessions.seats import UserId
from bot.sessions.session import Session
from bot.storage.database.prepared import is_retry
from bot.storage.request import Request
from bot.storage.session_closing import live_demo_games
from bot.storage.session_rows import live_session, load_session, still_live
from bot.storage.tables import seats, sessions


def session_of_button(connection: Connection, request: Request, session_id: int) -> Session:
    """The session that a button names. Anyone can send any number, so it must belong to this channel.

    Raises NoGameHere.
    """
    session = load_session(connection, session_id, request.at)
    if session is None or session.channel_id != request.channel_id:
        raise NoGameHere
    return session


def may_be_current(connection: Connection, request: Request, known: Session, ply: int) -> bool:
    """Whether a session known from earlier may stand as it did when the button was pressed after `ply` moves.

    If the transaction runs again, the session had changed, so it must be read.
    """
    return known.channel_id == request.channel_id and len(known.moves) == ply and not is_retry(connection)


def own_session(connection: Connection, request: Request) -> Session:
    """The person's live session in this channel. Raises NoGameHere."""
    session = live_session(connection, request.channel_id, request.user_id, request.at)
    if not session:
        raise NoGameHere
    return session


def session_meant(connection: Connection, request: Request, session_id: int | None) -> Session:
    """The session that a button names, or without a button the person's own here. Raises NoGameHere."""
    if session_id is None:
        return own_session(connection, request)
    return session_of_button(connection, request, session_id)


def session_to_stop(connection: Connection, request: Request, player: UserId | None) -> Session:
    """The game of `player` here; without a player the only game here, or else the newest demo game.

    Raises NothingToStop or SeveralGamesHere.
    """
    if player is not None:
        found = live_session(connection, request.channel_id, player, request.at)
    else:
        found = _only_game_in(connection, request.channel_id, request.at)
    if not found:
        raise NothingToStop
    return found


def _only_game_in(connection: Connection, channel_id: int, now: int) -> Session | None:
    games = _two_games_in(connection, channel_id, now)
    if len(games) > 1:
        raise SeveralGamesHere
    return games[0] if games else _newest_demo_game_in(connection, channel_id, now)


def _two_games_in(connection: Connection, channel_id: int, now: int) -> list[Session]:
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


def _newest_demo_game_in(connection: Connection, channel_id: int, now: int) -> Session | None:
    newest = live_demo_games(channel_id).where(sessions.c.closes_at > now).limit(1)
    session_id = connection.scalar(newest)
    return load_session(connection, session_id, now) if session_id is not None else None
