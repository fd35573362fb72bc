"""Work that runs by itself, again and again, whatever goes wrong."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from math import inf
from typing import Any, TypeAlias

from prometheus_client import Counter

from bot.database.errors import CannotOpenStore, OutcomeUnknown, StoreUnavailable
from bot.interactions.clock import DiscordClock
from bot.interactions.refused_by_discord import FAILURES, why
from bot.messages.texts import Refusal

_logger = logging.getLogger(__name__)

ERRORS = Counter(
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

Work: TypeAlias = Callable[[int], Awaitable[float | None]]
"""Takes Discord's time, in seconds since 1970, UTC. Returns in how many seconds it is next due, or
None if it does not know of anything. When it is done for good, it stops its routine."""


ToSend: TypeAlias = AsyncIterator[tuple[int, Coroutine[Any, Any, object]]]
"""What a room has to send although nobody asked, each with the channel that it is for."""

QUIET = 600.0
"""Seconds between two looks at the store while nobody uses the bot."""

_UNTIL_SET = 1.0  # seconds between two looks whether Discord's time is known


class Routine:
    """Work that is done when it starts and then whenever it is due, until it is stopped.

    It sleeps until then, by the event loop's clock, which nobody can set. Who uses the bot may add
    something that is due earlier: `hurry` says so. Other processes may, too, so it never sleeps
    longer than `every`.

    An error that Discord, the network or the database may cause is logged, and so is any other,
    which is counted too. Neither keeps the rest of the work from being done, or the same from being
    tried again.
    """

    def __init__(
        self,
        name: str,
        *works: Work,
        every: float,
        clock: DiscordClock,
        soon: float | None = None,
        again: float | None = None,
        waits_first: bool = False,
    ) -> None:
        """Make a routine that has not started.

        name         begins what the log says about its errors
        works        what it does each time, one after another
        every        seconds from one beginning to the next if nothing is due earlier
        clock        nothing is done until it is set: by a wrong one, games would end too early
        soon         seconds after which it is done at the latest when somebody has used the bot;
                     None: that makes no difference
        again        seconds after which it is tried again if Discord, the network or the database
                     did not let it be done; None: as after any other error, like `soon`
        waits_first  whether the first time comes after `every` seconds, not at once
        """
        self._name = name
        self._works = works
        self._every = every
        self._clock = clock
        self._soon = soon or every
        self._again = again or self._soon
        self._waits_first = waits_first
        self._due = inf  # by the event loop's clock
        self._hurried = asyncio.Event()
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

    def hurry(self) -> None:
        """Somebody uses the bot, and may add something that is due earlier than it knows."""
        due = asyncio.get_running_loop().time() + self._soon
        if due < self._due:
            self._due = due
            self._hurried.set()

    async def run(self) -> float:
        """Do all the work once; returns in how many seconds to do it again. Never raises."""
        if not self._clock.is_set:
            return min(self._every, _UNTIL_SET)
        waits = [self._every]
        for work in self._works:
            try:
                wait = await work(int(self._clock.now()))
            except EXPECTED as error:
                _logger.warning("%s has to wait: %s", self._name, why(error))
                wait = self._again
            except Exception:
                ERRORS.inc()
                _logger.exception("%s failed", self._name)
                wait = self._soon
            if wait is not None:
                waits.append(wait)
        return min(waits)

    async def _again_and_again(self) -> None:
        loop = asyncio.get_running_loop()
        self._due = loop.time()
        if self._waits_first:
            self._due += self._every
        while True:
            await self._sleep()
            began = loop.time()
            self._due = inf  # but for those who use the bot while the work is done
            wait = await self.run()
            self._due = min(self._due, began + wait)

    async def _sleep(self) -> None:
        """Sleep until the work is due, which may become earlier meanwhile."""
        loop = asyncio.get_running_loop()
        while (left := self._due - loop.time()) > 0:
            self._hurried.clear()
            await self._clock.sleep(left, self._hurried)
