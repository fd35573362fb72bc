"""Transactions about games between two people: challenges, open games and rematches."""

from collections.abc import Iterable
from dataclasses import dataclass

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
    write_pause,
    write_state,
)
from bot.database.locks import lock_id
from bot.database.transaction import Transaction
from bot.interactions.interaction import Interaction
from bot.messages.texts import Refusal
from bot.play import actions
from bot.play.actions import AlreadyPlaying, rematch_terms
from bot.play.interaction_rows import once
from bot.play.result_rows import record_seen
from bot.play.rows import free_seats, insert_session, load_session, save_session, write_progress
from bot.play.seats import NOBODY, Bot, Person, Terms, UserId
from bot.play.session import Session
from bot.play.settings import FIRST_WITH_PERSON
from bot.play.settings_rows import settings_of
from bot.play.transactions import (
    must_have_no_game,
    must_have_no_rematch,
    new_session,
    own_session,
    session_in_reach,
    session_of_button,
    start_against_bot,
)


def _invite(
    transaction: Transaction[Interaction],
    challenged: UserId,
    terms: Terms,
    rematch_of: int | None = None,
) -> Challenge:
    """Challenge someone to a game on `terms`."""
    interaction = transaction.interaction
    lock_id(transaction.connection, interaction.user_id)
    _must_be_free(transaction, challenged)
    paused = paused_until_if_wanted(transaction, interaction.user_id, challenged)
    if paused is None:
        raise Refusal(THEY_TAKE_NO_CHALLENGES, player=challenged)
    waiting = find_open_challenges(transaction, interaction.at, interaction.user_id, challenged)
    for each in waiting:
        if each.challenged == interaction.user_id and each.channel_id == interaction.channel_id:
            raise Refusal(THEY_CHALLENGE_YOU, player=challenged)
    _must_not_wait(interaction, waiting)
    if interaction.at < paused:
        raise Refusal(CHALLENGED_LATELY, player=challenged, at=paused)
    created = _create_challenge(transaction, challenged, terms, waiting, rematch_of)
    write_pause(transaction, interaction.user_id, challenged, created.expires_at + PAUSE)
    return created


challenge = once(_invite)
"""Challenge someone to a game, once for an interaction."""


@once
def challenge_anyone(transaction: Transaction[Interaction], terms: Terms) -> Challenge:
    """Open a game on `terms` that anyone in the channel may join."""
    interaction = transaction.interaction
    lock_id(transaction.connection, interaction.user_id)
    must_have_no_game(transaction)
    waiting = find_open_challenges(transaction, interaction.at, interaction.user_id)
    _must_not_wait(interaction, waiting)
    return _create_challenge(transaction, None, terms, waiting)


def _must_not_wait(interaction: Interaction, waiting: Iterable[Challenge]) -> None:
    for each in waiting:
        if each.challenger == interaction.user_id and each.channel_id == interaction.channel_id:
            if each.challenged is None:
                raise Refusal(ALREADY_WAITING)
            raise Refusal(ALREADY_CHALLENGING, player=each.challenged)


def _create_challenge(
    transaction: Transaction[Interaction],
    challenged: UserId | None,
    terms: Terms,
    waiting: Iterable[Challenge],
    rematch_of: int | None = None,
) -> Challenge:
    """Write a challenge; the server's settings complete its terms.

    waiting  the person's open challenges, and perhaps those of others
    """
    interaction = transaction.interaction
    own = [each for each in waiting if each.challenger == interaction.user_id]
    if len(own) >= MOST_OPEN:
        raise Refusal(TOO_MANY_CHALLENGES, count=MOST_OPEN)
    settings = settings_of(transaction)
    created = Challenge(
        id=next_challenge_id(transaction),
        channel_id=interaction.channel_id,
        challenger=interaction.user_id,
        challenged=challenged,
        terms=settings.complete(terms, FIRST_WITH_PERSON),
        expires_at=interaction.at + LIFETIME,
        rematch_of=rematch_of,
        language=settings.language_of(terms, interaction.language),
    )
    insert_challenge(transaction, created)
    return created


def _must_be_free(transaction: Transaction[Interaction], other: UserId) -> None:
    interaction = transaction.interaction
    live = free_seats(
        transaction, interaction.channel_id, interaction.at, interaction.user_id, other
    )
    for session in live:
        if Person(interaction.user_id) in session.seats.values():
            raise AlreadyPlaying(session)
    if live:
        raise Refusal(THEY_ALREADY_PLAY, player=other)


@dataclass(frozen=True)
class Begun:
    """A game between two people that has begun, and the challenge that became it."""

    session: Session
    challenge: Challenge


@once
def accept(transaction: Transaction[Interaction], challenge_id: int) -> Begun:
    """Start the game of a challenge, if both people are free."""
    challenge = challenge_of_button(transaction, challenge_id)
    return _start_accepted(transaction, challenge.accept(transaction.interaction.user_id))


@once
def join(transaction: Transaction[Interaction], challenge_id: int) -> Begun:
    """Start a game that anyone may join; the first one gets it."""
    interaction = transaction.interaction
    challenge = challenge_of_button(transaction, challenge_id)
    joined = challenge.join(interaction.user_id)
    if has_blocked(transaction, joined.challenger, interaction.user_id):
        raise Refusal(THEY_TAKE_NO_CHALLENGES, player=joined.challenger)
    paused = paused_until(transaction, interaction.user_id, NOBODY.user_id)
    if interaction.at < paused:
        raise Refusal(LEFT_LATELY, at=paused)
    return _start_accepted(transaction, joined)


