"""Opens sessions: both sides must be free; then the seats are dealt and the session is written."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from sqlalchemy import Connection, bindparam, select

from bot.sessions import actions
from bot.sessions.actions import AlreadyPlaying, RematchTaken
from bot.sessions.challenge import Challenge, TheyAlreadyPlay
from bot.sessions.seats import Bot, Person, Seat, Terms, UserId
from bot.sessions.session import NO_GAMES, Session
from bot.sessions.thoughts import NO_THOUGHTS, Thoughts
from bot.storage.challenge_rows import accepting, must_still_be_open
from bot.storage.database.prepared import Prepared
from bot.storage.request import Request
from bot.storage.session_closing import free_seat
from bot.storage.session_rows import live_session, load_session, plays, rematch_of, seated_session
from bot.storage.session_writing import open_session
from bot.storage.settings_rows import settings_of
from bot.storage.tables import seats
from engine.board import Mark

_PLAYS = Prepared(select(plays(bindparam("player")).label("plays")))
_SEAT_OF_EITHER = Prepared(
    select(seats.c.session_id).where(
        seats.c.channel_id == bindparam("channel_id"),
        seats.c.user_id.in_([bindparam("one"), bindparam("other")]),
        seats.c.live,
    )
)


def must_be_free(connection: Connection, request: Request, other: UserId) -> None:
    """Raises AlreadyPlaying or TheyAlreadyPlay if one of the two has a live session in this channel."""
    must_have_no_game(connection, request)
    if has_game(connection, request, other):
        raise TheyAlreadyPlay(other)


def must_have_no_game(connection: Connection, request: Request) -> None:
    """Raises AlreadyPlaying."""
    if running := live_session(connection, request.channel_id, request.user_id, request.at):
        raise AlreadyPlaying(running)


def has_game(connection: Connection, request: Request, player: UserId) -> bool:
    """Whether `player` has a live session in the channel of the request."""
    return bool(_PLAYS.scalar(connection, channel_id=request.channel_id, player=player, now=request.at))


def must_have_no_rematch(connection: Connection, request: Request, session_id: int) -> None:
    """A game has one rematch. Raises RematchTaken, or AlreadyPlaying while that rematch is live."""
    if taken := rematch_of(connection, session_id, request.at):
        raise RematchTaken() if taken.ending else AlreadyPlaying(taken)


def open_against_bot(
    connection: Connection,
    request: Request,
    opponent: Bot | None,
    terms: Terms,
    rng: Random,
    finished: Session | None = None,
    thoughts: Thoughts = NO_THOUGHTS,
) -> Session:
    """Open a session against the bot for the person who asks. If the bot goes first, it has moved already.

    opponent  None for the server's level
    finished  the session this one is the rematch of

    Raises AlreadyPlaying or NotThought.
    """
    _free_own_seat(connection, request)
    # To draw again after NotThought would favour the side that need not think: each run must draw alike.
    settings = settings_of(connection, request)
    full = settings.terms_with_bot(terms).settled(request.interaction_id)
    dealt, first = full.deal(request.user_id, settings.bot(opponent), rng)
    language = settings.language_of(terms, request.language)
    session = new_session(request, full.game, dealt, first, language, full.look, finished=finished)
    return open_session(connection, request, actions.with_answer(session, rng, thoughts))


def _free_own_seat(connection: Connection, request: Request) -> None:
    """Raises AlreadyPlaying where the person has a live session in this channel."""
    seated = seated_session(connection, request.channel_id, request.user_id, request.at)
    if seated and not seated.ending:
        raise AlreadyPlaying(seated)
    if seated:
        free_seat(connection, request.channel_id, request.user_id, request.at)


def open_accepted(
    connection: Connection,
    request: Request,
    accepted: Challenge,
    rng: Random,
    open_game_id: int | None = None,
) -> Session:
    """Open the session of a challenge that the person who asks accepts.

    open_game_id  its id, if it was to anyone

    Raises ChallengeGone, AlreadyPlaying, TheyAlreadyPlay, and for a rematch RematchTaken.
    """
    _free_seats(connection, request, accepted)
    finished = None
    if accepted.rematch_of is not None:
        finished = load_session(connection, accepted.rematch_of, request.at)
        must_have_no_rematch(connection, request, accepted.rematch_of)
    terms = accepted.terms
    dealt, first = terms.deal(accepted.challenger, Person(request.user_id), rng)
    kept = accepted.language, terms.look
    session = new_session(request, terms.game, dealt, first, *kept, time=terms.time, finished=finished)
    session = session.but(open_game_id=open_game_id)
    return open_session(connection, request, session, *accepting(accepted))


def _free_seats(connection: Connection, request: Request, accepted: Challenge) -> None:
    """Free the seats of the two people. Raises ChallengeGone, AlreadyPlaying or TheyAlreadyPlay."""
    both = request.user_id, accepted.challenger
    if not _SEAT_OF_EITHER.rows(connection, channel_id=request.channel_id, one=both[0], other=both[1]):
        return
    must_still_be_open(connection, request, accepted)  # someone may sit there because of this challenge
    must_be_free(connection, request, accepted.challenger)
    for player in both:
        free_seat(connection, request.channel_id, player, request.at)


def new_session(
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
    if finished and finished.ending and finished.seats == dealt:
        tally = finished.tally.after(finished.ending)
    return Session(
        id=0,
        guild_id=request.guild_id,
        channel_id=request.channel_id,
        game=game,
        seats=dealt,
        first=first,
        message_id=request.message_id,
        time=time,
        turn_since=request.at,
        tally=tally,
        rematch_of=finished.id if finished else None,
        language=language,
        look=look,
        cup_id=cup_id,
    )
