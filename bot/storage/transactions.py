"""What can be asked of the store: one plain function per transaction.

Each takes an open connection, whose transaction the store begins and commits, and the request.
It loads the session, lets the rules decide, and writes what changed. A refusal is raised, so that
the store rolls back; a lost race violates a constraint, and the store runs the function again,
which then finds what the winner left. An interaction that comes a second time changes nothing.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from sqlalchemy import Connection, delete, insert, select

from bot.sessions.challenge import (
    MOST_OPEN,
    AlreadyChallenging,
    Challenge,
    ChallengeGone,
    NoSuchChallenge,
    TheyAlreadyPlay,
    TheyTakeNoChallenges,
    TooManyChallenges,
)
from bot.sessions.seats import Bot, Person, Terms, UserId
from bot.sessions.session import (
    AlreadyPlaying,
    NoGameHere,
    NothingToReview,
    RematchTaken,
    Session,
    SeveralGamesHere,
)
from bot.storage.record_rows import forget_old_meetings, takes_challenges
from bot.storage.request import Request
from bot.storage.rows import (
    close_abandoned,
    count_open_challenges,
    done_before,
    forget_old_interactions,
    insert_challenge,
    insert_session,
    lapse_challenges,
    last_finished_session,
    live_session,
    live_sessions_in,
    load_challenge,
    load_session,
    open_challenge,
    rematch_of,
    remember_challenge,
    save_hint,
    save_session,
    take_reminders,
    write_progress,
    write_state,
)
from bot.storage.tables import notes
from engine.board import Cell, Mark


def start(connection: Connection, request: Request, opponent: Bot, terms: Terms, rng: Random) -> Session:
    """Open a session against the bot, its first move made if it begins. Raises AlreadyPlaying."""
    if done := done_before(connection, request, Session):
        return done
    return _begin(connection, request, opponent, terms, rng)


def move(connection: Connection, request: Request, cell: Cell, rng: Random) -> Session:
    """Play `cell` in the person's own game in this channel, and let the bot answer.

    Raises NoGameHere, NotYourTurn or engine.board.IllegalMove.
    """
    if done := done_before(connection, request, Session):
        return done
    session = look(connection, request)
    return save_session(connection, request, session, session.play(request.user_id, cell, rng))


def press(
    connection: Connection, request: Request, session_id: int, ply: int, cell: Cell, rng: Random
) -> Session:
    """Play `cell` in the session of a button, pressed on its board after `ply` moves.

    Raises NoGameHere when this channel has no such session, and all that Session.press raises.
    """
    if done := done_before(connection, request, Session):
        return done
    session = _session_of_button(connection, request, session_id)
    return save_session(connection, request, session, session.press(request.user_id, ply, cell, rng))


def resign(connection: Connection, request: Request, session_id: int | None = None) -> Session | Challenge:
    """Give up the session of a button, or without one the person's own game in this channel.

    Who has no game but a challenge here withdraws that. Raises NoGameHere, NotYourGame or SessionOver.
    """
    if done := done_before(connection, request, Session) or done_before(connection, request, Challenge):
        return done
    if session_id is not None:
        session = _session_of_button(connection, request, session_id)
    elif running := live_session(connection, request.channel_id, request.user_id, request.at):
        session = running
    elif waiting := open_challenge(connection, request.channel_id, request.user_id, request.at):
        return _close(connection, request, waiting.cancel(request.user_id))
    else:
        raise NoGameHere
    return save_session(connection, request, session, session.resign(request.user_id))


def hint(connection: Connection, request: Request, session_id: int | None = None) -> Session:
    """Mark the session of a button, or the person's own here, as one in which the bot has helped.

    Raises NoGameHere, NotYourGame, SessionOver or HintAgainstPerson.
    """
    if done := done_before(connection, request, Session):
        return done.with_hint(request.user_id)
    session = _of_button_or_own(connection, request, session_id)
    return save_hint(connection, request, session.with_hint(request.user_id))


def review(connection: Connection, request: Request, session_id: int | None = None) -> Session:
    """The finished session of a button, or the one the person finished last here; nothing changes.

    Raises NoGameHere, NotOverYet or NothingToReview.
    """
    if session_id is not None:
        return _session_of_button(connection, request, session_id).to_review()
    session = last_finished_session(connection, request.channel_id, request.user_id, request.at)
    if not session:
        raise NothingToReview
    return session


def watch(connection: Connection, request: Request, x: Bot, o: Bot) -> Session:
    """Open a session in which the bot plays both sides, X first; nobody has moved yet."""
    if done := done_before(connection, request, Session):
        return done
    _tidy_up(connection, request)
    session = insert_session(connection, request, {Mark.X: x, Mark.O: o}, Mark.X)
    return save_session(connection, request, session, session)


def next_move(
    connection: Connection, request: Request, session_id: int, ply: int | None, rng: Random
) -> Session:
    """Play the next move of a show that somebody saw after `ply` moves. Raises NoGameHere or NotYourGame."""
    if done := done_before(connection, request, Session):
        return done
    session = _session_of_button(connection, request, session_id)
    return save_session(connection, request, session, session.next_move(ply, rng))


def play_on(connection: Connection, session_id: int, now: int, rng: Random) -> Session:
    """Play the next move of a show that goes on by itself. Raises NoGameHere."""
    session = load_session(connection, session_id, now)
    if session is None:
        raise NoGameHere
    return write_progress(connection, session, session.next_move(len(session.moves), rng), now)


def board(connection: Connection, request: Request) -> Session:
    """The person's live game in this channel, about to be shown on a new message. Raises NoGameHere."""
    if done := done_before(connection, request, Session):
        return done
    session = look(connection, request)
    return save_session(connection, request, session, session)


