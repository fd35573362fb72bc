"""A session to show, and the words on its card, or on any message."""

import re

from bot.messages import payload
from bot.messages.content import Card
from bot.messages.looks import EMOJI, NO_BREAK_HYPHEN, Look
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
    """The texts of a card, as `breakable` writes them."""
    return breakable("\n".join(payload.render(text, look) for text in card.texts))


def breakable(text: str) -> str:
    """A text with the usual hyphens, and one usual space for those at which no line breaks."""
    return re.sub("\N{NO-BREAK SPACE}+", " ", text).replace(NO_BREAK_HYPHEN, "-")
