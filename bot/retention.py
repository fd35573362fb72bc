"""Deletes what has been kept for long enough: old games, and people who have not played for a year."""

from __future__ import annotations

import logging

from discord.ext import tasks

from bot import metrics
from bot.clock import DiscordClock
from bot.sessions.records import SECONDS_A_DAY
from bot.storage import deletion, record_transactions, seen
from bot.storage.errors import OutcomeUnknown, StoreUnavailable
from bot.storage.store import Store

_logger = logging.getLogger(__name__)


class Retention:
    """Looks every hour.

    days  how long finished games are kept; None: for good
    """

    def __init__(self, store: Store, clock: DiscordClock, days: int | None = None) -> None:
        self._store = store
        self._clock = clock
        self._days = days

    def start(self) -> None:
        self._every_hour.start()

    def stop(self) -> None:
        self._every_hour.cancel()

    @tasks.loop(hours=1)
    async def _every_hour(self) -> None:
        if not self._clock.is_set:  # by a wrong clock we would delete too early
            return
        try:
            await self._forget(int(self._clock.now()))
        except (StoreUnavailable, OutcomeUnknown) as error:
            _logger.warning("Old data has to wait for its deletion: %r", error)
        except Exception:
            metrics.TIMER_ERRORS.inc()
            _logger.exception("Deleting old data failed; the next try comes in an hour")

    async def _forget(self, now: int) -> None:
        if self._days is not None:
            before = now - self._days * SECONDS_A_DAY
            while await self._store.run(deletion.forget_games, before):
                pass
        for user_id in await self._store.run(seen.people_unseen, now):
            while await self._store.run(record_transactions.delete_person, user_id, now):
                pass
