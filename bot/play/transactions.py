"""Transactions about a game: one plain function each.

A function takes an open connection and the request; the store begins and commits the transaction.
The function loads the session, lets the rules decide, and writes what changed. If it raises a
refusal, the store rolls back. If it loses a race, it violates a constraint; the store then runs it
again, and it finds what the winner wrote. A function that changes anything does so `once` for an
interaction; a press that comes again finds its own move on the board.

If the bot has to move on a board that needs a search, a transaction raises MustAsk, and runs again
with what is then `known`: how the bot plays there. See `bot.interactions.questions`.
"""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from sqlalchemy import Connection

from bot.interactions.questions import Known, policy
from bot.interactions.request import Request
from bot.messages.texts import Refusal
from bot.play import actions
from bot.play.actions import (
    NO_GAME_HERE,
    NOT_YOUR_GAME,
    NOTHING_TO_STOP,
    REMATCH_TAKEN,
    SEVERAL_GAMES_HERE,
    AlreadyPlaying,
)
from bot.play.interaction_rows import once
from bot.play.rows import (
    free_seats,
    insert_session,
    is_told_at_once,
    live_session,
    load_session,
    next_session_id,
    rematch_of,
    save_session,
    settings_of,
    two_games_in,
    write_progress,
)
from bot.play.seats import Bot, Person, Seat, Terms, UserId
from bot.play.session import NO_GAMES, Session
from engine.board import GAMES, Board, Cell, Mark, cell_of

_STILL_LOOKS = 120  # seconds after a move in which its player still looks at the board


def session_of_button(connection: Connection, request: Request, session_id: int) -> Session:
    """The session a button names. Anyone can send any number, so it must belong to this channel."""
    session = load_session(connection, session_id, request.at)
    if session is None or session.channel_id != request.channel_id:
        raise Refusal(NO_GAME_HERE)
    return session


def session_in_reach(connection: Connection, request: Request, session_id: int) -> Session:
    """The session a button names: of this channel, or of any other that the person plays it in."""
    session = load_session(connection, session_id, request.at)
    if session and Person(request.user_id) in session.seats.values():
        return session
    return session_of_button(connection, request, session_id)


def own_session(connection: Connection, request: Request) -> Session:
    """The person's live session in this channel."""
    session = live_session(connection, request.channel_id, request.user_id, request.at)
    if not session:
        raise Refusal(NO_GAME_HERE)
    return session


def session_meant(connection: Connection, request: Request, session_id: int | None) -> Session:
    """The session a button names; without one, the person's own here."""
    if session_id is None:
        return own_session(connection, request)
    return session_of_button(connection, request, session_id)


def session_to_stop(
    connection: Connection, request: Request, player: UserId | None = None
) -> Session:
    """The game of `player` here; without one the only game that people play here."""
    if player is not None:
        session = live_session(connection, request.channel_id, player, request.at)
    else:
        session = _only_game(connection, request)
    if session is None:
        raise Refusal(NOTHING_TO_STOP)
    return session


def _only_game(connection: Connection, request: Request) -> Session | None:
    """The only game that people play here."""
    games = two_games_in(connection, request.channel_id, request.at)
    if len(games) > 1:
        raise Refusal(SEVERAL_GAMES_HERE)
    if not games:
        return None
    return games[0]


def start_against_bot(
    connection: Connection,
    request: Request,
    opponent: Bot | None,
    terms: Terms,
    finished: Session | None = None,
    known: Known | None = None,
) -> Session:
    """Start a session against the bot for the person who asks. If the bot goes first, it has moved.

    opponent  None for the server's level
    finished  the session this one is the rematch of

    The server's settings complete what `terms` leaves open.

    Raises AlreadyPlaying or MustAsk.
    """
    must_have_no_game(connection, request)
    settings = settings_of(connection, request)
    full = settings.complete(terms, settings.first_with_bot)
    bot = settings.bot(opponent)
    if full.first != "me":
        # Asked before the draw: drawn again after a search, the person would go first more often.
        policy(bot.level, Board(rules=GAMES[full.game]), known)
    dealt, first = full.deal(request.user_id, bot, request.app.rng)
    language = settings.language_of(terms, request.language)
    session = new_session(
        connection, request, full.game, dealt, first, language, full.look, finished=finished
    )
    begun = actions.with_bots_move(session, request.app.rng, known)
    return insert_session(connection, request, begun)


start = once(start_against_bot)
"""Start a session against the bot, once for an interaction; see `start_against_bot`."""


def new_session(
    connection: Connection,
    request: Request,
    game: str,
    dealt: Mapping[Mark, Seat],
    first: Mark,
    language: str,
    look: str,
    *,
    time: int | None = None,
    finished: Session | None = None,
    cup_id: int | None = None,
) -> Session:
    """A session with these seats in the channel of the request, not yet written."""
    tally = NO_GAMES
    rematch_of = None
    if finished and finished.ending:
        rematch_of = finished.id
        if finished.seats == dealt:
            tally = finished.tally.after(finished.ending)
    return Session(
        id=next_session_id(connection),
        guild_id=request.guild_id,
        channel_id=request.channel_id,
        game=game,
        seats=dealt,
        first=first,
        time=time,
        turn_since=request.at,
        tally=tally,
        rematch_of=rematch_of,
        language=language,
        look=look,
        cup_id=cup_id,
    )


