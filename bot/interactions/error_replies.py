"""What a person and the log get after an error.

Each error is explained where its subject is known: `explanation.register` takes a function of the
error and of the reply target, which returns the reply. Here are the refusals that need only their
own words, and what can fail below every request.
"""

import logging
import secrets
from functools import singledispatch

from discord import app_commands
from prometheus_client import Counter

from bot.database.errors import OutcomeUnknown, StoreUnavailable, reason
from bot.interactions.reply_target import ReplyTarget
from bot.messages.reply import Notice, Reply
from bot.messages.texts import Refusal, Voice, say

_logger = logging.getLogger(__name__)

ERRORS = Counter(
    "ttt_errors", "Answers that had to say that something went wrong; the log has each."
)
_NOT_SAVED = Counter("ttt_not_saved", "Requests that the database did not save.")
_OUTCOME_UNKNOWN = Counter("ttt_outcome_unknown", "Requests for which the database took too long.")

CANNOT_SAVE = say("**I can't save right now**, so that didn't count. Try again in a minute. ⚠️")
SAVING_IS_SLOW = say(
    "**Saving is slow right now.** Check with `/ttt board` before you try again. ⚠️"
)
COMMAND_HAS_CHANGED = say("**That command has changed.** Restart Discord, then try it again.")
SOMETHING_BROKE = say(
    "**Something broke on my end** (error {error_id}). Your games are safe. Please try again. ⚠️"
)


def explain(error: Exception, to: ReplyTarget) -> Reply:
    """The reply to a request that ended in `error`. Unexpected errors are logged. Never raises."""
    try:
        return explanation(error, to)
    except Exception as failure:  # noqa: BLE001 - the person waits for an answer
        return unknown(failure, to)


@singledispatch
def explanation(error: Exception, to: ReplyTarget) -> Reply:
    """The reply to an error, as `explain` tells it."""
    return unknown(error, to)


@explanation.register
def _(error: Refusal, to: ReplyTarget) -> Reply:
    return refused(error, to.voice)


@explanation.register
def _(error: StoreUnavailable, to: ReplyTarget) -> Reply:
    _NOT_SAVED.inc()
    _logger.error("The store does not save: %s", reason(error))
    return Notice(to.voice.say(CANNOT_SAVE))


@explanation.register
def _(_: OutcomeUnknown, to: ReplyTarget) -> Reply:
    _OUTCOME_UNKNOWN.inc()
    _logger.error("The store does not answer in time")
    return Notice(to.voice.say(SAVING_IS_SLOW))


@explanation.register
def _(error: app_commands.AppCommandError, to: ReplyTarget) -> Reply:
    _logger.warning("Discord offers a command that is not ours in this form: %s", error)
    return Notice(to.voice.say(COMMAND_HAS_CHANGED))


@explanation.register
def _(error: app_commands.CommandInvokeError, to: ReplyTarget) -> Reply:
    return unknown(error.original, to)


def refused(refusal: Refusal, voice: Voice, **names: str) -> Notice:
    """Why a request was turned down, in the refusal's own words.

    names  of those facts that are said otherwise than as they are
    """
    return Notice(voice.say(refusal.says, **refusal.facts | names))


def too_fast(seconds: int, voice: Voice) -> Notice:
    """To a person beyond the rate limit, who may act again in so many seconds."""
    # NOTE: fills "Try again in {wait}"
    wait = voice.say_count("{count} second", "{count} seconds", seconds)
    return Notice(voice.say("**Slow down a little!** Try again in {wait}. ⏳", wait=wait))


def unknown(error: Exception, to: ReplyTarget) -> Notice:
    """The reply to an unexpected error: an id, under which the log has the details."""
    ERRORS.inc()
    error_id = secrets.token_hex(4)
    _logger.error("Error %s", error_id, exc_info=error)
    return Notice(to.voice.say(SOMETHING_BROKE, error_id=error_id))
