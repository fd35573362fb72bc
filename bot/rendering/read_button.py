"""The button that tells what a message shows in words alone."""

from __future__ import annotations

from bot.rendering.custom_id import spoken
from bot.rendering.reply import Button
from bot.rendering.voice import Voice


def read_button(custom_id: str, voice: Voice) -> Button:
    """`custom_id` is of what led to the message; the same once more leads to it in words."""
    # NOTE: a button, for people who use a screen reader: get this message in words
    return Button(voice.say("Read"), spoken(custom_id))