def _start_accepted(transaction: Transaction[Interaction], accepted: Challenge) -> Begun:
    """Start the session of a challenge that the person who asks accepts."""
    interaction = transaction.interaction
    try:
        _must_be_free(transaction, accepted.challenger)
    except Refusal:
        # Perhaps one of the two sits there because somebody has just accepted this challenge.
        current = load_challenge(transaction, accepted.id, interaction.at)
        if current and current.state is not State.OPEN:
            raise ChallengeGone(current) from None
        raise
    finished = None
    if accepted.rematch_of is not None:
        finished = load_session(transaction, accepted.rematch_of, interaction.at)
        must_have_no_rematch(transaction, accepted.rematch_of)
    terms = accepted.terms
    deal = terms.deal(accepted.challenger, Person(interaction.user_id), interaction.app.rng)
    session = new_session(transaction, terms, deal, accepted.language, finished)
    write_state(transaction, accepted)
    end_pauses(transaction, interaction.user_id, accepted.challenger)
    return Begun(insert_session(transaction, session), accepted)


@once
def decline(transaction: Transaction[Interaction], challenge_id: int) -> Challenge:
    """Decline a challenge."""
    challenge = challenge_of_button(transaction, challenge_id)
    return _close(transaction, challenge.decline(transaction.interaction.user_id))


@once
def cancel(transaction: Transaction[Interaction], challenge_id: int) -> Challenge:
    """Cancel a challenge."""
    challenge = challenge_of_button(transaction, challenge_id)
    return _close(transaction, challenge.cancel(transaction.interaction.user_id))


def _close(transaction: Transaction[Interaction], closed: Challenge) -> Challenge:
    """Write a declined or cancelled challenge; the wait before the next counts from now."""
    write_state(transaction, closed)
    if closed.challenged is not None:
        until = transaction.interaction.at + PAUSE
        write_pause(transaction, closed.challenger, closed.challenged, until)
    return closed


def block(transaction: Transaction[Interaction], challenge_id: int) -> Challenge:
    """Block all further challenges of the challenger. This one stays open."""
    interaction = transaction.interaction
    challenge = challenge_of_button(transaction, challenge_id)
    record_seen(transaction, interaction.user_id, interaction.at)
    challenger = challenge.whom_to_block(interaction.user_id)
    challenge_rows.block(transaction, interaction.user_id, challenger)
    return challenge


def unblock(transaction: Transaction[Interaction], challenge_id: int) -> Challenge:
    """Undo `block`."""
    interaction = transaction.interaction
    challenge = challenge_of_button(transaction, challenge_id)
    challenger = challenge.whom_to_block(interaction.user_id)
    challenge_rows.unblock(transaction, interaction.user_id, challenger)
    return challenge


@once
def rematch(
    transaction: Transaction[Interaction],
    session_id: int,
    *,
    levels_up: int = 0,
    fading: bool = False,
) -> Session | Challenge | Begun:
    """Play the session of a button again; the other side goes first.

    levels_up  how many levels stronger the bot is to play; negative for weaker
    fading     whether to play it as fading

    Against the bot the game starts at once. A friend gets a challenge, or if they sent one to the
    same game already, this accepts it.
    """
    interaction = transaction.interaction
    finished = session_of_button(transaction, session_id)
    terms = rematch_terms(finished, interaction.user_id, fading=fading)
    other = finished.seats[actions.own_mark(finished, interaction.user_id).other]
    if other == NOBODY:
        raise Refusal(OPPONENT_DELETED)
    if isinstance(other, Bot) and levels_up:
        return start_against_bot(transaction, other.harder(levels_up), terms)
    must_have_no_rematch(transaction, finished.id)
    if isinstance(other, Bot):
        return start_against_bot(transaction, other, terms, finished)
    theirs = find_open_challenge(transaction, interaction.channel_id, other.user_id, interaction.at)
    if theirs and theirs.rematch_of == finished.id and theirs.terms.game == terms.game:
        accepted = theirs.accept(interaction.user_id)
        return _start_accepted(transaction, accepted)
    return _invite(transaction, other.user_id, terms, finished.id)


@once
def resign(
    transaction: Transaction[Interaction],
    session_id: int | None = None,
    *,
    from_list: bool = False,
) -> Session | Challenge:
    """Resign the session of a button, or without a button the person's own game here.

    A person without a game here cancels their challenge instead. One who leaves somebody before
    making a move has to wait before they join an open game.

    from_list  whether they do it from the list of their games: the board stays on its message
    """
    interaction = transaction.interaction
    player = interaction.user_id
    if session_id is not None:
        session = session_in_reach(transaction, session_id)
    else:
        try:
            session = own_session(transaction)
        except Refusal:
            channel_id = interaction.channel_id
            waiting = find_open_challenge(transaction, channel_id, player, interaction.at)
            if not waiting:
                raise
            return _close(transaction, waiting.cancel(player))
    resigned = actions.resign(session, player)
    if resigned.ending and resigned.ending.left_by:
        write_pause(transaction, player, NOBODY.user_id, interaction.at + PAUSE)
    if from_list:
        return write_progress(transaction, session, resigned, interaction.at)
    return save_session(transaction, session, resigned)
