"""What everyone in a channel sees of a session or a challenge: in the language it keeps, whoever asks."""

from __future__ import annotations

from bot.rendering import boards, challenges
from bot.rendering.looks import Look
from bot.rendering.reply import Card, Post
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
