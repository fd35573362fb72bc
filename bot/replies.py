"""The only file that answers Discord.

A handler returns a reply; `answer` sends it, and turns whatever the handler raises into a reply of
its own. So every interaction is answered exactly once.
"""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import aiohttp
import discord
from discord import InteractionResponseType, InteractionType, app_commands
from discord.app_commands import Choice

from bot import discord_internals, metrics
from bot.interactions import Callback, Command, callback
from bot.rate_limit import RateLimit
from bot.rendering import boards, challenges, notices, payload
from bot.rendering.reply import Card, Notice, Post, Reply
from bot.sessions.challenge import Challenge, State
from bot.sessions.refusals import BoardMovedOn, ChallengeGone, Refusal, SessionOver
from bot.sessions.seats import UserId
from bot.sessions.session import Session
from bot.storage.errors import OutcomeUnknown, StoreUnavailable
from engine.board import IllegalMove

_log = logging.getLogger(__name__)

Owner = TypeVar("Owner")
P = ParamSpec("P")

_NOBODY_WAITS = {
    10062,  # Discord has forgotten the interaction: it waits three seconds
    40060,  # an answer we thought lost arrived, or another process was faster
    10003,  # the channel is gone
    10008,  # the message is gone
}

_ANSWERS = {kind: metrics.ANSWERS.labels(kind.name) for kind in InteractionType}

_PATIENCE = 3.0  # seconds that Discord waits for an answer
_POSTING = 10.0  # seconds that sending a reminder may take

_at_work: set[asyncio.Task[Any]] = set()  # the handlers of this process, for a clean stop to wait for


def show(result: Session | Challenge) -> Card | Post:
    """The board of a session, or a challenge as it stands."""
    return boards.board(result) if isinstance(result, Session) else challenges.challenge(result)


def answered(
    handler: Callable[Concatenate[Owner, Command, P], Awaitable[Reply]],
) -> Callable[Concatenate[Owner, Command, P], Coroutine[Any, Any, None]]:
    """Make a handler of commands from a method that returns a reply."""

    @wraps(handler)
    async def run(owner: Owner, command: Command, /, *args: P.args, **kwargs: P.kwargs) -> None:
        handle = partial(handler, owner, command, *args, **kwargs)
        await answer(callback(command), command.user.id, command.client.rate_limit, handle)

    return run


async def answer(
    to: Callback, user_id: UserId, rate_limit: RateLimit, handle: Callable[[], Awaitable[Reply]]
) -> bool:
    """Answer with what `handle` returns, or with what became of it; never raises.

    True if the answer replaced the message whose button was pressed.
    """
    with _counted_at_work():
        begun = time.perf_counter()
        try:
            reply = _too_fast(rate_limit.retry_after(user_id)) or await handle()
        except Exception as error:  # noqa: BLE001 - whatever it was, somebody waits for an answer
            reply = explain(error, to.pressed)
        redrew = await send(to, reply)
        metrics.SECONDS.observe(time.perf_counter() - begun)
        return redrew


def completed(
    handler: Callable[[Owner, Command, str], Awaitable[list[Choice[int]]]],
) -> Callable[[Owner, Command, str], Coroutine[Any, Any, list[Choice[int]]]]:
    """Make an autocompletion from a method that lists choices; discord.py sends them.

    Whatever goes wrong, the answer is an empty list: there is no other way to say so while somebody types.
    So it is for a person who asks for too many.
    """

    @wraps(handler)
    async def complete(owner: Owner, command: Command, typed: str) -> list[Choice[int]]:
        if command.client.typing_limit.retry_after(command.user.id):
            return []
        with _counted_at_work():
            try:
                return await handler(owner, command, typed)
            except Exception as error:  # noqa: BLE001 - as above
                explain(error)
                return []

    return complete


def _too_fast(seconds: float) -> Notice | None:
    """What somebody is told who may act again in so many seconds."""
    return notices.too_fast(math.ceil(seconds)) if seconds else None


async def fail(to: Callback, error: Exception) -> None:
    """Answer an interaction that failed before any handler of ours was reached; never raises."""
    with _counted_at_work():
        reply = explain(error)
        if to.type is InteractionType.autocomplete:
            await _offer_nothing(to)
        else:
            await send(to, reply)


@contextmanager
def _counted_at_work() -> Iterator[None]:
    """Make a clean stop wait for the handler that runs in the block."""
    task = asyncio.current_task()
    assert task, "handlers run in tasks"
    _at_work.add(task)
    try:
        yield
    finally:
        _at_work.discard(task)


def at_work() -> int:
    """How many handlers are at work."""
    return len(_at_work)


async def finish(seconds: float) -> None:
    """Wait for the handlers at work, for at most so many seconds."""
    if _at_work:
        await asyncio.wait(_at_work, timeout=seconds)


