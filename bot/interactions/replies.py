"""Answers every interaction, exactly once.

A handler returns a reply, and `Replies` sends it. If the handler raises an error, `Replies` turns that into a
reply too.
"""

import asyncio
import logging
import math
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

import aiohttp
import discord
from discord import InteractionType
from discord.app_commands import Choice
from prometheus_client import Histogram

from bot.database.errors import OutcomeUnknown
from bot.interactions.callbacks import Callback, EarlierMessages
from bot.interactions.clock import DiscordClock
from bot.interactions.error_replies import ERRORS, explain, too_fast
from bot.interactions.limits import ACTIONS, COMPLETIONS, RateLimit
from bot.interactions.questions import Thoughts
from bot.interactions.sending import Sender, Sent
from bot.interactions.thinking import Thinking
from bot.messages.reply import Card, Notice, Post, Reply, Spoken

_logger = logging.getLogger(__name__)

_SECONDS = Histogram(
    "ttt_answer_seconds",
    "From the beginning of a handler to the end of its answer; Discord waits 3 seconds.",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0),
)

_PATIENCE = 2.5  # seconds for a handler; sending its answer needs the rest of the three that Discord waits


class Replies:
    """Answers interactions through `sender`, with rate limits."""

    def __init__(
        self, clock: DiscordClock, now: Callable[[], float], thinking: Thinking, actions: int = ACTIONS
    ) -> None:
        """Make a closed one.

        clock    Discord's time, to know how long a message can be redrawn
        now      returns seconds; only differences count
        thinking finds the answers of the engine that handlers need
        actions  how many actions of one person it answers within a few seconds
        """
        self.earlier = EarlierMessages(clock.now)
        self.sender = Sender()
        self._thinking = thinking
        self._actions = RateLimit(now, actions)
        self._completions = RateLimit(now, COMPLETIONS)

    async def answer(
        self, to: Callback, user_id: int, handle: Callable[[Thoughts], Awaitable[Reply]]
    ) -> bool:
        """Answer with the result of `handle`, or explain its error. Never raises.

        Returns whether the answer replaced the message whose button was pressed.
        """
        begun = time.perf_counter()
        try:
            async with asyncio.timeout(_PATIENCE):
                if seconds := self._actions.retry_after(user_id):
                    reply: Reply = too_fast(math.ceil(seconds), to.voice)
                else:
                    reply = await self._thinking.thought_through(handle)
        except TimeoutError:
            reply = explain(OutcomeUnknown(), to)
        except Exception as error:  # noqa: BLE001 - the person waits for an answer
            reply = explain(error, to)
        sent = await self.sender.send(to, reply)
        _SECONDS.observe(time.perf_counter() - begun)
        if sent is not Sent.LOST and not isinstance(reply, Notice):
            await self._follow(to, reply, sent)
        return sent is Sent.REDRAWN

    async def complete(
        self, to: Callback, user_id: int, handle: Callable[[], Awaitable[list[Choice[int]]]]
    ) -> list[Choice[int]]:
        """The choices that `handle` lists, for discord.py to send. Never raises.

        After an error, or beyond the rate limit, the list is empty: nothing else can be said while someone
        types.
        """
        if self._completions.retry_after(user_id):
            return []
        try:
            return await handle()
        except Exception as error:  # noqa: BLE001 - an empty list is the answer
            explain(error, to)
            return []

    async def fail(self, to: Callback, error: Exception) -> None:
        """Answer an interaction that failed before it reached a handler. Never raises."""
        reply = explain(error, to)
        if to.type is InteractionType.autocomplete:
            await self.sender.send_no_choices(to)
        else:
            await self.sender.send(to, reply)

    async def _follow(self, to: Callback, reply: Card | Post | Spoken, sent: Sent) -> None:
        """After an answer: replace an earlier message that shows the same, and send what follows."""
        if reply.shows:
            drawn = to if sent is Sent.REDRAWN else to._replace(pressed=None)
            earlier = self.earlier.last_to_show(reply.shows)
            self.earlier.remember(drawn, reply)
            if earlier and (sent is Sent.NEW or earlier.pressed not in {None, to.pressed}):
                with _logged(to):
                    in_its_place = reply if isinstance(reply, Post) else reply.pointer and reply.pointer()
                    assert in_its_place, "whatever shows something can point to it"
                    await self.sender.redraw(earlier, in_its_place)
        card = reply.drawn if isinstance(reply, Spoken) else reply
        shown = reply.shows or (card.shows if card else None)
        if shown and (overtaken := self.earlier.overtaken(shown)):
            post, becomes = overtaken
            if post.message_id != to.pressed:
                await self.sender.edit(post.channel_id, post.message_id, becomes)
        if isinstance(reply, Spoken) and reply.drawn and not await self.redraw_last(reply.drawn):
            await self.add(to, reply.drawn)  # the board of the others is out of reach, or new
        for more in card.then if card else ():
            if isinstance(more, Notice) or more.is_new or not more.shows:
                await self.add(to, more)
            elif not await self.redraw_last(more) and isinstance(more, Post) and more.stands_on:
                await self.sender.edit(*more.stands_on, more)

    async def redraw_last(self, reply: Card | Post) -> bool:
        """Redraw the message that shows this, if we may; returns whether we may. Never raises."""
        earlier = self.earlier.last_to_show(reply.shows) if reply.shows else None
        if earlier:
            self.earlier.remember(earlier, reply)
            await self.replace(earlier, reply)
        return earlier is not None

    async def add(self, to: Callback, reply: Card | Post | Notice) -> None:
        """Send one more message after the answer to an interaction. Never raises, like `replace`."""
        with _logged(to):
            added = await self.sender.add(to, reply)
            if not isinstance(reply, Notice):
                self.earlier.remember(added, reply)

    async def replace(self, to: Callback, reply: Card | Post) -> None:
        """Redraw the message that answered an interaction. Never raises, because nobody waits for it."""
        with _logged(to):
            await self.sender.redraw(to, reply)


@contextmanager
def _logged(to: Callback) -> Iterator[None]:
    """Log the error if a message that nobody waits for cannot be sent."""
    try:
        yield
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        _logger.info("A message that follows interaction %d is missing: %s", to.interaction_id, error)
    except Exception:
        ERRORS.inc()
        _logger.exception("What follows interaction %d failed", to.interaction_id)
