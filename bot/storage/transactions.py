"""Transactions about a game: one plain function each.

A function takes an open connection and the request; the store begins and commits the transaction. The
function loads the session, lets the rules decide, and writes what changed. If it raises a refusal, the store
rolls back. If it loses a race, it violates a constraint; the store then runs it again, and it finds what the
winner wrote. A function that changes anything does so `once` for an interaction. `press` needs no memory for
that: if it comes again, it finds its own move on the board.

If the bot has to play on a board that has not been analysed yet, a transaction raises NotThought; see
`bot.sessions.thoughts`.

The transactions of challenges, records and upkeep are in the files beside this one.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random

from sqlalchemy import Connection

from bot.sessions import actions
from bot.sessions.actions import NothingToReview, to_review
from bot.sessions.challenge import Challenge, State
from bot.sessions.refusals import NoGameHere, Refusal
from bot.sessions.seats import Bot, Terms, UserId
from bot.sessions.session import Session
from bot.sessions.settings import WatchingIsOff
from bot.sessions.thoughts import NO_THOUGHTS, Thoughts
from bot.storage import session_finding
from bot.storage.challenge_rows import close_challenge, load_challenge, open_again, open_challenge
from bot.storage.once import once
from bot.storage.pause_rows import pause_who_left
from bot.storage.request import Request
from bot.storage.session_closing import make_room_for_demo_game
from bot.storage.session_opening import new_session, open_against_bot
from bot.storage.session_rows import last_finished_session, live_session, load_session
from bot.storage.session_writing import open_session, save_hint, save_press, save_session, write_progress
from bot.storage.settings_rows import settings_of
from engine.board import IllegalMove, Mark
from engine.numbers import cell_of
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
    """Open a session against the bot; if the bot goes first, it has moved. Raises AlreadyPlaying.

    The server's settings complete what `opponent` and `terms` leave open.
    """
    return open_against_bot(connection, request, opponent, terms, rng, thoughts=thoughts)


@once
def move(
    connection: Connection, request: Request, number: int, rng: Random, thoughts: Thoughts = NO_THOUGHTS
) -> Session:
    """Play the cell with this number in the person's own game in this channel, and let the bot answer.

    Raises NoGameHere, NotYourTurn or engine.board.IllegalMove.
    """
    session = session_finding.own_session(connection, request)
    after = actions.play(session, request.user_id, cell_of(number, session.rules), rng, thoughts)
    return save_session(connection, request, session, after)


def press(
    connection: Connection,
    request: Request,
    session_id: int,
    ply: int,
    cell: Cell,
    rng: Random,
    thoughts: Thoughts = NO_THOUGHTS,
    known: Session | None = None,
) -> Session:
    """Play `cell` in the session of a button, pressed on its board after `ply` moves.

    known  the session as this process saw it last, which need not be read if its row is still like that

    Raises NoGameHere when this channel has no such session, and all that actions.press raises.
    """

    def press_on(session: Session) -> Session:
        after = actions.press(session, request.user_id, ply, cell, rng, thoughts)
        return save_press(connection, request, session, after)

    if known and session_finding.may_be_current(connection, request, known, ply):
        with suppress(Refusal, IllegalMove):  # as it stands now, the answer may be another
            return press_on(known.at(request.at))
    return press_on(session_finding.session_of_button(connection, request, session_id))


@once
def resign(connection: Connection, request: Request, session_id: int | None = None) -> Session | Challenge:
    """Resign the session of a button, or without a button the person's own game here.

    A person without a game here cancels their challenge instead. Raises NoGameHere, NotYourGame or
    SessionOver.
    """
    if session_id is not None:
        session = session_finding.session_of_button(connection, request, session_id)
    elif running := live_session(connection, request.channel_id, request.user_id, request.at):
        session = running
    elif waiting := open_challenge(connection, request.channel_id, request.user_id, request.at):
        return close_challenge(connection, request, waiting.cancel(request.user_id))
    else:
        raise NoGameHere
    resigned = actions.resign(session, request.user_id)
    pause_who_left(connection, resigned, request.at)
    open_again(connection, resigned, request.at)
    return save_session(connection, request, session, resigned)


def give_up(
    connection: Connection, request: Request, session_id: int | None = None
) -> tuple[Session | Challenge, Challenge | None]:
    """Resign, and look whether the game has become an open game again. Raises what `resign` does.

    It has if the person had joined it and leaves before making a move.
    """
    resigned = resign(connection, request, session_id)
    if isinstance(resigned, Challenge) or resigned.open_game_id is None:
        return resigned, None
    offer = load_challenge(connection, resigned.open_game_id, request.at)
    return resigned, offer if offer and offer.state is State.OPEN else None


@once
def draw(
    connection: Connection, request: Request, session_id: int | None = None, ply: int | None = None
) -> Session:
    """Offer or accept a draw in the session of a button, or in the person's own game here.

    Raises NoGameHere and all that actions.draw raises.
    """
    session = session_finding.session_meant(connection, request, session_id)
    return save_session(connection, request, session, actions.draw(session, request.user_id, ply))


@once
def claim(connection: Connection, request: Request, session_id: int | None = None) -> Session:
    """Win the session of a button, or the person's own here, because the opponent's time is up.

    Raises NoGameHere and all that actions.claim raises.
    """
    session = session_finding.session_meant(connection, request, session_id)
    return save_session(connection, request, session, actions.claim(session, request.user_id, request.at))


def look_at(connection: Connection, request: Request, session_id: int) -> Session:
    """The session of a button, and nothing changes. Raises NoGameHere."""
    return session_finding.session_of_button(connection, request, session_id)


def to_stop(connection: Connection, request: Request, player: UserId | None = None) -> Session:
    """The game of `player` in this channel, or the only one that is played here, and nothing changes.

    Where nobody plays it is the newest demo game. Raises NothingToStop or SeveralGamesHere.
    """
    return session_finding.session_to_stop(connection, request, player)


@once
def stop(connection: Connection, request: Request, session_id: int) -> Session:
    """End the session of a button without a result. Raises NoGameHere or SessionOver."""
    session = session_finding.session_of_button(connection, request, session_id)
    return save_session(connection, request, session, actions.stop(session))


@once
def board(connection: Connection, request: Request) -> Session:
    """The person's live game in this channel, to be shown on a new message. Raises NoGameHere."""
    session = session_finding.own_session(connection, request)
    return save_session(connection, request, session, session)


