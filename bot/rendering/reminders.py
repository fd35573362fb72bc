"""Reminders as messages: plain text, so that a notification can show it."""

from __future__ import annotations

from bot.rendering import names
from bot.rendering.reply import Post
from bot.rendering.voice import Voice
from bot.sessions.seats import Person, Seat
from bot.sessions.session import Session


def reminder(session: Session, now: int, voice: Voice) -> Post:
    """The reminder at `now`: whose move it is while time is left, and after that who may claim the win."""
    assert session.deadline is not None, "there is a clock"
    return _half_time(session, voice) if now < session.deadline else _time_is_up(session, voice)


def _half_time(session: Session, voice: Voice) -> Post:
    """Notifies only the player whose turn it is."""
    awaited = _person(session.to_move)
    if session.message_id is None:
        text = voice.say(
            "{player}, it's your move! You have until <t:{at}:t> (<t:{at}:R>). `/ttt board` "
            "shows the game. ⏰",
            player=names.name(awaited, voice),
            at=session.deadline,
        )
    else:
        text = voice.say(
            "{player}, it's your move [in this game]({link})! You have until <t:{at}:t> (<t:{at}:R>). ⏰",
            player=names.name(awaited, voice),
            link=session.link,
            at=session.deadline,
        )
    return Post(text, notify=(awaited.user_id,))


def _time_is_up(session: Session, voice: Voice) -> Post:
    """Notifies only the player who may claim the win."""
    waiting = _person(session.seats[session.board.turn.other])
    people = {"player": names.name(waiting, voice), "other": names.name(session.to_move, voice)}
    if session.message_id is None:
        text = voice.say("{player}, {other} is out of time! `/ttt claim` wins you the game. ⌛", **people)
    else:
        text = voice.say(
            "{player}, {other} is out of time [in this game]({link})! `/ttt claim` wins it for you. ⌛",
            link=session.link,
            **people,
        )
    return Post(text, notify=(waiting.user_id,))


def _person(seat: Seat) -> Person:
    assert isinstance(seat, Person), "only people have a clock"
    return seat
