"""What a person and the log get after an error: the one table of that.

A room adds the errors that only it knows, with `explains`. docs/operating.md prints the table.
"""

import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from discord import app_commands
from prometheus_client import Counter

from bot.database.errors import OutcomeUnknown, StoreUnavailable
from bot.interactions.interaction import Answer, Interaction
from bot.interactions.sending import ANSWER_ERRORS
from bot.messages.content import Notice, Place
from bot.messages.texts import Refusal, Voice, phrase

_logger = logging.getLogger(__name__)

Explain: TypeAlias = Callable[[Any, Interaction], Answer]
"""Takes an error and the interaction that ended in it; returns the answer."""

_NOT_SAVED = Counter("ttt_not_saved", "Requests that the database did not save.")
_OUTCOME_UNKNOWN = Counter("ttt_outcome_unknown", "Requests for which the database took too long.")

CANNOT_SAVE = phrase("**I can't save right now**, so that didn't count. Try again in a minute. ⚠️")
SAVING_IS_SLOW = phrase(
    "**Saving is slow right now.** Check with `/ttt board` before you try again. ⚠️"
)
COMMAND_HAS_CHANGED = phrase("**That command has changed.** Restart Discord, then try it again.")
SOMETHING_BROKE = phrase(
    "**Something broke on my end** (error {error_id}). Your games are safe. Please try again. ⚠️"
)


class Explanation(NamedTuple):
    """What an error comes to.

    words   what the person reads; where `answer` makes that, a hint of what it says
    level   the level of its line in the log
    log     the text of that line; "" for none
    counts  the figure that it counts for
    answer  makes what the person gets, if words alone are not enough
    """

    words: str
    level: int = logging.NOTSET
    log: str = ""
    counts: Counter | None = None
    answer: Explain | None = None


EXPLANATIONS: dict[type[Exception], Explanation] = {
    StoreUnavailable: Explanation(
        CANNOT_SAVE, logging.ERROR, "The store does not save: %s", _NOT_SAVED
    ),
    OutcomeUnknown: Explanation(
        SAVING_IS_SLOW, logging.ERROR, "The store does not answer in time: %s", _OUTCOME_UNKNOWN
    ),
    app_commands.AppCommandError: Explanation(
        COMMAND_HAS_CHANGED,
        logging.WARNING,
        "Discord offers a command that is not ours in this form: %s",
    ),
    Refusal: Explanation(
        "why not, and what to do",
        answer=lambda refusal, interaction: Answer(refused(refusal, interaction.voice)),
    ),
}
"""By the error, or a class above it. Any other error is `something_broke`."""


def explains(kind: type[Exception], words: str) -> Callable[[Explain], Explain]:
    """Add an error of a room to the table, with what its answer is about."""

    def register(answer: Explain) -> Explain:
        EXPLANATIONS[kind] = Explanation(words, answer=answer)
        return answer

    return register


def explain(error: Exception, interaction: Interaction) -> Answer:
    """The answer to what ended in `error`, which is logged if that helps. Never raises.

    A card goes onto the message that was pressed.
    """
    kind = next((each for each in type(error).__mro__ if each in EXPLANATIONS), None)
    if kind is None:
        return Answer(something_broke(error, interaction.voice))
    row = EXPLANATIONS[kind]

    if row.log:
        _logger.log(row.level, row.log, error)
    if row.counts:
        row.counts.inc()

    if row.answer is None:
        return Answer(Notice(interaction.voice.say(row.words)))
    try:
        return replace(row.answer(error, interaction), place=Place.HERE)
    except Exception as failure:  # noqa: BLE001 - the person waits for an answer
        return Answer(something_broke(failure, interaction.voice))


def refused(refusal: Refusal, voice: Voice, **names: str) -> Notice:
    """Why a request was turned down, in the refusal's own words.

    names  words for those facts of the refusal that are not said as they are
    """
    return Notice(voice.say(refusal.says, **refusal.facts | names))


def too_fast(seconds: int, voice: Voice) -> Notice:
    """To a person beyond the rate limit, who may act again in so many seconds."""
    # NOTE: fills "Try again in {wait}"
    wait = voice.say_count("{count} second", "{count} seconds", seconds)
    return Notice(voice.say("**Slow down a little!** Try again in {wait}. ⏳", wait=wait))


def something_broke(error: Exception, voice: Voice) -> Notice:
    """What is said after an unexpected error: an id, under which the log has the details."""
    ANSWER_ERRORS.inc()
    error_id = secrets.token_hex(4)
    _logger.error("Error %s", error_id, exc_info=error)
    return Notice(voice.say(SOMETHING_BROKE, error_id=error_id))
