"""Notices: why a request was not done, in one line. First the fact, then what to do next."""

from __future__ import annotations

from string import Formatter

from bot.rendering import challenges, names
from bot.rendering.reply import Notice
from bot.rendering.voice import Voice
from bot.sessions.challenge import ChallengeGone
from bot.sessions.refusals import Refusal
from bot.sessions.seats import Bot, Person
from engine.board import CellTaken, OffTheBoard, has_margins, number_of

_MOST_NAMED = 9  # free cells


def refused(refusal: Refusal, voice: Voice) -> Notice:
    """Why a request was turned down, in the refusal's own words."""
    if isinstance(refusal, ChallengeGone):
        return Notice(challenges.ending(refusal.challenge, voice))
    named = [name for _, name, _, _ in Formatter().parse(refusal.says) if name]
    facts = {name: getattr(refusal, name) for name in named}
    seats = {name: names.name(it, voice) for name, it in facts.items() if isinstance(it, Person | Bot)}
    return Notice(voice.say(refusal.says, **facts | seats))


def cell_taken(move: CellTaken, voice: Voice) -> Notice:
    """Somebody has played there."""
    board, rules = move.board, move.board.rules
    free = voice.either([str(number_of(cell, rules)) for cell in board.free_cells])
    taken = number_of(move.cell, rules)
    if move.cell == board.fading(board.turn):
        told = voice.say(
            "**Your mark on {cell} only goes when you move.** Try {free}.", cell=taken, free=free
        )
    elif len(board.free_cells) > _MOST_NAMED:
        told = voice.say("**Cell {cell} is taken.** Pick another number.", cell=taken)
    else:
        told = voice.say("**Cell {cell} is taken.** Try {free}.", cell=taken, free=free)
    return Notice(told)


def off_the_board(move: OffTheBoard, voice: Voice) -> Notice:
    """The board has no such cell."""
    rules = move.board.rules
    last = number_of(rules.cells[-1], rules)
    if has_margins(rules):
        return Notice(voice.say("**No such cell.** Pick a row, then a column: 11 to {last}.", last=last))
    return Notice(voice.say("**No such cell.** Pick one from 1 to {last}.", last=last))


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
