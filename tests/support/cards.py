"""A session to show, and the words on its card."""

import re

from bot.messages import payload
from bot.messages.looks import EMOJI, Look
from bot.messages.reply import Card
from bot.play.seats import Bot, Person
from bot.play.session import Ending, Session, ending_of
from engine.board import GAMES, Board, Mark

ANN = 1


def session(
    *moves: int,
    o=Bot("perfect"),  # noqa: B008
    ending: Ending | None = None,
    game: str = "3x3",
) -> Session:
    board = Board.after(moves, rules=GAMES[game])
    return Session(
        7,
        None,
        10,
        game,
        {Mark.X: Person(ANN), Mark.O: o},
        Mark.X,
        moves,
        ending_of(board) or ending,
    )


def words(card: Card, look: Look = EMOJI) -> str:
    """The texts of a card, with one space between the signs of a board."""
    drawn = "\n".join(payload.render(text, look) for text in card.texts)
    return re.sub("\N{NO-BREAK SPACE}+", " ", drawn)
