"""Notices: why a request was not done, in one line. First the fact, then what to do next."""

from __future__ import annotations

from bot.rendering import refusals
from bot.rendering.looks import Look
from bot.rendering.reply import Notice
from bot.rendering.voice import Voice
from bot.sessions.refusals import Refusal
from engine.board import IllegalMove


def refused(refusal: Refusal | IllegalMove, voice: Voice, look: Look) -> Notice | None:
    """Why the rules turned a request down; None for a refusal without words."""
    text = refusals.words(refusal, voice, look)
    return Notice(text) if text else None


def too_fast(seconds: int, voice: Voice) -> Notice:
    """The person is beyond the rate limit."""
    # NOTE: fills "Try again in {wait}"
    wait = voice.say_count("{count} second", "{count} seconds", seconds)
    return Notice(voice.say("**Slow down a little!** Try again in {wait}. ⏳", wait=wait))


def unknown_button(voice: Voice) -> Notice:
    """A button that this version does not make: an old or a forged one."""
    return Notice(voice.say("**This button no longer works.** `/ttt board` shows your game."))


def not_saved(voice: Voice) -> Notice:
    """The database is down, and nothing was done."""
    return Notice(voice.say("**I can't save right now**, so that didn't count. Try again in a minute. ⚠️"))


def outcome_unknown(voice: Voice) -> Notice:
    """The database did not answer in time."""
    return Notice(voice.say("**Saving is slow right now.** Check with `/ttt board` before you try again. ⚠️"))


def unknown_error(error_id: str, voice: Voice) -> Notice:
    """An unexpected error. The id is in the log."""
    return Notice(
        voice.say(
            "**Something broke on my side** (error {error_id}). Your games are safe. Please try again. ⚠️",
            error_id=error_id,
        )
    )


def unknown_command(voice: Voice) -> Notice:
    """A command that this version does not have in this form. Discord's client may show an old one."""
    return Notice(voice.say("**That command has changed.** Restart Discord, then try it again."))
