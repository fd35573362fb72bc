"""Work that runs by itself, again and again, whatever goes wrong."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any, TypeAlias

import aiohttp
import discord
from prometheus_client import Counter

from bot.database.errors import CannotOpenStore, OutcomeUnknown, StoreUnavailable
from bot.interactions.clock import DiscordClock
from bot.messages.texts import Refusal

_logger = logging.getLogger(__name__)

_ERRORS = Counter(
    "ttt_timer_errors", "Sweeps, housekeeping and demo games that failed unexpectedly; see the log."
)

EXPECTED = (
    CannotOpenStore,
    StoreUnavailable,
    OutcomeUnknown,
    Refusal,
    discord.HTTPException,
    aiohttp.ClientError,
    OSError,
)
"""What Discord, the network, the database or a lack of time to think may cause."""

Work: TypeAlias = Callable[[int], Awaitable[float | None]]
"""Takes Discord's time, in seconds since 1970, UTC. Returns in how many seconds it wants to be done
again, or None if the routine's own interval will do. When it is done for good, it stops its
routine."""


ToSend: TypeAlias = AsyncIterator[tuple[int, Coroutine[Any, Any, object]]]
"""What a room has to send although nobody asked, each with the channel that it is for."""


class Routine:
    """Work that is done when it starts and then every so often, until it is stopped.

    An error that Discord, the network or the database may cause is logged, and so is any other,
    which is counted too. Neither keeps the rest of the work from being done, or the same from being
    tried again. It sleeps by the event loop's clock, which nobody can set.
    """

    def __init__(
        self,
        name: str,
        every: float,
        *works: Work,
        clock: DiscordClock,
        waits_first: bool = False,
        again: float | None = None,
    ) -> None:
        """Make a routine that has not started.

        name         begins what the log says about its errors
        every        seconds from one beginning to the next
        works        what it does each time, one after another
        clock        nothing is done until it is set: by a wrong one, games would end too early
        waits_first  whether the first time comes after `every` seconds, not at once
        again        seconds after which it is tried again if Discord, the network or the database
                     did not let it be done; None: as usual
        """
        self._name = name
        self._every = every
        self._works = works
        self._clock = clock
        self._waits_first = waits_first
        self._again = again
        self._running: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start, unless it is running."""
        if self._running is None or self._running.done():
            self._running = asyncio.get_running_loop().create_task(self._again_and_again())

    def stop(self) -> None:
        """Stop at the next moment at which the work waits for something."""
        if self._running:
            self._running.cancel()
            self._running = None

    async def run(self) -> float:
        """Do all the work once; returns in how many seconds to do it again. Never raises."""
        if not self._clock.is_set:
            return self._every
        waits = []
        for work in self._works:
            try:
                waits.append(await work(int(self._clock.now())))
            except EXPECTED as error:
                _logger.warning("%s has to wait: %r", self._name, error)
                waits.append(self._again)
            except Exception:
                _ERRORS.inc()
                _logger.exception("%s failed", self._name)
        return min((wait for wait in waits if wait is not None), default=self._every)

    async def _again_and_again(self) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time()
        if self._waits_first:
            due += self._every
        while True:
            await self._clock.sleep(due - loop.time())
            due = loop.time()
            due += await self.run()
