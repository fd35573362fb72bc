"""Transactions about games between two people: challenges and rematches."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from sqlalchemy import Connection

from bot.sessions import actions
from bot.sessions.actions import rematch_terms
from bot.sessions.challenge import Challenge, OpponentDeleted
from bot.sessions.seats import NOBODY, Bot, Terms, UserId
from bot.sessions.session import Session
from bot.sessions.thoughts import NO_THOUGHTS, Thoughts
from bot.storage import pause_rows
from bot.storage.challenge_opening import invite, invite_anyone, must_not_have_blocked, must_not_have_left
from bot.storage.challenge_rows import (
    accepted_for_rematch,
    challenge_of_button,
    close_challenge,
    load_challenge,
    open_challenge,
)
from bot.storage.once import once
from bot.storage.request import Request
from bot.storage.seen import note_seen
from bot.storage.session_finding import session_of_button
from bot.storage.session_opening import must_have_no_rematch, open_accepted, open_against_bot


@once
def challenge(connection: Connection, request: Request, challenged: UserId, terms: Terms) -> Challenge:
    """Challenge someone to a game on `terms`.

    Raises AlreadyPlaying, TheyAlreadyPlay, TheyTakeNoChallenges, TheyChallengeYou, AlreadyChallenging,
    ChallengedLately or TooManyChallenges.
    """
    return invite(connection, request, challenged, terms)


@once
def challenge_anyone(connection: Connection, request: Request, terms: Terms) -> Challenge:
    """Open a game on `terms` that anyone in the channel may join.

    Raises AlreadyPlaying, AlreadyChallenging or TooManyChallenges.
    """
    return invite_anyone(connection, request, terms)


def look(connection: Connection, challenge_id: int, now: int) -> Challenge | None:
    """The challenge as it stands at a time, and nothing changes; None if it is not kept any more."""
    return load_challenge(connection, challenge_id, now)


@once
def accept(connection: Connection, request: Request, challenge_id: int, rng: Random) -> Session:
    """Start the game of a challenge, if both people are free.

    Raises NoSuchChallenge, NotYoursToAnswer, ChallengeGone, AlreadyPlaying, TheyAlreadyPlay, and for a
    rematch RematchTaken.
    """
    asked = challenge_of_button(connection, request, challenge_id)
    return open_accepted(connection, request, asked.accept(request.user_id), rng)


@once
def join(connection: Connection, request: Request, challenge_id: int, rng: Random) -> Session:
    """Start a game that anyone may join; the first one gets it.

    Raises NoSuchChallenge, ChallengeGone, YourOwnChallenge, NotYoursToAnswer, TheyTakeNoChallenges,
    LeftLately, AlreadyPlaying or TheyAlreadyPlay.
    """
    asked = challenge_of_button(connection, request, challenge_id)
    joined = asked.join(request.user_id)
    must_not_have_blocked(connection, joined.challenger, request.user_id)
    open_game_id = asked.id if asked.challenged is None else None
    if open_game_id is not None:
        must_not_have_left(connection, request)
    return open_accepted(connection, request, joined, rng, open_game_id)


@once
def decline(connection: Connection, request: Request, challenge_id: int) -> Challenge:
    """Decline a challenge. Raises NoSuchChallenge, NotYoursToAnswer or ChallengeGone."""
    asked = challenge_of_button(connection, request, challenge_id)
    return close_challenge(connection, request, asked.decline(request.user_id))


@once
def cancel(connection: Connection, request: Request, challenge_id: int) -> Challenge:
    """Cancel a challenge. Raises NoSuchChallenge, NotYoursToCancel or ChallengeGone."""
    asked = challenge_of_button(connection, request, challenge_id)
    return close_challenge(connection, request, asked.cancel(request.user_id))


def block(connection: Connection, request: Request, challenge_id: int) -> Challenge:
    """Block all further challenges of the challenger. This one stays open. Blocking twice changes nothing.

    Raises NoSuchChallenge or NotYoursToAnswer.
    """
    asked = challenge_of_button(connection, request, challenge_id)
    note_seen(connection, request.user_id, request.at)
    pause_rows.block(connection, request.user_id, asked.whom_to_block(request.user_id))
    return asked


def unblock(connection: Connection, request: Request, challenge_id: int) -> Challenge:
    """Undo `block`. Raises NoSuchChallenge or NotYoursToAnswer."""
    asked = challenge_of_button(connection, request, challenge_id)
    pause_rows.unblock(connection, request.user_id, asked.whom_to_block(request.user_id))
    return asked


@once
def rematch(
    connection: Connection,
    request: Request,
    session_id: int,
    rng: Random,
    thoughts: Thoughts = NO_THOUGHTS,
    *,
    harder: int = 0,
) -> Session | Challenge:
    """Play the session of a button again; the other side goes first.

    harder   how many levels higher the bot is to play; negative for lower

    Against the bot the game starts at once. A friend gets a challenge, or if they sent one already, this
    accepts it.
    Raises NoGameHere, NotYourGame, NotOverYet, OpponentDeleted, RematchTaken, and all that `start`,
    `challenge` and `accept` raise.
    """
    request = replace(request, message_id=None)  # the final board stays; the rematch is a new message
    finished = session_of_button(connection, request, session_id)
    terms = rematch_terms(finished, request.user_id)
    other = finished.seats[actions.mark_of(finished, request.user_id).other]
    if other == NOBODY:
        raise OpponentDeleted
    if isinstance(other, Bot) and harder:
        return open_against_bot(connection, request, other.harder(harder), terms, rng, thoughts=thoughts)
    must_have_no_rematch(connection, request, finished.id)
    if isinstance(other, Bot):
        return open_against_bot(connection, request, other, terms, rng, finished, thoughts)
    theirs = open_challenge(connection, request.channel_id, other.user_id, request.at)
    if theirs and theirs.rematch_of == finished.id:
        accepted = theirs.accept(request.user_id)
        return open_accepted(connection, request, accepted, rng)
    return invite(connection, request, other.user_id, terms, finished.id)


def rematch_and_challenge(
    connection: Connection,
    request: Request,
    session_id: int,
    rng: Random,
    thoughts: Thoughts = NO_THOUGHTS,
    *,
    harder: int = 0,
) -> tuple[Session | Challenge, Challenge | None]:
    """`rematch`, and the challenge that it accepted, if there was one.

    In one transaction: after the rematch is saved, nothing may fail that is answered.
    """
    begun = rematch(connection, request, session_id, rng, thoughts, harder=harder)
    return begun, _accepted_for(connection, begun)


def _accepted_for(connection: Connection, begun: Session | Challenge) -> Challenge | None:
    """The challenge that was accepted for the rematch that has begun; None for anything else."""
    if isinstance(begun, Challenge) or begun.rematch_of is None or not begun.of_two_people:
        return None
    return accepted_for_rematch(connection, begun.rematch_of)
