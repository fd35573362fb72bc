"""Transactions about games between two people: challenges, open games and rematches."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import Connection

from bot.challenges import rows as challenge_rows
from bot.challenges.challenge import (
    ALREADY_CHALLENGING,
    ALREADY_WAITING,
    CHALLENGED_LATELY,
    LEFT_LATELY,
    LIFETIME,
    MOST_OPEN,
    OPPONENT_DELETED,
    PAUSE,
    THEY_ALREADY_PLAY,
    THEY_CHALLENGE_YOU,
    THEY_TAKE_NO_CHALLENGES,
    TOO_MANY_CHALLENGES,
    Challenge,
    ChallengeGone,
    State,
)
from bot.challenges.rows import (
    challenge_of_button,
    end_pauses,
    find_open_challenge,
    find_open_challenges,
    has_blocked,
    insert_challenge,
    load_challenge,
    next_challenge_id,
    paused_until,
    paused_until_if_wanted,
    write_answer,
    write_pause,
)
from bot.database.locks import lock_id
from bot.interactions.questions import Known
from bot.interactions.request import Request
from bot.messages.texts import Refusal
from bot.play import actions
from bot.play.actions import AlreadyPlaying, rematch_terms
from bot.play.interaction_rows import once
from bot.play.result_rows import record_seen
from bot.play.rows import (
    free_seats,
    insert_session,
    load_session,
    save_session,
    settings_of,
    write_progress,
)
from bot.play.seats import NOBODY, Bot, Person, Terms, UserId
from bot.play.session import Session
from bot.play.transactions import (
    must_have_no_game,
    must_have_no_rematch,
    new_session,
    session_in_reach,
    session_meant,
    session_of_button,
    start_against_bot,
)


def _invite(
    connection: Connection,
    request: Request,
    challenged: UserId,
    terms: Terms,
    rematch_of: int | None = None,
) -> Challenge:
    """Challenge someone to a game on `terms`."""
    lock_id(connection, request.user_id)
    _must_be_free(connection, request, challenged)
    paused = paused_until_if_wanted(connection, request.user_id, challenged)
    if paused is None:
        raise Refusal(THEY_TAKE_NO_CHALLENGES, player=challenged)
    waiting = find_open_challenges(connection, request.at, request.user_id, challenged)
    for each in waiting:
        if each.challenged == request.user_id and each.channel_id == request.channel_id:
            raise Refusal(THEY_CHALLENGE_YOU, player=challenged)
    _must_not_wait(request, waiting)
    if request.at < paused:
        raise Refusal(CHALLENGED_LATELY, player=challenged, at=paused)
    created = _create_challenge(connection, request, challenged, terms, waiting, rematch_of)
    write_pause(connection, request.user_id, challenged, created.expires_at + PAUSE)
    return created


challenge = once(_invite)
"""Challenge someone to a game, once for an interaction."""


@once
def challenge_anyone(connection: Connection, request: Request, terms: Terms) -> Challenge:
    """Open a game on `terms` that anyone in the channel may join."""
    lock_id(connection, request.user_id)
    must_have_no_game(connection, request)
    waiting = find_open_challenges(connection, request.at, request.user_id)
    _must_not_wait(request, waiting)
    return _create_challenge(connection, request, None, terms, waiting)


def _must_not_wait(request: Request, waiting: Iterable[Challenge]) -> None:
    for each in waiting:
        if each.challenger == request.user_id and each.channel_id == request.channel_id:
            if each.challenged is None:
                raise Refusal(ALREADY_WAITING)
            raise Refusal(ALREADY_CHALLENGING, player=each.challenged)


def _create_challenge(
    connection: Connection,
    request: Request,
    challenged: UserId | None,
    terms: Terms,
    waiting: Iterable[Challenge],
    rematch_of: int | None = None,
) -> Challenge:
    """Write a challenge; the server's settings complete its terms.

    waiting  the person's open challenges, and perhaps those of others
    """
    own = [each for each in waiting if each.challenger == request.user_id]
    if len(own) >= MOST_OPEN:
        raise Refusal(TOO_MANY_CHALLENGES, count=MOST_OPEN)
    settings = settings_of(connection, request)
    created = Challenge(
        id=next_challenge_id(connection),
        channel_id=request.channel_id,
        challenger=request.user_id,
        challenged=challenged,
        terms=settings.complete(terms, settings.first_with_person),
        expires_at=request.at + LIFETIME,
        rematch_of=rematch_of,
        language=settings.language_of(terms, request.language),
    )
    insert_challenge(connection, created)
    return created


def _must_be_free(connection: Connection, request: Request, other: UserId) -> None:
    live = free_seats(connection, request.channel_id, request.at, request.user_id, other)
    for session in live:
        if Person(request.user_id) in session.seats.values():
            raise AlreadyPlaying(session)
    if live:
        raise Refusal(THEY_ALREADY_PLAY, player=other)


@dataclass(frozen=True)
class Begun:
    """A game between two people that has begun, and the challenge that became it."""

    session: Session
    challenge: Challenge


@once
def accept(connection: Connection, request: Request, challenge_id: int) -> Begun:
    """Start the game of a challenge, if both people are free."""
    challenge = challenge_of_button(connection, request, challenge_id)
    return _start_accepted(connection, request, challenge.accept(request.user_id))


@once
def join(connection: Connection, request: Request, challenge_id: int) -> Begun:
    """Start a game that anyone may join; the first one gets it."""
    challenge = challenge_of_button(connection, request, challenge_id)
    joined = challenge.join(request.user_id)
    if has_blocked(connection, joined.challenger, request.user_id):
        raise Refusal(THEY_TAKE_NO_CHALLENGES, player=joined.challenger)
    paused = paused_until(connection, request.user_id, NOBODY.user_id)
    if request.at < paused:
        raise Refusal(LEFT_LATELY, at=paused)
    return _start_accepted(connection, request, joined)


def _start_accepted(connection: Connection, request: Request, accepted: Challenge) -> Begun:
    """Start the session of a challenge that the person who asks accepts."""
    try:
        _must_be_free(connection, request, accepted.challenger)
    except Refusal:
        # Perhaps one of the two sits there because somebody has just accepted this challenge.
        current = load_challenge(connection, accepted.id, request.at)
        if current and current.state is not State.OPEN:
            raise ChallengeGone(current) from None
        raise
    finished = None
    if accepted.rematch_of is not None:
        finished = load_session(connection, accepted.rematch_of, request.at)
        must_have_no_rematch(connection, request, accepted.rematch_of)
    terms = accepted.terms
    dealt, first = terms.deal(accepted.challenger, Person(request.user_id), request.app.rng)
    session = new_session(
        connection,
        request,
        terms.game,
        dealt,
        first,
        accepted.language,
        terms.look,
        time=terms.time,
        finished=finished,
    )
    write_answer(connection, accepted)
    end_pauses(connection, request.user_id, accepted.challenger)
    return Begun(insert_session(connection, request, session), accepted)


@once
def decline(connection: Connection, request: Request, challenge_id: int) -> Challenge:
    """Decline a challenge."""
    challenge = challenge_of_button(connection, request, challenge_id)
    return _close(connection, request, challenge.decline(request.user_id))


@once
def cancel(connection: Connection, request: Request, challenge_id: int) -> Challenge:
    """Cancel a challenge."""
    challenge = challenge_of_button(connection, request, challenge_id)
    return _close(connection, request, challenge.cancel(request.user_id))


def _close(connection: Connection, request: Request, answered: Challenge) -> Challenge:
    """Write a declined or cancelled challenge; the wait before the next counts from now."""
    write_answer(connection, answered)
    if answered.challenged is not None:
        until = request.at + PAUSE
        write_pause(connection, answered.challenger, answered.challenged, until)
    return answered


def block(connection: Connection, request: Request, challenge_id: int) -> Challenge:
    """Block all further challenges of the challenger. This one stays open."""
    challenge = challenge_of_button(connection, request, challenge_id)
    record_seen(connection, request.user_id, request.at)
    challenger = challenge.whom_to_block(request.user_id)
    challenge_rows.block(connection, request.user_id, challenger)
    return challenge


def unblock(connection: Connection, request: Request, challenge_id: int) -> Challenge:
    """Undo `block`."""
    challenge = challenge_of_button(connection, request, challenge_id)
    challenger = challenge.whom_to_block(request.user_id)
    challenge_rows.unblock(connection, request.user_id, challenger)
    return challenge


@once
def rematch(
    connection: Connection,
    request: Request,
    session_id: int,
    *,
    levels_up: int = 0,
    fading: bool = False,
    known: Known | None = None,
) -> Session | Challenge | Begun:
    """Play the session of a button again; the other side goes first.

    levels_up  how many levels stronger the bot is to play; negative for weaker
    fading     whether to play it as fading

    Against the bot the game starts at once. A friend gets a challenge, or if they sent one to the
    same game already, this accepts it.
    """
    finished = session_of_button(connection, request, session_id)
    terms = rematch_terms(finished, request.user_id, fading=fading)
    other = finished.seats[actions.mark_of(finished, request.user_id).other]
    if other == NOBODY:
        raise Refusal(OPPONENT_DELETED)
    if isinstance(other, Bot) and levels_up:
        return start_against_bot(connection, request, other.harder(levels_up), terms, known=known)
    must_have_no_rematch(connection, request, finished.id)
    if isinstance(other, Bot):
        return start_against_bot(connection, request, other, terms, finished, known)
    theirs = find_open_challenge(connection, request.channel_id, other.user_id, request.at)
    if theirs and _is_same_rematch(theirs, finished, terms):
        accepted = theirs.accept(request.user_id)
        return _start_accepted(connection, request, accepted)
    return _invite(connection, request, other.user_id, terms, finished.id)


def _is_same_rematch(challenge: Challenge, finished: Session, terms: Terms) -> bool:
    """Whether a challenge asks for a rematch of the same session at the same game."""
    return challenge.rematch_of == finished.id and challenge.terms.game == terms.game


@once
def resign(
    connection: Connection, request: Request, session_id: int | None = None
) -> Session | Challenge:
    """Resign the session of a button, or without a button the person's own game here.

    A person without a game here cancels their challenge instead.
    """
    try:
        session = session_meant(connection, request, session_id)
    except Refusal:
        waiting = find_open_challenge(connection, request.channel_id, request.user_id, request.at)
        if session_id is not None or not waiting:
            raise
        return _close(connection, request, waiting.cancel(request.user_id))
    resigned = _resign(connection, request, session)
    return save_session(connection, request, session, resigned)


@once
def resign_anywhere(connection: Connection, request: Request, session_id: int) -> Session:
    """Resign a session of the person from wherever they are; its board stays on its message."""
    session = session_in_reach(connection, request, session_id)
    resigned = _resign(connection, request, session)
    return write_progress(connection, session, resigned, request.at)


def _resign(connection: Connection, request: Request, session: Session) -> Session:
    """Whoever leaves someone before making a move waits before they join an open game."""
    resigned = actions.resign(session, request.user_id)
    if resigned.ending and resigned.ending.left_by:
        write_pause(connection, request.user_id, NOBODY.user_id, request.at + PAUSE)
    return resigned
