"""A session to show, and the words on its card."""

from bot.rendering.reply import Card
from bot.sessions.endings import Ending, Termination
from bot.sessions.seats import Bot, Person
from bot.sessions.session import Session
from engine.board import Board, Mark

ANN = 1


def session(*moves: int, o=Bot("perfect"), ending: Ending | None = None) -> Session:  # noqa: B008
    board = Board.after(moves)
    if board.outcome:
        reason = Termination.LINE if board.outcome.winner else Termination.FULL_BOARD
        ending = Ending(reason, board.outcome.winner)
    return Session(7, None, 10, "3x3", {Mark.X: Person(ANN), Mark.O: o}, Mark.X, moves, ending)


def words(card: Card) -> str:
    return "\n".join(card.texts)
