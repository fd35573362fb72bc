"""What can be asked of the store about a game: one plain function per transaction.

Each takes an open connection, whose transaction the store begins and commits, and the request.
It loads the session, lets the rules decide, and writes what changed. A refusal is raised, so that
the store rolls back; a lost race violates a constraint, and the store runs the function again,
which then finds what the winner left. What changes anything counts `once` for an interaction.

Where the bot has to play on a board that nobody has thought about yet, a transaction raises NotThought, as
`bot.sessions.thoughts` says.

Challenges, records and upkeep have theirs in the files beside this one.
"""

from __future__ import annotations

from random import Random

from sqlalchemy import Connection

from bot.sessions.challenge import Challenge
from bot.sessions.refusals import NoGameHere, NothingToReview
from bot.sessions.seats import Bot, Terms, UserId
from bot.sessions.session import Session
from bot.sessions.settings import DEFAULTS
from bot.sessions.thoughts import NO_THOUGHTS, Thoughts
from bot.storage.challenge_rows import close_challenge, open_challenge
from bot.storage.once import once
from bot.storage.request import Request
from bot.storage.session_closing import make_room_for_demo_game
from bot.storage.session_finding import own_session, session_meant, session_of_button, session_to_stop
from bot.storage.session_opening import new_session, open_against_bot
from bot.storage.session_rows import (
    last_finished_session,
    live_session,
    load_session,
    open_session,
    save_hint,
    save_session,
    write_progress,
)
from engine.board import Mark
from engine.rules import Cell


@once
def start(
    connection: Connection,
    request: Request,
    opponent: Bot | None,
    terms: Terms,
    rng: Random,
    thoughts: Thoughts = NO_THOUGHTS,
) -> Session:
    """Open a session against the bot, its first move made if it begins. Raises AlreadyPlaying.

    What is None, or left open in the terms, is as the server has it.
    """
    return open_against_bot(connection, request, opponent, terms, rng, thoughts=thoughts)


@once
def move(
    connection: Connection, request: Request, cell: Cell, rng: Random, thoughts: Thoughts = NO_THOUGHTS
) -> Session:
    """Play `cell` in the person's own game in this channel, and let the bot answer.

    Raises NoGameHere, NotYourTurn or engine.board.IllegalMove.
    """
    session = own_session(connection, request)
    after = session.play(request.user_id, cell, rng, thoughts)
    return save_session(connection, request, session, after)


@once
def press(
    connection: Connection,
    request: Request,
    session_id: int,
    ply: int,
    cell: Cell,
    rng: Random,
    thoughts: Thoughts = NO_THOUGHTS,
) -> Session:
    """Play `cell` in the session of a button, pressed on its board after `ply` moves.

    Raises NoGameHere when this channel has no such session, and all that Session.press raises.
    """
    session = session_of_button(connection, request, session_id)
    after = session.press(request.user_id, ply, cell, rng, thoughts)
    return save_session(connection, request, session, after)


@once
def resign(connection: Connection, request: Request, session_id: int | None = None) -> Session | Challenge:
    """Give up the session of a button, or without one the person's own game in this channel.

    Who has no game but a challenge here withdraws that. Raises NoGameHere, NotYourGame or SessionOver.
    """
    if session_id is not None:
        session = session_of_button(connection, request, session_id)
    elif running := live_session(connection, request.channel_id, request.user_id, request.at):
        session = running
    elif waiting := open_challenge(connection, request.channel_id, request.user_id, request.at):
        return close_challenge(connection, request, waiting.cancel(request.user_id))
    else:
        raise NoGameHere
    return save_session(connection, request, session, session.resign(request.user_id))


@once
def draw(
    connection: Connection, request: Request, session_id: int | None = None, ply: int | None = None
) -> Session:
    """Offer a draw, or accept the one that is offered, in the session of a button or the person's own here.

    Raises NoGameHere and all that Session.draw raises.
    """
    session = session_meant(connection, request, session_id)
    return save_session(connection, request, session, session.draw(request.user_id, ply))


@once
def claim(connection: Connection, request: Request, session_id: int | None = None) -> Session:
    """Win the session of a button, or the person's own here, because the other's time is up.

    Raises NoGameHere and all that Session.claim raises.
    """
    session = session_meant(connection, request, session_id)
    return save_session(connection, request, session, session.claim(request.user_id, request.at))


@once
def stop(connection: Connection, request: Request, player: UserId | None = None) -> Session:
    """End the game of `player` in this channel without a result, or the only one that is played here.

    Where nobody plays it is the newest demo game. Raises NothingToStop or SeveralGamesHere.
    """
    session = session_to_stop(connection, request, player)
    return save_session(connection, request, session, session.stop())


@once
def board(connection: Connection, request: Request) -> Session:
    """The person's live game in this channel, about to be shown on a new message. Raises NoGameHere."""
    session = own_session(connection, request)
    return save_session(connection, request, session, session)


def look(connection: Connection, request: Request) -> Session:
    """The person's live game in this channel, and nothing changes. Raises NoGameHere."""
    return own_session(connection, request)


def hint(
    connection: Connection,
    request: Request,
    session_id: int | None = None,
    thoughts: Thoughts = NO_THOUGHTS,
) -> Session:
    """Mark the session of a button, or the person's own here, as one in which the bot has helped.

    Raises NoGameHere, NotYourGame, SessionOver or HintAgainstPerson.
    """
    return _assist(connection, request, session_id, thoughts).with_hint(request.user_id)


@once
def _assist(connection: Connection, request: Request, session_id: int | None, thoughts: Thoughts) -> Session:
    assisted = session_meant(connection, request, session_id).with_hint(request.user_id)
    thoughts.must_have_analysed(assisted.board)  # if that takes too long, there is no hint and none counts
    return save_hint(connection, request, assisted)


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


@once
def watch(connection: Connection, request: Request, x: Bot | None, o: Bot | None) -> Session:
    """Open a session in which the bot plays both sides, X first; nobody has moved yet.

    Where the channel has MOST_DEMO_GAMES already, the oldest of them ends without a result.
    """
    make_room_for_demo_game(connection, request.channel_id, request.at)
    seats = {Mark.X: DEFAULTS.bot(x), Mark.O: DEFAULTS.bot(o)}
    return open_session(connection, request, new_session(request, DEFAULTS.game, seats, Mark.X))


@once
def next_move(
    connection: Connection,
    request: Request,
    session_id: int,
    ply: int | None,
    rng: Random,
    thoughts: Thoughts = NO_THOUGHTS,
) -> Session:
    """Play the next move of a demo game that someone saw after `ply` moves.

    Raises NoGameHere or NotYourGame.
    """
    session = session_of_button(connection, request, session_id)
    return save_session(connection, request, session, session.next_move(ply, rng, thoughts))


def play_on(
    connection: Connection, session_id: int, now: int, rng: Random, thoughts: Thoughts = NO_THOUGHTS
) -> Session:
    """Play the next move of a demo game that goes on by itself. Raises NoGameHere."""
    session = load_session(connection, session_id, now)
    if session is None:
        raise NoGameHere
    after = session.next_move(len(session.moves), rng, thoughts)
    return write_progress(connection, session, after, now)
