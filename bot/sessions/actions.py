"""What players and the bot do in a session. Each action returns the session that follows, or refuses."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from bot.sessions.seats import NOBODY, Bot, FirstChoice, Person, Terms, UserId
from bot.sessions.session import Ending, Session, Termination, ending_of
from bot.sessions.thoughts import NO_THOUGHTS, Thoughts
from bot.texts import Refusal, say
from engine import opponents
from engine.board import Cell, Mark


@dataclass(eq=False)
class SessionRefusal(Refusal):
    """The state of `session` does not allow the request, and decides what is said or shown."""

    session: Session


class NotYourGame(Refusal):
    """The person holds no seat in this game."""

    says = say("**That's someone else's game.** Start your own: `/ttt start`")


class NotYourTurn(SessionRefusal):
    """The other seat is to move."""

    says = say("**It's {player}'s turn.** They have until <t:{at}:t> (<t:{at}:R>). ⏳")

    def __post_init__(self) -> None:
        self.player, self.at = self.session.to_move, self.session.deadline
        if self.at is None:
            self.says = say("**It's {player}'s turn.** You're up after that. ⏳")


class SessionOver(SessionRefusal):
    """The game has ended."""

    says = say("**This game is over.** Start another: `/ttt start`")


class BoardMovedOn(SessionRefusal):
    """The move was meant for an earlier board of this game. The board itself is the answer."""


class AlreadyPlaying(SessionRefusal):
    """The person already has a game in this channel: `session`."""

    says = say("**You already have a game here:** [go to your board]({link}). `/ttt resign` ends it.")

    def __post_init__(self) -> None:
        self.link = self.session.link
        if self.link is None:
            self.says = say("**You already have a game here.** `/ttt board` shows it, `/ttt resign` ends it.")


class HintAgainstPerson(Refusal):
    """A hint was asked for in a game of two people."""

    says = say("**No hints against a friend!** You get them when you play me: `/ttt start`")


class NoClock(Refusal):
    """The win was claimed in a game without a clock."""

    says = say("**There's no clock when you play me.** Take your time, then tap a number.")


class YourOwnTime(Refusal):
    """The win was claimed by the player whose turn it is."""

    says = say("**It's your move!** Tap a number. You can only claim when your opponent's time is up.")


class TimeNotUp(SessionRefusal):
    """The win was claimed while the opponent still had time."""

    says = say("**{player} still has time**, until <t:{at}:t>. You can claim the win <t:{at}:R>.")

    def __post_init__(self) -> None:
        self.player, self.at = self.session.to_move, self.session.deadline


class NoDrawWithBot(Refusal):
    """A draw was offered to the bot."""

    says = say("**I always play to the end!** Carry on, or give up: `/ttt resign`")


class DrawAlreadyOffered(Refusal):
    """The person has already offered a draw, and the opponent has not answered."""

    says = say("**You've offered a draw.** Your opponent can accept it until the next move. ⏳")


class NotOverYet(Refusal):
    """The game is not over: a review would be a hint, and it is too early for a rematch."""

    says = say("**This game isn't over yet.** Try again when it is.")


class NothingToReview(Refusal):
    """The person has finished no game in this channel, or the game has no moves."""

    says = say("**Nothing to review here yet.** Finish a game first: `/ttt start`")


class RematchTaken(Refusal):
    """The game has had its rematch. Ask for the next one there."""

    says = say("**There's already been a rematch.** Press **Rematch** below that game.")


def mark_of(session: Session, player: UserId) -> Mark:
    """The mark of `player`. Raises NotYourGame if they have no seat."""
    for mark, seat in session.seats.items():
        if seat == Person(player):
            return mark
    raise NotYourGame


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
    mover = session.first if ply % 2 == 0 else session.first.other
    if mover is mark and session.moves[ply : ply + 1] == (cell,):
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
    return _with_move(session, opponents.draw(thoughts.policy(session.to_move, session.board), rng))


def next_move(session: Session, ply: int | None, rng: Random, thoughts: Thoughts = NO_THOUGHTS) -> Session:
    """Play the next move of a demo game, for a person who saw it after `ply` moves.

    If they saw an earlier board, nothing changes: their move has already been made. Raises NotYourGame if
    people play, or NotThought.
    """
    if not session.is_demo:
        raise NotYourGame
    return with_answer(session, rng, thoughts) if ply == len(session.moves) else session


def with_hint(session: Session, player: UserId) -> Session:
    """The session after `player` got a hint.

    Raises NotYourGame, SessionOver or HintAgainstPerson.
    """
    mark = mark_of(session, player)
    if isinstance(session.seats[mark.other], Person):
        raise HintAgainstPerson
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
        raise NoClock
    if mark is session.board.turn:
        raise YourOwnTime
    if now < session.deadline:
        raise TimeNotUp(session)
    return session.but(ending=Ending(Termination.TIME, mark))


def draw(session: Session, player: UserId, ply: int | None = None) -> Session:
    """`player` offers a draw, or accepts one, on the board after `ply` moves.

    Raises NotYourGame, SessionOver, NoDrawWithBot, DrawAlreadyOffered or BoardMovedOn.
    """
    mark = _mark_in_play(session, player)
    if isinstance(session.seats[mark.other], Bot):
        raise NoDrawWithBot
    if ply is not None and ply != len(session.moves):
        raise BoardMovedOn(session)
    if session.offered_by is mark:
        raise DrawAlreadyOffered
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


def to_review(session: Session) -> Session:
    """The session itself, if it may be reviewed. Raises NotOverYet or NothingToReview."""
    if not session.ending:
        raise NotOverYet
    if not session.moves:
        raise NothingToReview
    return session


def rematch_terms(session: Session, player: UserId) -> Terms:
    """The terms of a rematch that `player` asks for: the same, but the other side goes first.

    Raises NotYourGame or NotOverYet.
    """
    mark = mark_of(session, player)
    if not session.ending:
        raise NotOverYet
    first: FirstChoice = "them" if session.first is mark else "me"
    return Terms(mark.value, first, session.time, session.game, session.language)


def _mark_in_play(session: Session, player: UserId) -> Mark:
    mark = mark_of(session, player)
    if session.ending:
        raise SessionOver(session)
    return mark


def _with_move(session: Session, cell: Cell) -> Session:
    board = session.board.play(cell)
    return session.but(moves=(*session.moves, cell), board=board, ending=ending_of(board), offered_by=None)
