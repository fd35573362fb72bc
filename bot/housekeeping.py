"""What runs by itself for the operator: it reads bans and figures every minute, and deletes old data."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

import discord
from discord.ext import tasks

from bot import metrics
from bot.bans import Gate
from bot.clock import DiscordClock
from bot.homes import Homes
from bot.sessions.records import SECONDS_A_DAY
from bot.storage import deletion, figure_transactions, record_transactions, seen
from bot.storage.errors import OutcomeUnknown, StoreUnavailable
from bot.storage.store import Store

_logger = logging.getLogger(__name__)

_SETTLED = 60  # seconds after which no process writes any more that something ended at that time


class Housekeeping:
    """Runs from the login on.

    days  how long finished games are kept; None: for good
    """

    def __init__(
        self, store: Store, clock: DiscordClock, gate: Gate, homes: Homes, days: int | None = None
    ) -> None:
        self._store = store
        self._clock = clock
        self._gate = gate
        self._homes = homes
        self._days = days
        self._counted_until: int | None = None

    def start(self) -> None:
        self._every_minute.start()
        self._every_hour.start()

    def stop(self) -> None:
        self._every_minute.cancel()
        self._every_hour.cancel()

    @tasks.loop(minutes=1)
    async def _every_minute(self) -> None:
        await self._attempt(self._gate.refresh)
        await self._attempt(self._count)
        await self._attempt(self._homes.note)

    @tasks.loop(hours=1)
    async def _every_hour(self) -> None:
        await self._attempt(self._forget)
        await self._attempt(self._homes.forget)

    async def _attempt(self, work: Callable[[], Awaitable[None]]) -> None:
        if not self._clock.is_set:  # by a wrong clock we would delete too early
            return
        try:
            await work()
        except (StoreUnavailable, OutcomeUnknown, discord.HTTPException) as error:
            _logger.warning("Housekeeping has to wait: %r", error)
        except Exception:
            metrics.TIMER_ERRORS.inc()
            _logger.exception("Housekeeping failed; it goes on next time")

    async def _count(self) -> None:
        """Count what has ended since the last time, in all processes."""
        until = int(self._clock.now()) - _SETTLED
        metrics.DATABASE_BYTES.set(await self._store.run(figure_transactions.size))
        if self._counted_until is not None:
            used = await self._store.run(figure_transactions.use, self._counted_until, until)
            for (game, against, end), count in used.games.items():
                metrics.GAMES.labels(game, against, end).inc(count)
            for state, count in used.challenges.items():
                metrics.CHALLENGES.labels(state).inc(count)
        self._counted_until = until

    async def _forget(self) -> None:
        now = int(self._clock.now())
        if self._days is not None:
            before = now - self._days * SECONDS_A_DAY
            while await self._store.run(deletion.forget_games, before):
                pass
        for user_id in await self._store.run(seen.people_unseen, now):
            while await self._store.run(record_transactions.delete_person, user_id, now):
                pass
