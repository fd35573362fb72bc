"""What players and the bot do in a session. Each action returns the session that follows, or refuses."""

from __future__ import annotations

from random import Random

from bot.sessions.endings import Ending, Termination, ending_of
from bot.sessions.refusals import (
    BoardMovedOn,
    DrawAlreadyOffered,
    HintAgainstPerson,
    NoClock,
    NoDrawWithBot,
    NotYourGame,
    NotYourTurn,
    SessionOver,
    TimeNotUp,
    YourOwnTime,
)
from bot.sessions.seats import NOBODY, Bot, Person, UserId
from bot.sessions.session import Session
from bot.sessions.thoughts import NO_THOUGHTS, Thoughts
from engine import policy
from engine.board import Mark
from engine.rules import Cell


def mark_of(session: Session, player: UserId) -> Mark:
    """The mark of `player`. Raises NotYourGame if they have no seat."""
    for mark, seat in session.seats.items():
        if seat == Person(player):
            return mark
    raise NotYourGame(session)


def play(
    session: Session, player: UserId, cell: Cell, rng: Random, thoughts: Thoughts = NO_THOUGHTS
) -> Session:
    """`player` plays `cell`; then the bot answers, if it is its turn.

    Raises NotYourGame, SessionOver, NotYourTurn, engine.board.IllegalMove or NotThought.
    """
    mark = _mark_in_play(session, player)
    if mark is not session.board.turn:
        raise NotYourTurn(session)
    return with_answer(_with_move(session, cell), rng, thoughts)


def press(
    session: Session, player: UserId, ply: int, cell: Cell, rng: Random, thoughts: Thoughts = NO_THOUGHTS
) -> Session:
    """Like `play`, for a person who saw the board after `ply` moves.

    A second press for a move that was made changes nothing. Raises BoardMovedOn if the current board is
    another one, and everything that `play` raises.
    """
    mark = mark_of(session, player)
    if _was_played(session, mark, ply, cell):
        return session
    if not session.ending and ply != len(session.moves):
        raise BoardMovedOn(session)
    return play(session, player, cell, rng, thoughts)


def with_answer(session: Session, rng: Random, thoughts: Thoughts = NO_THOUGHTS) -> Session:
    """The session after the bot's move if it is the bot's turn; otherwise unchanged.

    Raises NotThought.
    """
    if session.ending or not isinstance(session.to_move, Bot):
        return session
    return _with_move(session, policy.draw(thoughts.policy(session.to_move, session.board), rng))


def next_move(session: Session, ply: int | None, rng: Random, thoughts: Thoughts = NO_THOUGHTS) -> Session:
    """Play the next move of a demo game, for a person who saw it after `ply` moves.

    If they saw an earlier board, nothing changes: their move has already been made. Raises NotYourGame if
    people play, or NotThought.
    """
    if not session.is_demo:
        raise NotYourGame(session)
    return with_answer(session, rng, thoughts) if ply == len(session.moves) else session


def with_hint(session: Session, player: UserId) -> Session:
    """The session after `player` got a hint.

    Raises NotYourGame, SessionOver or HintAgainstPerson.
    """
    mark = mark_of(session, player)
    if isinstance(session.seats[mark.other], Person):
        raise HintAgainstPerson(session)
    if session.ending:
        raise SessionOver(session)
    return session.but(assisted=True)


def resign(session: Session, player: UserId) -> Session:
    """`player` resigns, on either side's turn. Raises NotYourGame or SessionOver.

    Someone who has not moved yet has nothing to lose: the game ends without a result. In a cup they lose.
    """
    mark = mark_of(session, player)
    if not loses_by_resigning(session, player):
        left_by = mark if session.of_two_people else None
        return session.but(ending=Ending(Termination.STOPPED, left_by=left_by))
    return session.but(ending=Ending(Termination.RESIGNATION, mark.other))


def loses_by_resigning(session: Session, player: UserId) -> bool:
    """Whether the game would count as a loss for `player`. Raises NotYourGame or SessionOver."""
    moves_before_theirs = 0 if _mark_in_play(session, player) is session.first else 1
    return session.cup_id is not None or len(session.moves) > moves_before_theirs


def claim(session: Session, player: UserId, now: int) -> Session:
    """`player` wins because the opponent's time is up.

    Raises NotYourGame, SessionOver, NoClock, YourOwnTime or TimeNotUp.
    """
    mark = _mark_in_play(session, player)
    if session.deadline is None:
        raise NoClock(session)
    if mark is session.board.turn:
        raise YourOwnTime(session)
    if now < session.deadline:
        raise TimeNotUp(session)
    return session.but(ending=Ending(Termination.TIME, mark))


def draw(session: Session, player: UserId, ply: int | None = None) -> Session:
    """`player` offers a draw, or accepts one, on the board after `ply` moves.

    Raises NotYourGame, SessionOver, NoDrawWithBot, DrawAlreadyOffered or BoardMovedOn.
    """
    mark = _mark_in_play(session, player)
    if isinstance(session.seats[mark.other], Bot):
        raise NoDrawWithBot(session)
    if ply is not None and ply != len(session.moves):
        raise BoardMovedOn(session)
    if session.offered_by is mark:
        raise DrawAlreadyOffered(session)
    if session.offered_by is mark.other:
        return session.but(ending=Ending(Termination.AGREEMENT), offered_by=None)
    return session.but(offered_by=mark)


def stop(session: Session) -> Session:
    """End the session without a result. Raises SessionOver."""
    if session.ending:
        raise SessionOver(session)
    return session.but(ending=Ending(Termination.STOPPED))


def vacate(session: Session, player: UserId) -> Session:
    """The session after `player` had their data deleted: stopped, with nobody in their seat.

    Raises SessionOver.
    """
    seats = {mark: NOBODY if seat == Person(player) else seat for mark, seat in session.seats.items()}
    return stop(session.but(seats=seats))


def _mark_in_play(session: Session, player: UserId) -> Mark:
    mark = mark_of(session, player)
    if session.ending:
        raise SessionOver(session)
    return mark


def _with_move(session: Session, cell: Cell) -> Session:
    board = session.board.play(cell)
    return session.but(moves=(*session.moves, cell), board=board, ending=ending_of(board), offered_by=None)


def _was_played(session: Session, mark: Mark, ply: int, cell: Cell) -> bool:
    """Whether `mark` played `cell` on the board after `ply` moves."""
    mover = session.first if ply % 2 == 0 else session.first.other
    return mover is mark and session.moves[ply : ply + 1] == (cell,)
