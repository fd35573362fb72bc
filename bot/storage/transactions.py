"""What can be asked of the store about a game: one plain function per transaction.

Each takes an open connection, whose transaction the store begins and commits, and the request.
It loads the session, lets the rules decide, and writes what changed. A refusal is raised, so that
the store rolls back; a lost race violates a constraint, and the store runs the function again,
which then finds what the winner left. An interaction that comes a second time changes nothing.

Challenges, records and upkeep have theirs in the files beside this one.
"""

from __future__ import annotations

from random import Random
from typing import TypeVar

from sqlalchemy import Connection

from bot.sessions.challenge import Challenge
from bot.sessions.refusals import AlreadyPlaying, NoGameHere, NothingToReview, NothingToStop, SeveralGamesHere
from bot.sessions.seats import Bot, Terms, UserId
from bot.sessions.session import Session
from bot.storage.challenge_rows import close_challenge, load_challenge, open_challenge
from bot.storage.interaction_rows import remembered
from bot.storage.request import Request
from bot.storage.session_closing import free_seat, make_room_for_demo_game, newest_demo_game_in, two_games_in
from bot.storage.session_rows import (
    insert_session,
    last_finished_session,
    live_session,
    load_session,
    save_hint,
    save_session,
    write_progress,
)
from engine.board import Mark
from engine.rules import Cell

Kind = TypeVar("Kind", Session, Challenge)


def start(connection: Connection, request: Request, opponent: Bot, terms: Terms, rng: Random) -> Session:
    """Open a session against the bot, its first move made if it begins. Raises AlreadyPlaying."""
    if done := done_before(connection, request, Session):
        return done
    return begin(connection, request, opponent, terms, rng)


def move(connection: Connection, request: Request, cell: Cell, rng: Random) -> Session:
    """Play `cell` in the person's own game in this channel, and let the bot answer.

    Raises NoGameHere, NotYourTurn or engine.board.IllegalMove.
    """
    if done := done_before(connection, request, Session):
        return done
    session = look(connection, request)
    return save_session(connection, request, session, session.play(request.user_id, cell, rng))


def press(
    connection: Connection, request: Request, session_id: int, ply: int, cell: Cell, rng: Random
) -> Session:
    """Play `cell` in the session of a button, pressed on its board after `ply` moves.

    Raises NoGameHere when this channel has no such session, and all that Session.press raises.
    """
    if done := done_before(connection, request, Session):
        return done
    session = session_of_button(connection, request, session_id)
    return save_session(connection, request, session, session.press(request.user_id, ply, cell, rng))


def resign(connection: Connection, request: Request, session_id: int | None = None) -> Session | Challenge:
    """Give up the session of a button, or without one the person's own game in this channel.

    Who has no game but a challenge here withdraws that. Raises NoGameHere, NotYourGame or SessionOver.
    """
    if done := done_before(connection, request, Session) or done_before(connection, request, Challenge):
        return done
    if session_id is not None:
        session = session_of_button(connection, request, session_id)
    elif running := live_session(connection, request.channel_id, request.user_id, request.at):
        session = running
    elif waiting := open_challenge(connection, request.channel_id, request.user_id, request.at):
        return close_challenge(connection, request, waiting.cancel(request.user_id))
    else:
        raise NoGameHere
    return save_session(connection, request, session, session.resign(request.user_id))


def draw(
    connection: Connection, request: Request, session_id: int | None = None, ply: int | None = None
) -> Session:
    """Offer a draw, or accept the one that is offered, in the session of a button or the person's own here.

    Raises NoGameHere and all that Session.draw raises.
    """
    if done := done_before(connection, request, Session):
        return done
    session = _of_button_or_own(connection, request, session_id)
    return save_session(connection, request, session, session.draw(request.user_id, ply))


def claim(connection: Connection, request: Request, session_id: int | None = None) -> Session:
    """Win the session of a button, or the person's own here, because the other's time is up.

    Raises NoGameHere and all that Session.claim raises.
    """
    if done := done_before(connection, request, Session):
        return done
    session = _of_button_or_own(connection, request, session_id)
    return save_session(connection, request, session, session.claim(request.user_id, request.at))


def stop(connection: Connection, request: Request, player: UserId | None = None) -> Session:
    """End the game of `player` in this channel without a result, or the only one that is played here.

    Where nobody plays it is the newest demo game. Raises NothingToStop or SeveralGamesHere.
    """
    if done := done_before(connection, request, Session):
        return done
    session = _to_stop(connection, request, player)
    return save_session(connection, request, session, session.stop())


