"""Shows sessions and challenges: to everyone in the language they keep, or to one person in words alone."""

from __future__ import annotations

from dataclasses import replace

from bot.interactions import Callback
from bot.rendering import boards, challenges, spoken
from bot.rendering.looks import Look
from bot.rendering.reply import Card, Post, Spoken
from bot.rendering.voice import voice_of
from bot.sessions.challenge import Challenge
from bot.sessions.session import Session


def shown(either: Session | Challenge, look: Look) -> Card | Post:
    """The current board of a session, or the current state of a challenge."""
    voice = voice_of(either.language)
    return (
        boards.board(either, voice, look)
        if isinstance(either, Session)
        else challenges.challenge(either, voice)
    )


def shown_to(to: Callback, either: Session | Challenge, *, is_new: bool = False) -> Card | Post | Spoken:
    """The same for the person who asked: in words alone, if they listen to Discord and it is a game.

    Demo games are for watching, and are always drawn.

    is_new  on a new message, even after a press
    """
    drawn = replace(shown(either, to.look), is_new=is_new)
    if to.reader is None or isinstance(either, Challenge) or either.is_demo:
        return drawn
    told = spoken.board(either, to.reader, to.voice, private=not to.alone)
    return told if to.alone or isinstance(drawn, Post) else replace(told, drawn=drawn)
