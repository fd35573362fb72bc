"""Times in words."""

from __future__ import annotations

from bot.rendering.voice import Voice


def time_per_move(seconds: int, voice: Voice) -> str:
    """The time for a move, in the largest exact unit."""
    if seconds % 86400 == 0:
        return voice.say_count("{count} day per move", "{count} days per move", seconds // 86400)
    if seconds % 3600 == 0:
        return voice.say_count("{count} hour per move", "{count} hours per move", seconds // 3600)
    return voice.say_count("{count} minute per move", "{count} minutes per move", seconds // 60)