def must_have_no_game(connection: Connection, request: Request) -> None:
    """Raises AlreadyPlaying. The person's abandoned game here ends, so they can begin another."""
    live = free_seats(connection, request.channel_id, request.at, request.user_id)
    if live:
        raise AlreadyPlaying(live[0])


def must_have_no_rematch(connection: Connection, request: Request, session_id: int) -> None:
    """A game has one rematch."""
    rematch = rematch_of(connection, session_id, request.at)
    if rematch is None:
        return
    if rematch.ending:
        raise Refusal(REMATCH_TAKEN)
    raise AlreadyPlaying(rematch)


@once
def move(
    connection: Connection, request: Request, number: int, known: Known | None = None
) -> Session:
    """Play the cell with this number in the person's own game here, and let the bot answer."""
    session = own_session(connection, request)
    cell = cell_of(number, session.rules)
    after = actions.play(session, request.user_id, cell, request.app.rng, known)
    return _save_move(connection, request, session, after)


def press_cell(
    connection: Connection,
    request: Request,
    session_id: int,
    version: int,
    cell: Cell,
    known: Known | None = None,
) -> Session:
    """Play `cell` in the session of a button, pressed on this version of its board."""
    session = session_of_button(connection, request, session_id)
    after = actions.play_on_version(session, request.user_id, version, cell, request.app.rng, known)
    return _save_move(connection, request, session, after)


def _save_move(
    connection: Connection, request: Request, before: Session, after: Session
) -> Session:
    """Write a move; the session then says whether the other player has to be told of it.

    Only what makes a move says so, and only once: a second press makes none.
    """
    has_moved = after.moves != before.moves
    must_tell = has_moved and _must_tell(connection, request, before, after)
    if after.must_tell != must_tell:
        after = replace(after, must_tell=must_tell)
    return save_session(connection, request, before, after)


def _must_tell(connection: Connection, request: Request, before: Session, after: Session) -> bool:
    """Whether the player whose turn it is wants to know at once, and may not see it by themselves.

    A player who moved within the last two minutes still looks; before the first move, the one who
    started the game then. If only the person who has moved sees our answers, nobody can be told
    after one.
    """
    awaited = after.to_move
    if after.ending or request.is_alone or not isinstance(awaited, Person):
        return False
    if awaited.user_id == request.user_id or request.at < before.turn_since + _STILL_LOOKS:
        return False
    return is_told_at_once(connection, awaited.user_id)


@once
def take_back(connection: Connection, request: Request, session_id: int, version: int) -> Session:
    """Take back the person's last move and the bot's answer, from this version of the board."""
    session = session_of_button(connection, request, session_id)
    after = actions.take_back(session, request.user_id, version)
    return save_session(connection, request, session, after)


@once
def offer_draw(
    connection: Connection, request: Request, session_id: int | None = None, ply: int | None = None
) -> Session:
    """Offer or accept a draw in the session of a button, or in the person's own game here."""
    session = session_meant(connection, request, session_id)
    after = actions.offer_draw(session, request.user_id, ply)
    return save_session(connection, request, session, after)


@once
def claim(connection: Connection, request: Request, session_id: int | None = None) -> Session:
    """Win the session of a button, or the person's own here, because the opponent's time is up."""
    session = session_meant(connection, request, session_id)
    after = actions.claim(session, request.user_id, request.at)
    return save_session(connection, request, session, after)


@once
def stop(connection: Connection, request: Request, session_id: int) -> Session:
    """End the session of a button without a result."""
    session = session_of_button(connection, request, session_id)
    return save_session(connection, request, session, actions.stop(session))


def bring_board(connection: Connection, request: Request) -> Session:
    """The person's live game here, to be shown on a new message. Twice is as once."""
    session = own_session(connection, request)
    return save_session(connection, request, session, session)


@once
def watch(
    connection: Connection, request: Request, x: Bot | None, o: Bot | None, game: str | None = None
) -> Session:
    """Open a demo game, X first, on an empty board.

    The server's settings decide what is left open.
    """
    settings = settings_of(connection, request)
    full = settings.complete(Terms(game=game), settings.first_with_bot)
    language = settings.language_of(Terms(), request.language)
    seats = {Mark.X: settings.bot(x), Mark.O: settings.bot(o)}
    session = new_session(connection, request, full.game, seats, Mark.X, language, full.look)
    return insert_session(connection, request, session)


def demo_game(connection: Connection, request: Request, session_id: int) -> Session:
    """The demo game a button names."""
    session = session_of_button(connection, request, session_id)
    if not session.is_demo:
        raise Refusal(NOT_YOUR_GAME)
    return session


def play_on(
    connection: Connection,
    session_id: int,
    now: int,
    rng: Random,
    known: Known | None = None,
) -> Session:
    """Play the next move of a demo game."""
    session = load_session(connection, session_id, now)
    if session is None:
        raise Refusal(NO_GAME_HERE)
    after = actions.with_bots_move(session, rng, known)
    return write_progress(connection, session, after, now)
