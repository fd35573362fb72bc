"""Making a challenge: whether it is allowed, and what it contains."""

from __future__ import annotations

from sqlalchemy import Connection

from bot.sessions.challenge import MOST_OPEN, Challenge, Pause
from bot.sessions.challenge_refusals import (
    AlreadyChallenging,
    ChallengedLately,
    TheyChallengeYou,
    TheyTakeNoChallenges,
    TooManyChallenges,
)
from bot.sessions.seats import Terms, UserId
from bot.storage.ban_transactions import is_banned
from bot.storage.challenge_rows import (
    count_open_challenges,
    free_challenger,
    insert_challenge,
    open_challenge,
)
from bot.storage.database.row_locks import lock_person
from bot.storage.pause_rows import has_blocked, load_pause, write_pause
from bot.storage.record_rows import takes_challenges
from bot.storage.request import Request
from bot.storage.session_opening import must_be_free, must_have_no_game
from bot.storage.settings_rows import settings_of


def invite(
    connection: Connection, request: Request, challenged: UserId, terms: Terms, rematch_of: int | None = None
) -> Challenge:
    """Challenge someone to a game on `terms`. Raises what `challenge_transactions.challenge` does."""
    must_be_free(connection, request, challenged)
    _must_take_challenges(connection, request, challenged)
    _must_be_only_challenge(connection, request, challenged)
    pause = _pause_until_now(connection, request, challenged)
    free_challenger(connection, request.channel_id, request.user_id, request.at)
    settings = settings_of(connection, request)
    full, language = settings.terms_with_person(terms), settings.language_of(terms, request.language)
    challenge = insert_challenge(connection, request, challenged, full, language, rematch_of)
    write_pause(connection, challenge, pause.after_challenge(challenge))
    return challenge


def invite_anyone(connection: Connection, request: Request, terms: Terms) -> Challenge:
    """Open a game that anyone may join. Raises what `challenge_transactions.challenge_anyone` does."""
    must_have_no_game(connection, request)
    _must_not_wait(connection, request)
    _must_have_few_challenges(connection, request)
    free_challenger(connection, request.channel_id, request.user_id, request.at)
    settings = settings_of(connection, request)
    full, language = settings.terms_with_person(terms), settings.language_of(terms, request.language)
    return insert_challenge(connection, request, None, full, language)


def must_not_have_blocked(connection: Connection, other: UserId, player: UserId) -> None:
    """Raises TheyTakeNoChallenges if `other` has blocked `player`."""
    if has_blocked(connection, other, player):
        raise TheyTakeNoChallenges(other)


def _must_take_challenges(connection: Connection, request: Request, challenged: UserId) -> None:
    """Raises TheyTakeNoChallenges."""
    if not takes_challenges(connection, challenged) or is_banned(connection, challenged):
        raise TheyTakeNoChallenges(challenged)
    must_not_have_blocked(connection, challenged, request.user_id)


def _must_be_only_challenge(connection: Connection, request: Request, challenged: UserId) -> None:
    """Raises TheyChallengeYou or AlreadyChallenging."""
    theirs = open_challenge(connection, request.channel_id, challenged, request.at)
    if theirs and theirs.challenged == request.user_id:
        raise TheyChallengeYou(challenged)
    _must_not_wait(connection, request)


def _must_not_wait(connection: Connection, request: Request) -> None:
    """Raises AlreadyChallenging."""
    if waiting := open_challenge(connection, request.channel_id, request.user_id, request.at):
        raise AlreadyChallenging(waiting)


def _pause_until_now(connection: Connection, request: Request, challenged: UserId) -> Pause:
    """The last pause between the two, which is over. Raises ChallengedLately or TooManyChallenges."""
    lock_person(connection, request.user_id)
    pause = load_pause(connection, request.user_id, challenged) or Pause()
    if request.at < pause.until:
        raise ChallengedLately(challenged, pause.until)
    _must_have_few_challenges(connection, request)
    return pause


def _must_have_few_challenges(connection: Connection, request: Request) -> None:
    """Raises TooManyChallenges."""
    lock_person(connection, request.user_id)
    if count_open_challenges(connection, request.user_id, request.at) >= MOST_OPEN:
        raise TooManyChallenges
