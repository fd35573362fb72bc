"""Making a challenge: whether it is allowed, and what it contains."""

from __future__ import annotations

from sqlalchemy import Connection

from bot.sessions.challenge import (
    MOST_OPEN,
    AlreadyChallenging,
    Challenge,
    ChallengedLately,
    LeftLately,
    Pause,
    TheyAlreadyPlay,
    TheyChallengeYou,
    TheyTakeNoChallenges,
    TooManyChallenges,
)
from bot.sessions.seats import NOBODY, Terms, UserId
from bot.storage.challenge_rows import (
    count_open_challenges,
    free_challenger,
    insert_challenge,
    open_challenge,
)
from bot.storage.database.prepared import write_together
from bot.storage.database.row_locks import lock_person
from bot.storage.interaction_rows import remember, remembering
from bot.storage.invitation_rows import Invitation, load_invitation
from bot.storage.pause_rows import has_blocked, load_pause, pausing
from bot.storage.request import Request
from bot.storage.session_opening import must_have_no_game
from bot.storage.settings_rows import settings_of


def invite(
    connection: Connection, request: Request, challenged: UserId, terms: Terms, rematch_of: int | None = None
) -> Challenge:
    """Challenge someone to a game on `terms`. Raises what `challenge_transactions.challenge` does."""
    lock_person(connection, request.user_id)
    known = load_invitation(connection, request, challenged)
    _must_be_possible(connection, request, challenged, known)
    if known.waits_until is not None:
        free_challenger(connection, request.channel_id, request.user_id, request.at)
    settings = settings_of(connection, request)
    full, language = settings.terms_with_person(terms), settings.language_of(terms, request.language)
    challenge = insert_challenge(connection, request, challenged, full, language, rematch_of)
    pause = Pause(known.in_vain or 0).after_one_more(challenge.expires_at)
    done = remembering(request, challenge_id=challenge.id)
    write_together(connection, done, pausing(request.user_id, challenged, pause))
    return challenge


def invite_anyone(connection: Connection, request: Request, terms: Terms) -> Challenge:
    """Open a game that anyone may join. Raises what `challenge_transactions.challenge_anyone` does."""
    must_have_no_game(connection, request)
    _must_not_wait(connection, request)
    _must_have_few_challenges(connection, request)
    free_challenger(connection, request.channel_id, request.user_id, request.at)
    settings = settings_of(connection, request)
    full, language = settings.terms_with_person(terms), settings.language_of(terms, request.language)
    challenge = insert_challenge(connection, request, None, full, language)
    remember(connection, request, challenge_id=challenge.id)
    return challenge


def must_not_have_blocked(connection: Connection, other: UserId, player: UserId) -> None:
    """Raises TheyTakeNoChallenges if `other` has blocked `player`."""
    if has_blocked(connection, other, player):
        raise TheyTakeNoChallenges(other)


def must_not_have_left(connection: Connection, request: Request) -> None:
    """Raises LeftLately while the person waits because they left open games before making a move."""
    pause = load_pause(connection, request.user_id, NOBODY.user_id)
    if pause and request.at < pause.until:
        raise LeftLately(pause.until)


def _must_be_possible(
    connection: Connection, request: Request, challenged: UserId, known: Invitation
) -> None:
    """Raises what `challenge_transactions.challenge` does."""
    if known.plays:
        must_have_no_game(connection, request)
    if known.they_play:
        raise TheyAlreadyPlay(challenged)
    if known.is_unwanted:
        raise TheyTakeNoChallenges(challenged)
    if known.they_challenge:
        raise TheyChallengeYou(challenged)
    if known.waits_until is not None:
        _must_not_wait(connection, request)
    if known.until is not None and request.at < known.until:
        raise ChallengedLately(challenged, known.until)
    if known.open_challenges >= MOST_OPEN:
        raise TooManyChallenges


def _must_not_wait(connection: Connection, request: Request) -> None:
    """Raises AlreadyChallenging."""
    if waiting := open_challenge(connection, request.channel_id, request.user_id, request.at):
        raise AlreadyChallenging(waiting)


def _must_have_few_challenges(connection: Connection, request: Request) -> None:
    """Raises TooManyChallenges."""
    lock_person(connection, request.user_id)
    if count_open_challenges(connection, request.user_id, request.at) >= MOST_OPEN:
        raise TooManyChallenges