def look(connection: Connection, request: Request) -> Session:
    """The person's live game in this channel, and nothing changes. Raises NoGameHere."""
    session = live_session(connection, request.channel_id, request.user_id, request.at)
    if not session:
        raise NoGameHere
    return session


def challenge(connection: Connection, request: Request, challenged: UserId, terms: Terms) -> Challenge:
    """Invite somebody to a game on `terms`.

    Raises AlreadyPlaying, TheyAlreadyPlay, TheyTakeNoChallenges, AlreadyChallenging or TooManyChallenges.
    """
    if done := done_before(connection, request, Challenge):
        return done
    return _invite(connection, request, challenged, terms)


def accept(connection: Connection, request: Request, challenge_id: int, rng: Random) -> Session:
    """Begin the game of a challenge, if both sides are free now.

    Raises NoSuchChallenge, NotYoursToAnswer, ChallengeGone, AlreadyPlaying or TheyAlreadyPlay.
    """
    if done := done_before(connection, request, Session):
        return done
    return _accept(connection, request, _challenge_of_button(connection, request, challenge_id), rng)


def decline(connection: Connection, request: Request, challenge_id: int) -> Challenge:
    """Turn a challenge down. Raises NoSuchChallenge, NotYoursToAnswer or ChallengeGone."""
    if done := done_before(connection, request, Challenge):
        return done
    asked = _challenge_of_button(connection, request, challenge_id)
    return _close(connection, request, asked.decline(request.user_id))


def cancel(connection: Connection, request: Request, challenge_id: int) -> Challenge:
    """Take a challenge back. Raises NoSuchChallenge, NotYoursToCancel or ChallengeGone."""
    if done := done_before(connection, request, Challenge):
        return done
    asked = _challenge_of_button(connection, request, challenge_id)
    return _close(connection, request, asked.cancel(request.user_id))


def rematch(
    connection: Connection, request: Request, session_id: int, rng: Random, *, harder: int = 0
) -> Session | Challenge:
    """Play the session of a button once more, the other side beginning.

    harder   how many levels higher the bot is to play, or lower if it is negative

    Against the bot the game begins at once. A friend is asked; who is asked already accepts by this.
    Raises NoGameHere, NotYourGame, NotOverYet, RematchTaken, and all that `start`, `challenge` and
    `accept` raise.
    """
    if done := done_before(connection, request, Session) or done_before(connection, request, Challenge):
        return done
    request = replace(request, message_id=None)  # the final board stays; what comes is a new message
    finished = _session_of_button(connection, request, session_id)
    terms = finished.rematch_terms(request.user_id)
    other = finished.seats[finished.mark_of(request.user_id).other]
    if isinstance(other, Bot) and harder:
        return _begin(connection, request, other.harder(harder), terms, rng)
    if taken := rematch_of(connection, finished.id, request.at):
        raise RematchTaken(taken)
    if isinstance(other, Bot):
        return _begin(connection, request, other, terms, rng, finished)
    asked = open_challenge(connection, request.channel_id, other.user_id, request.at)
    if asked and asked.rematch_of == finished.id:
        return _accept(connection, request, asked, rng)
    return _invite(connection, request, other.user_id, terms, finished)


def draw(
    connection: Connection, request: Request, session_id: int | None = None, ply: int | None = None
) -> Session:
    """Offer a draw, or accept the one that is offered, in the session of a button or the person's own here.

    Raises NoGameHere and all that Session.draw raises.
    """
    if done := done_before(connection, request, Session):
        return done
    session = _of_button_or_own(connection, request, session_id)
    return save_session(connection, request, session, session.draw(request.user_id, ply))


