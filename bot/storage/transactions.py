"""What can be asked of the store: one plain function per transaction.

Each takes an open connection, whose transaction the store begins and commits, and the request.
It loads the session, lets the rules decide, and writes what changed. A refusal is raised, so that
the store rolls back; a lost race violates a constraint, and the store runs the function again,
which then finds what the winner left. An interaction that comes a second time changes nothing.
"""

from __future__ import annotations

from random import Random

from sqlalchemy import Connection, delete, insert, select

from bot.sessions.challenge import (
    AlreadyChallenging,
    Challenge,
    ChallengeGone,
    NoSuchChallenge,
    TheyAlreadyPlay,
)
from bot.sessions.seats import Bot, Person, Terms, UserId
from bot.sessions.session import AlreadyPlaying, NoGameHere, NothingToReview, Session
from bot.storage.request import Request
from bot.storage.rows import (
    done_before,
    forget_old_interactions,
    insert_challenge,
    insert_session,
    lapse_challenges,
    last_finished_session,
    live_session,
    load_challenge,
    load_session,
    open_challenge,
    remember_challenge,
    save_hint,
    save_session,
    write_progress,
    write_state,
)
from bot.storage.tables import notes
from engine.board import Cell, Mark


def start(connection: Connection, request: Request, opponent: Bot, terms: Terms, rng: Random) -> Session:
    """Open a session against the bot, its first move made if it begins. Raises AlreadyPlaying."""
    if done := done_before(connection, request, Session):
        return done
    if running := live_session(connection, request.channel_id, request.user_id):
        raise AlreadyPlaying(running)
    session = insert_session(connection, request, *terms.deal(request.user_id, opponent, rng))
    forget_old_interactions(connection, request)
    return save_session(connection, request, session, session.with_answer(rng))


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
    elif running := live_session(connection, request.channel_id, request.user_id):
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
    if session_id is not None:
        session = _session_of_button(connection, request, session_id)
    else:
        session = look(connection, request)
    return save_hint(connection, request, session.with_hint(request.user_id))


def review(connection: Connection, request: Request, session_id: int | None = None) -> Session:
    """The finished session of a button, or the one the person finished last here; nothing changes.

    Raises NoGameHere, NotOverYet or NothingToReview.
    """
    if session_id is not None:
        return _session_of_button(connection, request, session_id).to_review()
    session = last_finished_session(connection, request.channel_id, request.user_id)
    if not session:
        raise NothingToReview
    return session


def watch(connection: Connection, request: Request, x: Bot, o: Bot) -> Session:
    """Open a session in which the bot plays both sides, X first; nobody has moved yet."""
    if done := done_before(connection, request, Session):
        return done
    session = insert_session(connection, request, {Mark.X: x, Mark.O: o}, Mark.X)
    forget_old_interactions(connection, request)
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
    session = load_session(connection, session_id)
    if session is None:
        raise NoGameHere
    after = session.next_move(len(session.moves), rng)
    write_progress(connection, session, after, now)
    return after


def board(connection: Connection, request: Request) -> Session:
    """The person's live game in this channel, about to be shown on a new message. Raises NoGameHere."""
    if done := done_before(connection, request, Session):
        return done
    session = look(connection, request)
    return save_session(connection, request, session, session)


def look(connection: Connection, request: Request) -> Session:
    """The person's live game in this channel, and nothing changes. Raises NoGameHere."""
    session = live_session(connection, request.channel_id, request.user_id)
    if not session:
        raise NoGameHere
    return session


def challenge(connection: Connection, request: Request, challenged: UserId, terms: Terms) -> Challenge:
    """Invite somebody to a game on `terms`.

    Raises AlreadyPlaying, TheyAlreadyPlay or AlreadyChallenging.
    """
    if done := done_before(connection, request, Challenge):
        return done
    _both_free(connection, request, challenged)
    if waiting := open_challenge(connection, request.channel_id, request.user_id, request.at):
        raise AlreadyChallenging(waiting)
    lapse_challenges(connection, request.at)
    return insert_challenge(connection, request, challenged, terms)


def accept(connection: Connection, request: Request, challenge_id: int, rng: Random) -> Session:
    """Begin the game of a challenge, if both sides are free now.

    Raises NoSuchChallenge, NotYoursToAnswer, ChallengeGone, AlreadyPlaying or TheyAlreadyPlay.
    """
    if done := done_before(connection, request, Session):
        return done
    accepted = _challenge_of_button(connection, request, challenge_id).accept(request.user_id)
    _both_free(connection, request, accepted.challenger)
    _write(connection, request, accepted)
    dealt, first = accepted.terms.deal(accepted.challenger, Person(accepted.challenged), rng)
    session = insert_session(connection, request, dealt, first)
    forget_old_interactions(connection, request)
    return save_session(connection, request, session, session)


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


def lapse(connection: Connection, now: int) -> int:
    """Close the challenges whose time is up, and say how many; seconds since 1970, UTC."""
    return lapse_challenges(connection, now)


def read_note(connection: Connection, name: str) -> str | None:
    """What the program noted under `name`."""
    return connection.scalar(select(notes.c.value).where(notes.c.name == name))


def write_note(connection: Connection, name: str, value: str) -> None:
    """Note `value` under `name` in place of what stood there."""
    connection.execute(delete(notes).where(notes.c.name == name))
    connection.execute(insert(notes).values(name=name, value=value))


def _session_of_button(connection: Connection, request: Request, session_id: int) -> Session:
    """The session a button names: a number anybody could send, so it counts only in its own channel."""
    session = load_session(connection, session_id)
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
    if running := live_session(connection, request.channel_id, request.user_id):
        raise AlreadyPlaying(running)
    if live_session(connection, request.channel_id, other):
        raise TheyAlreadyPlay(other)


def _close(connection: Connection, request: Request, answered: Challenge) -> Challenge:
    _write(connection, request, answered)
    remember_challenge(connection, request, answered)
    return answered


def _write(connection: Connection, request: Request, answered: Challenge) -> None:
    if not write_state(connection, answered):  # another process was faster
        raise ChallengeGone(_challenge_of_button(connection, request, answered.id))
