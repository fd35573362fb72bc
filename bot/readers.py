"""Who reads an answer: people who listen to Discord get it in words alone."""

from __future__ import annotations

from dataclasses import replace

from bot.callbacks import Callback
from bot.interactions import Interaction
from bot.rendering import boards, spoken
from bot.rendering.reply import Card, Reply
from bot.rendering.voice import voice_of
from bot.sessions.session import Session
from bot.storage import settings_rows


async def for_reader(interaction: Interaction) -> Callback:
    """How to answer a person with something that only they see: in words alone, if they have chosen that.

    Below a private message the answer is as that message is. Raises StoreUnavailable or OutcomeUnknown.
    """
    to, user_id = interaction.to, interaction.request.user_id
    if to.reader or to.private:
        return to
    text_first = await interaction.app.store.run(settings_rows.wants_text_first, user_id)
    return to._replace(reader=user_id) if text_first else to


async def for_players(interaction: Interaction) -> Callback:
    """The same for a board, which others see too unless this person is alone with the bot."""
    return await for_reader(interaction) if interaction.to.alone else interaction.to


def as_read(to: Callback, reply: Reply) -> Reply:
    """A reply as the person who asked gets it: in words alone, if they listen to Discord.

    Others go on seeing the board. Demo games are for watching, and are always drawn; so are plain posts.
    """
    if to.reader is None or not isinstance(reply, Card):
        return reply
    if reply.in_words:
        return reply.in_words()
    session = reply.shows
    if not isinstance(session, Session):
        return spoken.message(reply, to.voice)
    if session.is_demo:
        return reply
    told = spoken.board(session, to.reader, to.voice, private=not to.alone)
    return told if to.alone else replace(told, drawn=reply)


def already_playing(to: Callback, session: Session) -> Reply:
    """For someone who wanted to start another game in this channel."""
    if to.reader:
        note = to.voice.say(boards.ALREADY_PLAYING)
        return spoken.board(session, to.reader, to.voice, note, private=not to.alone)
    voice = voice_of(session.language)
    return boards.board(session, voice, voice.say(boards.ALREADY_PLAYING))