def board(connection: Connection, request: Request) -> Session:
    """The person's live game in this channel, about to be shown on a new message. Raises NoGameHere."""
    if done := done_before(connection, request, Session):
        return done
    session = look(connection, request)
    return save_session(connection, request, session, session)


def look(connection: Connection, request: Request) -> Session:
    """The person's live game in this channel, and nothing changes. Raises NoGameHere."""
    session = live_session(connection, request.channel_id, request.user_id, request.at)
    if not session:
        raise NoGameHere
    return session


def hint(connection: Connection, request: Request, session_id: int | None = None) -> Session:
    """Mark the session of a button, or the person's own here, as one in which the bot has helped.

    Raises NoGameHere, NotYourGame, SessionOver or HintAgainstPerson.
    """
    if done := done_before(connection, request, Session):
        return done.with_hint(request.user_id)
    session = _of_button_or_own(connection, request, session_id)
    return save_hint(connection, request, session.with_hint(request.user_id))


def review(connection: Connection, request: Request, session_id: int | None = None) -> Session:
    """The finished session of a button, or the one the person finished last here; nothing changes.

    Raises NoGameHere, NotOverYet or NothingToReview.
    """
    if session_id is not None:
        return session_of_button(connection, request, session_id).to_review()
    session = last_finished_session(connection, request.channel_id, request.user_id, request.at)
    if not session:
        raise NothingToReview
    return session


def watch(connection: Connection, request: Request, x: Bot, o: Bot) -> Session:
    """Open a session in which the bot plays both sides, X first; nobody has moved yet.

    Where the channel has MOST_DEMO_GAMES already, the oldest of them ends without a result.
    """
    if done := done_before(connection, request, Session):
        return done
    make_room_for_demo_game(connection, request.channel_id, request.at)
    session = insert_session(connection, request, {Mark.X: x, Mark.O: o}, Mark.X)
    return save_session(connection, request, session, session)


def next_move(
    connection: Connection, request: Request, session_id: int, ply: int | None, rng: Random
) -> Session:
    """Play the next move of a demo game that someone saw after `ply` moves.

    Raises NoGameHere or NotYourGame.
    """
    if done := done_before(connection, request, Session):
        return done
    session = session_of_button(connection, request, session_id)
    return save_session(connection, request, session, session.next_move(ply, rng))


def play_on(connection: Connection, session_id: int, now: int, rng: Random) -> Session:
    """Play the next move of a demo game that goes on by itself. Raises NoGameHere."""
    session = load_session(connection, session_id, now)
    if session is None:
        raise NoGameHere
    return write_progress(connection, session, session.next_move(len(session.moves), rng), now)


def _to_stop(connection: Connection, request: Request, player: UserId | None) -> Session:
    """What is meant by a stop in this channel."""
    if player is not None:
        found = live_session(connection, request.channel_id, player, request.at)
    else:
        games = two_games_in(connection, request.channel_id, request.at)
        if len(games) > 1:
            raise SeveralGamesHere
        found = games[0] if games else newest_demo_game_in(connection, request.channel_id, request.at)
    if not found:
        raise NothingToStop
    return found


def begin(
    connection: Connection,
    request: Request,
    opponent: Bot,
    terms: Terms,
    rng: Random,
    rematch_of: Session | None = None,
) -> Session:
    """Open a session against the bot for whoever asks, its first move made if it begins.

    Raises AlreadyPlaying.
    """
    if running := live_session(connection, request.channel_id, request.user_id, request.at):
        raise AlreadyPlaying(running)
    free_seat(connection, request.channel_id, request.user_id, request.at)
    dealt, first = terms.deal(request.user_id, opponent, rng)
    session = insert_session(connection, request, dealt, first, rematch_of=rematch_of)
    return save_session(connection, request, session, session.with_answer(rng))


def done_before(connection: Connection, request: Request, kind: type[Kind]) -> Kind | None:
    """What this very interaction was about, as it stands, if it has been carried out already."""
    row = remembered(connection, request)
    if row is None:
        return None
    found: Session | Challenge | None
    if row.session_id is not None:
        found = load_session(connection, row.session_id, request.at)
    else:
        found = load_challenge(connection, row.challenge_id, request.at)
    return found if isinstance(found, kind) else None


def _of_button_or_own(connection: Connection, request: Request, session_id: int | None) -> Session:
    """The session a button names, or without one the person's own in this channel."""
    if session_id is None:
        return look(connection, request)
    return session_of_button(connection, request, session_id)


def session_of_button(connection: Connection, request: Request, session_id: int) -> Session:
    """The session a button names: a number anybody could send, so it counts only in its own channel."""
    session = load_session(connection, session_id, request.at)
    if session is None or session.channel_id != request.channel_id:
        raise NoGameHere
    return session
