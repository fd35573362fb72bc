"""The gallery's samples of a server's settings."""

from __future__ import annotations

from collections.abc import Iterator

from bot.rendering import settings as cards
from bot.rendering.looks import Look
from bot.rendering.reply import Reply
from bot.rendering.voice import Voice
from bot.sessions.settings import DEFAULTS, ServerSettings


def settings(voice: Voice, _: Look) -> Iterator[tuple[str, Reply]]:
    yield "settings", cards.card(DEFAULTS, voice)
    other = ServerSettings(
        "fading", "perfect", time=660, language="ja", look="sun and moon", allows_watching=False
    )
    yield "settings, all changed", cards.card(other, voice)
    yield "reset, the question", cards.reset(voice)
    yield "reset, the second question", cards.reset_for_good(12, voice)
    yield "reset, a part of it", cards.reset_goes_on(voice)
    yield "reset, done", cards.was_reset(voice)
