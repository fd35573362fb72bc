"""What a person and the log get after an error."""

from __future__ import annotations

import logging
import secrets

from discord import app_commands
from prometheus_client import Counter

from bot.callbacks import Callback
from bot.rendering import boards, notices, spoken
from bot.rendering.reply import Notice, Reply
from bot.rendering.voice import voice_of
from bot.sessions.actions import BoardMovedOn, SessionOver
from bot.sessions.challenge import ChallengeGone, State
from bot.sessions.refusals import Refusal
from bot.storage.errors import OutcomeUnknown, StoreUnavailable, reason
from engine.board import CellTaken, OffTheBoard

_logger = logging.getLogger(__name__)

ERRORS = Counter("ttt_errors", "Answers that had to say that something went wrong; the log has each.")
_NOT_SAVED = Counter("ttt_not_saved", "Requests that the database did not save.")
_OUTCOME_UNKNOWN = Counter("ttt_outcome_unknown", "Requests for which the database took too long.")


class UnknownButton(Exception):
    """The press of a button that this version does not have, or that is not on its message."""


def explain(error: Exception, to: Callback) -> Reply:
    """The reply to a request that ended in `error`. Unexpected errors go to the log. Never raises."""
    try:
        return _explained(error, to)
    except Exception as failure:  # noqa: BLE001 - the person waits for an answer
        return unknown(failure, to)


def _explained(error: Exception, to: Callback) -> Reply:
    match error:
        case BoardMovedOn() if to.reader:
            return spoken.board(error.session, to.reader, to.voice, to.voice.say(boards.OUT_OF_DATE))
        case BoardMovedOn():
            voice = voice_of(error.session.language)
            return boards.board_moved_on(error.session, to.pressed, voice)
        case SessionOver() if to.reader:
            return spoken.board(error.session, to.reader, to.voice)
        case SessionOver() if to.pressed:
            # It replaces the earlier board that was pressed.
            return boards.shown(error.session)
        case ChallengeGone() if to.pressed and error.challenge.state is State.LAPSED:
            # Its message does not show that yet.
            return boards.shown(error.challenge)
        case Refusal():
            return notices.refused(error, to.voice)
        case CellTaken():
            return notices.cell_taken(error, to.voice)
        case OffTheBoard():
            return notices.off_the_board(error, to.voice)
        case StoreUnavailable():
            _NOT_SAVED.inc()
            _logger.error("The store does not save: %s", reason(error))
            return notices.not_saved(to.voice)
        case OutcomeUnknown():
            _OUTCOME_UNKNOWN.inc()
            _logger.error("The store does not answer in time")
            return notices.outcome_unknown(to.voice)
        case UnknownButton():
            return notices.unknown_button(to.voice)
        case app_commands.CommandInvokeError():
            return unknown(error.original, to)
        case app_commands.AppCommandError():
            _logger.warning("Discord offers a command that is not ours in this form: %s", error)
            return notices.unknown_command(to.voice)
        case _:
            return unknown(error, to)


def unknown(error: Exception, to: Callback) -> Notice:
    """The reply to an unexpected error: an id, under which the log has the details."""
    ERRORS.inc()
    error_id = secrets.token_hex(4)
    _logger.error("Error %s", error_id, exc_info=error)
    return notices.unknown_error(error_id, to.voice)
