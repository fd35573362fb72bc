"""The puzzle of the day for a whole server: the post, and the card that turns it on and off."""

from __future__ import annotations

from bot.rendering import puzzles
from bot.rendering.custom_id import custom_id_of
from bot.rendering.looks import fading
from bot.rendering.reply import ADVICE, Button, Card, Grid, Style
from bot.rendering.voice import Voice
from bot.sessions.daily_puzzle import DailyChannel
from bot.sessions.session import SECONDS_A_DAY
from engine.puzzles import Puzzle


def post(game: str, puzzle: Puzzle, day: int, voice: Voice) -> Card:
    """The puzzle of a day, for everyone to try alone."""
    texts = (
        puzzles.headline(game, puzzle, day, voice),
        Grid(puzzle.board, fading(puzzle.board)),
    )
    return Card(accent=ADVICE, texts=texts, rows=((puzzles.solve(game, puzzle, day, voice),),))


def card(channel: DailyChannel | None, here: int, at: int, voice: Voice) -> Card:
    """Whether the puzzle of the day comes to a server, and the buttons to change that. Private.

    here  the channel in which this is asked
    at    any time; seconds since 1970, UTC
    """
    midnight = (at // SECONDS_A_DAY + 1) * SECONDS_A_DAY
    # NOTE: a button: post the puzzle of the day in this channel
    on = Button(voice.say("Post it here"), custom_id_of("dailyhere"), Style.BLUE)
    # NOTE: a button: post the puzzle of the day no more
    off = Button(voice.say("Turn off"), custom_id_of("dailyoff"))
    if channel is None:
        told = voice.say(
            "I can post the puzzle of the day in this channel, every day at <t:{at}:t>.", at=midnight
        )
        buttons: tuple[Button, ...] = (on,)
    elif channel.is_refused:
        told = voice.say(
            "I couldn't post in <#{channel}>, so the puzzle of the day is off. Let me see that channel and "
            "send messages there, or choose another one.",
            channel=channel.channel_id,
        )
        buttons = (on, off)
    else:
        told = voice.say(
            "The puzzle of the day comes to <#{channel}>, every day at <t:{at}:t>.",
            channel=channel.channel_id,
            at=midnight,
        )
        buttons = (off,) if channel.channel_id == here else (on, off)
    headline = voice.say("### Daily puzzle 🧩")
    return Card(accent=ADVICE, texts=(f"{headline}\n{told}",), controls=buttons, private=True)
