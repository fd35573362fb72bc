"""What was refused or went wrong, in one line: the fact, then what to do next."""

from __future__ import annotations

from bot.rendering.boards import SYMBOLS
from bot.rendering.catalogue import say
from bot.rendering.reply import Notice
from bot.sessions.session import AlreadyPlaying, NoGameHere, NotYourGame, NotYourTurn, Refusal, SessionOver
from engine.board import CellTaken, IllegalMove, OffTheBoard


def refused(refusal: Refusal | IllegalMove) -> Notice:
    """Why the rules turned a request down. Raises what it has no words for."""
    match refusal:
        case CellTaken(cell=cell, board=board):
            free = ", ".join(map(str, board.free_cells))
            text = say("⛔ **Cell {cell} is taken.** Free: {free}.", cell=cell, free=free)
        case OffTheBoard(board=board):
            last = board.rules.cells[-1]
            text = say("⛔ **There is no such cell.** They go from 1 to {last}.", last=last)
        case NoGameHere():
            text = say("⛔ **You have no game here.** `/ttt start` begins one.")
        case AlreadyPlaying():
            text = say("⛔ **You already play here.** `/ttt board` shows your game, `/ttt resign` ends it.")
        case NotYourGame():
            text = say("⛔ **This is not your game.** `/ttt start` begins one of your own.")
        case NotYourTurn(session=session):
            text = say("⏳ **Not your turn.** {mark} is to move.", mark=SYMBOLS[session.board.turn])
        case SessionOver():
            text = say("⛔ **This game is over.** `/ttt start` begins another.")
        case _:
            raise refusal
    return Notice(text)


def unknown_button() -> Notice:
    """A button this version does not make: an old one, or one somebody made up."""
    return Notice(say("⛔ **This button no longer works.** `/ttt board` shows your game."))


def not_saved() -> Notice:
    """The database is down; nothing has happened."""
    return Notice(say("⚠️ **I can't save anything right now.** Nothing was played; try again in a minute."))


def outcome_unknown() -> Notice:
    """The database did not answer in time."""
    return Notice(say("⚠️ **Saving takes too long right now.** `/ttt board` shows whether it was done."))


def unknown_error(error_id: str) -> Notice:
    """Something nobody thought of; the id stands in the log."""
    return Notice(
        say(
            "⚠️ **Something went wrong** (error {error_id}). Your games are safe; try again.",
            error_id=error_id,
        )
    )


def unknown_command() -> Notice:
    """A command that this version does not know in this form; Discord's client may show an old one."""
    return Notice(say("⛔ **That command has changed.** Restart Discord, then type it again."))