def explain(error: Exception, pressed: int | None = None) -> Reply:
    """The reply to somebody whose request ended in `error`; what nobody expected goes to the log.

    `pressed` is the message whose button was pressed, if the request was that.
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
            return _unknown(error.original)
        case app_commands.AppCommandError():
            _log.warning("A command Discord offers is not ours as it stands: %s", error)
            return notices.unknown_command()
        case _:
            return _unknown(error)


async def send(to: Callback, reply: Reply) -> bool:
    """Answer the interaction. Never raises: what was saved stays saved, whatever becomes of the answer.

    True if the answer replaced the message whose button was pressed.
    """
    _log.debug("Interaction %s: %s", to.interaction_id, type(reply).__name__)
    try:
        async with asyncio.timeout(_PATIENCE):  # discord.py would try for half a minute
            return await _send(to, reply)
    except TimeoutError as error:
        _lost(to, error)
        return False


async def _send(to: Callback, reply: Reply) -> bool:
    try:
        try:
            return await _respond(to, reply)
        except (aiohttp.ClientError, OSError):
            # Nobody knows whether it arrived; if it did, Discord refuses this second one.
            return await _respond(to, reply)
    except Exception as error:  # noqa: BLE001 - the last stop of every answer
        if _was_lost_on_the_way(error):
            _lost(to, error)
        else:
            await _respond_last(to, _unknown(error))
        return False


def _lost(to: Callback, error: Exception) -> None:
    metrics.LOST.inc()
    said = str(error) or "it took too long"
    _log.warning("The answer to interaction %s was lost: %s", to.interaction_id, said)


async def _respond(to: Callback, reply: Reply) -> bool:
    """One request: a notice and the answer to a command are new messages, a button redraws its own.

    True if the answer replaced the message whose button was pressed.
    """
    redraws = _redraws(to, reply)
    kind = InteractionResponseType.message_update if redraws else InteractionResponseType.channel_message
    data = payload.redrawn(reply) if redraws and not isinstance(reply, Notice) else payload.message(reply)
    await _call_back(to, kind, data)
    _ANSWERS[to.type].inc()
    return redraws


async def _offer_nothing(to: Callback) -> None:
    """Answer an autocompletion with an empty list. Never raises: nobody waits for it."""
    try:
        async with asyncio.timeout(_PATIENCE):
            await _call_back(to, InteractionResponseType.autocomplete_result, {"choices": []})
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        _lost(to, error)


async def _call_back(to: Callback, kind: InteractionResponseType, data: dict[str, Any]) -> None:
    """The request that answers an interaction."""
    path = "/interactions/{webhook_id}/{webhook_token}/callback"
    answer = {"type": kind.value, "data": data}
    await discord_internals.request(to.session, "POST", path, to.interaction_id, to.token, answer)


def _redraws(to: Callback, reply: Reply) -> bool:
    """Whether the answer takes the place of the message whose button was pressed."""
    if to.pressed is None or isinstance(reply, Notice) or reply.anew:
        return False
    return isinstance(reply, Post) or not reply.private or to.private


async def redraw(to: Callback, card: Card) -> None:
    """Draw the message anew that has answered the interaction, up to 15 minutes later.

    Raises discord.HTTPException, aiohttp.ClientError or OSError.
    """
    path = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
    shown = payload.redrawn(card)
    await discord_internals.request(to.session, "PATCH", path, to.application_id, to.token, shown)


async def tell(client: discord.Client, channel_id: int, post: Post) -> None:
    """Write to a channel without having been asked; never raises, for nobody waits for it."""
    channel = client.get_partial_messageable(channel_id)
    try:
        async with asyncio.timeout(_POSTING):
            await channel.send(post.text, allowed_mentions=_mentions(post))
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        _log.info("Channel %d could not be told: %s", channel_id, error)


def _mentions(post: Post) -> discord.AllowedMentions:
    return discord.AllowedMentions(users=[discord.Object(user) for user in post.notify])


async def _respond_last(to: Callback, notice: Notice) -> None:
    try:
        await _respond(to, notice)
    except Exception:  # noqa: BLE001 - the log is all that is left
        _log.exception("Interaction %s could not be answered at all", to.interaction_id)


def _was_lost_on_the_way(error: Exception) -> bool:
    """Whether nobody is left to answer, or Discord cannot be reached: another try would not help."""
    if isinstance(error, discord.HTTPException):
        return error.code in _NOBODY_WAITS or error.status == 429 or error.status >= 500
    return isinstance(error, aiohttp.ClientError | OSError)


def _unknown(error: Exception) -> Notice:
    metrics.ERRORS.inc()
    error_id = secrets.token_hex(4)
    _log.error("Error %s", error_id, exc_info=error)
    return notices.unknown_error(error_id)
