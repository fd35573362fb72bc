"""A reminder as a message: plain text, so that the notification says it."""

from __future__ import annotations

from bot.rendering import boards
from bot.rendering.catalogue import say
from bot.rendering.reply import Post
from bot.sessions.seats import Person
from bot.sessions.session import Session


def reminder(session: Session) -> Post:
    """To the person whose move is awaited in a session with a clock, and to nobody else."""
    awaited = session.to_move
    assert isinstance(awaited, Person), "only people have a clock"
    if session.message_id is None:
        text = say(
            "⏰ {player}, it is your move until <t:{at}:t> (<t:{at}:R>). `/ttt board` shows the game.",
            player=boards.name(awaited),
            at=session.deadline,
        )
    else:
        text = say(
            "⏰ {player}, it is your move [in this game]({link}) until <t:{at}:t> (<t:{at}:R>).",
            player=boards.name(awaited),
            link=boards.link(session),
            at=session.deadline,
        )
    return Post(text, notify=(awaited.user_id,))