def look(connection: Connection, request: Request) -> Session:
    """The person's live game in this channel; changes nothing. Raises NoGameHere."""
    return session_finding.own_session(connection, request)


def hint(
    connection: Connection,
    request: Request,
    session_id: int | None = None,
    thoughts: Thoughts = NO_THOUGHTS,
) -> Session:
    """Write that a hint was given in the session of a button, or in the person's own game here.

    Raises NoGameHere, NotYourGame, SessionOver or HintAgainstPerson.
    """
    return actions.with_hint(_assist(connection, request, session_id, thoughts), request.user_id)


@once
def _assist(connection: Connection, request: Request, session_id: int | None, thoughts: Thoughts) -> Session:
    session = session_finding.session_meant(connection, request, session_id)
    assisted = actions.with_hint(session, request.user_id)
    thoughts.must_have_analysed(assisted.board)  # if the search takes too long, no hint is given or counted
    return save_hint(connection, request, session, assisted)


def review(connection: Connection, request: Request, session_id: int | None = None) -> Session:
    """The finished session of a button, or the person's last finished one here; changes nothing.

    Raises NoGameHere, NotOverYet or NothingToReview.
    """
    if session_id is not None:
        return to_review(session_finding.session_of_button(connection, request, session_id))
    session = last_finished_session(connection, request.channel_id, request.user_id, request.at)
    if not session:
        raise NothingToReview
    return session


@once
def watch(
    connection: Connection, request: Request, x: Bot | None, o: Bot | None, game: str | None = None
) -> Session:
    """Open a demo game, X first, with an empty board. What is left open, the server's settings decide.

    If the channel already has MOST_DEMO_GAMES, the oldest of them ends without a result.
    Raises WatchingIsOff.
    """
    settings = settings_of(connection, request)
    if not settings.allows_watching:
        raise WatchingIsOff
    make_room_for_demo_game(connection, request.channel_id, request.at)
    full = settings.terms_with_bot(Terms(game=game))
    language = settings.language_of(Terms(), request.language)
    seats = {Mark.X: settings.bot(x), Mark.O: settings.bot(o)}
    session = new_session(request, full.game, seats, Mark.X, language, full.look)
    return open_session(connection, request, session)


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
    session = session_finding.session_of_button(connection, request, session_id)
    return save_session(connection, request, session, actions.next_move(session, ply, rng, thoughts))


def play_on(
    connection: Connection, session_id: int, now: int, rng: Random, thoughts: Thoughts = NO_THOUGHTS
) -> Session:
    """Play the next move of a demo game that goes on by itself. Raises NoGameHere."""
    session = load_session(connection, session_id, now)
    if session is None:
        raise NoGameHere
    after = actions.next_move(session, len(session.moves), rng, thoughts)
    return write_progress(connection, session, after, now)
