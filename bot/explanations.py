"""What a person is told after an error, and what the log is told of it."""

from __future__ import annotations

import logging
import secrets

from discord import app_commands

from bot import metrics
from bot.rendering import boards, challenges, notices
from bot.rendering.reply import Notice, Reply
from bot.sessions.challenge import State
from bot.sessions.refusals import BoardMovedOn, ChallengeGone, Refusal, SessionOver
from bot.storage.errors import OutcomeUnknown, StoreUnavailable
from engine.board import IllegalMove

_log = logging.getLogger(__name__)


def explain(error: Exception, pressed: int | None = None) -> Reply:
    """The reply to someone whose request ended in `error`; what nobody expected goes to the log.

    pressed  the message whose button was pressed, if the request was that
    """
    match error:
        case BoardMovedOn():
            return boards.board_moved_on(error.session, pressed)
        case SessionOver() if pressed:
            return boards.board(error.session)  # in place of the earlier board that was pressed
        case ChallengeGone() if pressed and error.challenge.state is State.LAPSED:
            return challenges.challenge(error.challenge)  # nobody has told that message yet
        case Refusal() | IllegalMove() if notice := notices.refused(error):
            return notice
        case StoreUnavailable():
            metrics.NOT_SAVED.inc()
            _log.error("The store does not save: %s", error.__cause__ or "it is busy")
            return notices.not_saved()
        case OutcomeUnknown():
            metrics.OUTCOME_UNKNOWN.inc()
            _log.error("The store does not answer in time")
            return notices.outcome_unknown()
        case app_commands.CommandInvokeError():
            return unknown(error.original)
        case app_commands.AppCommandError():
            _log.warning("A command Discord offers is not ours as it stands: %s", error)
            return notices.unknown_command()
        case _:
            return unknown(error)


def unknown(error: Exception) -> Notice:
    """What is said of an error that nobody thought of: an id, which stands in the log beside the rest."""
    metrics.ERRORS.inc()
    error_id = secrets.token_hex(4)
    _log.error("Error %s", error_id, exc_info=error)
    return notices.unknown_error(error_id)
