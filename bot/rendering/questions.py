"""Questions that are asked once before a game ends for good; only the person who asked for it sees them."""

from __future__ import annotations

from bot.rendering import names
from bot.rendering.custom_id import custom_id_of
from bot.rendering.reply import ADVICE, Button, Card, Style
from bot.rendering.voice import Voice
from bot.sessions import actions
from bot.sessions.seats import Bot, UserId
from bot.sessions.session import Session


def resign(session: Session, player: UserId, voice: Voice) -> Card:
    """To a person who would lose the game by it."""
    other = session.seats[actions.mark_of(session, player).other]
    if isinstance(other, Bot):
        told = voice.say("### Resign? 🏳️\nI win, and the game counts.")
    else:
        told = voice.say("### Resign? 🏳️\n{other} wins, and the game counts.", other=names.name(other, voice))
    return _card(session, told, voice.say("Resign"), "resignnow")


def stop(session: Session, voice: Voice) -> Card:
    """To a person who may end the games of others."""
    told = voice.say(
        "### Stop this game? ⏹️\n{players}\nIt won't count for anyone.",
        players=names.headline(session, voice),
    )
    return _card(session, told, voice.say("Stop the game"), "stopnow")


def _card(session: Session, text: str, label: str, name: str) -> Card:
    sure = Button(label, custom_id_of(name, session.id), Style.RED)
    return Card(accent=ADVICE, texts=(text,), rows=((sure,),), private=True, is_new=True, look=session.look)