def claim(connection: Connection, request: Request, session_id: int | None = None) -> Session:
    """Win the session of a button, or the person's own here, because the other's time is up.

    Raises NoGameHere and all that Session.claim raises.
    """
    if done := done_before(connection, request, Session):
        return done
    session = _of_button_or_own(connection, request, session_id)
    return save_session(connection, request, session, session.claim(request.user_id, request.at))


def stop(connection: Connection, request: Request, player: UserId | None = None) -> Session:
    """End the game of `player` in this channel without a result, or the only one that is played here.

    Raises NoGameHere or SeveralGamesHere.
    """
    if done := done_before(connection, request, Session):
        return done
    if player is not None:
        session = live_session(connection, request.channel_id, player, request.at)
    else:
        sessions = live_sessions_in(connection, request.channel_id, request.at)
        if len(sessions) > 1:
            raise SeveralGamesHere
        session = sessions[0] if sessions else None
    if session is None:
        raise NoGameHere
    return save_session(connection, request, session, session.stop())


def sweep(connection: Connection, now: int) -> tuple[int, int]:
    """Close what nobody came back to; how many challenges and sessions that were."""
    forget_old_meetings(connection, now)
    return lapse_challenges(connection, now), close_abandoned(connection, now)


def reminders(connection: Connection, now: int, most: int) -> list[Session]:
    """The sessions whose side to move is to be reminded now, at most so many; none comes twice."""
    return take_reminders(connection, now, most)


def read_note(connection: Connection, name: str) -> str | None:
    """What the program noted under `name`."""
    return connection.scalar(select(notes.c.value).where(notes.c.name == name))


def write_note(connection: Connection, name: str, value: str) -> None:
    """Note `value` under `name` in place of what stood there."""
    connection.execute(delete(notes).where(notes.c.name == name))
    connection.execute(insert(notes).values(name=name, value=value))


def _begin(
    connection: Connection,
    request: Request,
    opponent: Bot,
    terms: Terms,
    rng: Random,
    rematch_of: Session | None = None,
) -> Session:
    if running := live_session(connection, request.channel_id, request.user_id, request.at):
        raise AlreadyPlaying(running)
    _tidy_up(connection, request)
    dealt, first = terms.deal(request.user_id, opponent, rng)
    session = insert_session(connection, request, dealt, first, rematch_of=rematch_of)
    return save_session(connection, request, session, session.with_answer(rng))


def _invite(
    connection: Connection,
    request: Request,
    challenged: UserId,
    terms: Terms,
    rematch_of: Session | None = None,
) -> Challenge:
    _both_free(connection, request, challenged)
    if not takes_challenges(connection, challenged):
        raise TheyTakeNoChallenges(challenged)
    if waiting := open_challenge(connection, request.channel_id, request.user_id, request.at):
        raise AlreadyChallenging(waiting)
    if count_open_challenges(connection, request.user_id, request.at) >= MOST_OPEN:
        raise TooManyChallenges
    _tidy_up(connection, request)
    return insert_challenge(connection, request, challenged, terms, rematch_of.id if rematch_of else None)


def _accept(connection: Connection, request: Request, asked: Challenge, rng: Random) -> Session:
    accepted = asked.accept(request.user_id)
    _both_free(connection, request, accepted.challenger)
    finished = None
    if accepted.rematch_of is not None:
        finished = load_session(connection, accepted.rematch_of, request.at)
        if taken := rematch_of(connection, accepted.rematch_of, request.at):
            raise RematchTaken(taken)
    _write(connection, request, accepted)
    _tidy_up(connection, request)
    dealt, first = accepted.terms.deal(accepted.challenger, Person(accepted.challenged), rng)
    session = insert_session(connection, request, dealt, first, time=accepted.terms.time, rematch_of=finished)
    return save_session(connection, request, session, session)


def _tidy_up(connection: Connection, request: Request) -> None:
    """Before something new begins, what is due ends; so it cannot stand in the way."""
    lapse_challenges(connection, request.at)
    close_abandoned(connection, request.at)
    forget_old_interactions(connection, request)


def _of_button_or_own(connection: Connection, request: Request, session_id: int | None) -> Session:
    """The session a button names, or without one the person's own in this channel."""
    if session_id is None:
        return look(connection, request)
    return _session_of_button(connection, request, session_id)


def _session_of_button(connection: Connection, request: Request, session_id: int) -> Session:
    """The session a button names: a number anybody could send, so it counts only in its own channel."""
    session = load_session(connection, session_id, request.at)
    if session is None or session.channel_id != request.channel_id:
        raise NoGameHere
    return session


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


def _close(connection: Connection, request: Request, answered: Challenge) -> Challenge:
    _write(connection, request, answered)
    remember_challenge(connection, request, answered)
    return answered


def _write(connection: Connection, request: Request, answered: Challenge) -> None:
    if not write_state(connection, answered):  # another process was faster
        raise ChallengeGone(_challenge_of_button(connection, request, answered.id))
