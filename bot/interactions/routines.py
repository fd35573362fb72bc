"""Work that runs by itself, again and again, whatever goes wrong."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any, TypeAlias

from prometheus_client import Counter

from bot.database.errors import CannotOpenStore, OutcomeUnknown, StoreUnavailable
from bot.interactions.clock import Clock
from bot.interactions.refused_by_discord import FAILURES, why
from bot.messages.texts import Refusal

_logger = logging.getLogger(__name__)

TIMER_ERRORS = Counter(
    "ttt_timer_errors", "Sweeps, housekeeping and demo games that failed unexpectedly; see the log."
)

EXPECTED = (
    CannotOpenStore,
    StoreUnavailable,
    OutcomeUnknown,
    Refusal,
    *FAILURES,
)
"""What Discord, the network, the database or a lack of time to think may cause."""

Work: TypeAlias = Callable[[int], Awaitable[None]]
"""Takes the time, in seconds since 1970, UTC. When it is done for good, it stops its routine."""

ToSend: TypeAlias = AsyncIterator[Coroutine[Any, Any, object]]
"""What a room has to send although nobody asked."""


async def attempt(name: str, work: Awaitable[object]) -> None:
    """Do some work. Never raises, but for what stops it.

    name  begins what the log says about an error: one that Discord, the network or the database may
          cause, or any other, which is counted too
    """
    try:
        await work
    except EXPECTED as error:
        _logger.warning("%s has to wait: %s", name, why(error))
    except Exception:
        TIMER_ERRORS.inc()
        _logger.exception("%s failed", name)


class Routine:
    """Work that is done when it starts and then again and again, until it is stopped.

    No error keeps the rest of the work from being done, or the same from being tried again.
    """

    def __init__(self, name: str, *works: Work, every: float, clock: Clock) -> None:
        """Make a routine that has not started.

        name   begins what the log says about its errors
        works  what it does each time, one after another
        every  seconds from one end to the next beginning
        """
        self._name = name
        self._works = works
        self._every = every
        self._clock = clock
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

    async def do_once(self) -> None:
        """Do all the work. Never raises."""
        for work in self._works:
            await attempt(self._name, work(int(self._clock.now())))

    async def _again_and_again(self) -> None:
        while True:
            await self.do_once()
            await self._clock.sleep(self._every)
