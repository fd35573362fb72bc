"""What can be asked of the store about playing somebody: challenges, and rematches."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from sqlalchemy import Connection

from bot.sessions.challenge import MOST_OPEN, Challenge, Pause
from bot.sessions.refusals import (
    AlreadyChallenging,
    AlreadyPlaying,
    ChallengedLately,
    ChallengeGone,
    NoSuchChallenge,
    OpponentDeleted,
    RematchTaken,
    TheyAlreadyPlay,
    TheyChallengeYou,
    TheyTakeNoChallenges,
    TooManyChallenges,
)
from bot.sessions.seats import NOBODY, Bot, Person, Terms, UserId
from bot.sessions.session import Session
from bot.storage import pause_rows
from bot.storage.challenge_rows import (
    close_challenge,
    count_open_challenges,
    free_challenger,
    insert_challenge,
    load_challenge,
    open_challenge,
    write_state,
)
from bot.storage.database.row_locks import lock_person
from bot.storage.pause_rows import end_pauses, has_blocked, load_pause, write_pause
from bot.storage.record_rows import takes_challenges
from bot.storage.request import Request
from bot.storage.session_closing import free_seat
from bot.storage.session_rows import insert_session, live_session, load_session, rematch_of, save_session
from bot.storage.transactions import begin, done_before, session_of_button


def challenge(connection: Connection, request: Request, challenged: UserId, terms: Terms) -> Challenge:
    """Invite somebody to a game on `terms`.

    Raises AlreadyPlaying, TheyAlreadyPlay, TheyTakeNoChallenges, TheyChallengeYou, AlreadyChallenging,
    ChallengedLately or TooManyChallenges.
    """
    if done := done_before(connection, request, Challenge):
        return done
    return _invite(connection, request, challenged, terms)


def accept(connection: Connection, request: Request, challenge_id: int, rng: Random) -> Session:
    """Begin the game of a challenge, if both sides are free now.

    Raises NoSuchChallenge, NotYoursToAnswer, ChallengeGone, AlreadyPlaying, TheyAlreadyPlay, and for a
    rematch RematchTaken.
    """
    if done := done_before(connection, request, Session):
        return done
    return _accept(connection, request, _challenge_of_button(connection, request, challenge_id), rng)


def decline(connection: Connection, request: Request, challenge_id: int) -> Challenge:
    """Turn a challenge down. Raises NoSuchChallenge, NotYoursToAnswer or ChallengeGone."""
    if done := done_before(connection, request, Challenge):
        return done
    asked = _challenge_of_button(connection, request, challenge_id)
    return close_challenge(connection, request, asked.decline(request.user_id))


def cancel(connection: Connection, request: Request, challenge_id: int) -> Challenge:
    """Take a challenge back. Raises NoSuchChallenge, NotYoursToCancel or ChallengeGone."""
    if done := done_before(connection, request, Challenge):
        return done
    asked = _challenge_of_button(connection, request, challenge_id)
    return close_challenge(connection, request, asked.cancel(request.user_id))


def block(connection: Connection, request: Request, challenge_id: int) -> Challenge:
    """Have no more challenges from the challenger; this one stays as it is. To do so twice changes nothing.

    Raises NoSuchChallenge or NotYoursToAnswer.
    """
    asked = _challenge_of_button(connection, request, challenge_id)
    pause_rows.block(connection, request.user_id, asked.whom_to_block(request.user_id))
    return asked


def unblock(connection: Connection, request: Request, challenge_id: int) -> Challenge:
    """Undo `block`. Raises NoSuchChallenge or NotYoursToAnswer."""
    asked = _challenge_of_button(connection, request, challenge_id)
    pause_rows.unblock(connection, request.user_id, asked.whom_to_block(request.user_id))
    return asked


def rematch(
    connection: Connection, request: Request, session_id: int, rng: Random, *, harder: int = 0
) -> Session | Challenge:
    """Play the session of a button once more, the other side beginning.

    harder   how many levels higher the bot is to play, or lower if it is negative

    Against the bot the game begins at once. A friend is asked; who is asked already accepts by this.
    Raises NoGameHere, NotYourGame, NotOverYet, OpponentDeleted, RematchTaken, and all that `start`,
    `challenge` and `accept` raise.
    """
    if done := done_before(connection, request, Session) or done_before(connection, request, Challenge):
        return done
    request = replace(request, message_id=None)  # the final board stays; what comes is a new message
    finished = session_of_button(connection, request, session_id)
    terms = finished.rematch_terms(request.user_id)
    other = finished.seats[finished.mark_of(request.user_id).other]
    if other == NOBODY:
        raise OpponentDeleted
    if isinstance(other, Bot) and harder:
        return begin(connection, request, other.harder(harder), terms, rng)
    _not_taken(connection, request, finished.id)
    if isinstance(other, Bot):
        return begin(connection, request, other, terms, rng, finished)
    asked = open_challenge(connection, request.channel_id, other.user_id, request.at)
    if asked and asked.rematch_of == finished.id:
        return _accept(connection, request, asked, rng)
    return _invite(connection, request, other.user_id, terms, finished)


def _invite(
    connection: Connection,
    request: Request,
    challenged: UserId,
    terms: Terms,
    rematch_of: Session | None = None,
) -> Challenge:
    _both_free(connection, request, challenged)
    if not takes_challenges(connection, challenged) or has_blocked(connection, challenged, request.user_id):
        raise TheyTakeNoChallenges(challenged)
    theirs = open_challenge(connection, request.channel_id, challenged, request.at)
    if theirs and theirs.challenged == request.user_id:
        raise TheyChallengeYou(challenged)
    if waiting := open_challenge(connection, request.channel_id, request.user_id, request.at):
        raise AlreadyChallenging(waiting)
    lock_person(connection, request.user_id)
    pause = load_pause(connection, request.user_id, challenged) or Pause()
    if request.at < pause.until:
        raise ChallengedLately(challenged, pause.until)
    if count_open_challenges(connection, request.user_id, request.at) >= MOST_OPEN:
        raise TooManyChallenges
    free_challenger(connection, request.channel_id, request.user_id, request.at)
    asked = insert_challenge(connection, request, challenged, terms, rematch_of.id if rematch_of else None)
    write_pause(connection, asked, pause.after_challenge(asked))
    return asked


def _accept(connection: Connection, request: Request, asked: Challenge, rng: Random) -> Session:
    accepted = asked.accept(request.user_id)
    _both_free(connection, request, accepted.challenger)
    finished = None
    if accepted.rematch_of is not None:
        finished = load_session(connection, accepted.rematch_of, request.at)
        _not_taken(connection, request, accepted.rematch_of)
    if not write_state(connection, accepted):  # another process was faster
        raise ChallengeGone(_challenge_of_button(connection, request, accepted.id))
    end_pauses(connection, accepted.challenger, accepted.challenged)
    for player in (accepted.challenger, accepted.challenged):
        free_seat(connection, request.channel_id, player, request.at)
    dealt, first = accepted.terms.deal(accepted.challenger, Person(accepted.challenged), rng)
    session = insert_session(connection, request, dealt, first, time=accepted.terms.time, rematch_of=finished)
    return save_session(connection, request, session, session)


def _not_taken(connection: Connection, request: Request, session_id: int) -> None:
    """A game has one rematch. Raises RematchTaken, or AlreadyPlaying while it is under way."""
    if taken := rematch_of(connection, session_id, request.at):
        raise RematchTaken(taken) if taken.ending else AlreadyPlaying(taken)


def _challenge_of_button(connection: Connection, request: Request, challenge_id: int) -> Challenge:
    """The challenge a button names, which likewise counts only in its own channel."""
    asked = load_challenge(connection, challenge_id, request.at)
    if asked is None or asked.channel_id != request.channel_id:
        raise NoSuchChallenge
    return asked


def _both_free(connection: Connection, request: Request, other: UserId) -> None:
    if running := live_session(connection, request.channel_id, request.user_id, request.at):
        raise AlreadyPlaying(running)
    if live_session(connection, request.channel_id, other, request.at):
        raise TheyAlreadyPlay(other)
