"""Reminders as messages: plain text, so that a notification can show it."""

from __future__ import annotations

from bot.rendering import names
from bot.rendering.reply import Post
from bot.rendering.voice import Voice
from bot.sessions.seats import Person
from bot.sessions.session import Session
from bot.texts import say


def reminder(session: Session, now: int, voice: Voice) -> Post:
    """The reminder at `now`: whose move it is while time is left, and after that who may claim the win.

    It notifies only that person.
    """
    assert session.deadline is not None, "there is a clock"
    is_up = now >= session.deadline
    if is_up and session.link:
        text = say(
            "{player}, {other} is out of time [in this game]({link})! `/ttt claim` wins it for you. ⌛"
        )
    elif is_up:
        text = say("{player}, {other} is out of time! `/ttt claim` wins you the game. ⌛")
    elif session.link:
        text = say(
            "{player}, it's your move [in this game]({link})! You have until <t:{at}:t> (<t:{at}:R>). ⏰"
        )
    else:
        text = say(
            "{player}, it's your move! You have until <t:{at}:t> (<t:{at}:R>). "
            "`/ttt board` shows the game. ⏰"
        )
    player, other = session.to_move, session.seats[session.board.turn.other]
    if is_up:
        player, other = other, player
    assert isinstance(player, Person), "only people have a clock"
    told = voice.say(
        text,
        player=names.name(player, voice),
        other=names.name(other, voice),
        link=session.link,
        at=session.deadline,
    )
    return Post(told, notify=(player.user_id,))
