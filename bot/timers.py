"""The only clock: what becomes due without anybody asking.

Everything it does is judged at the next press as well, so that a clock that stops harms nothing.
"""

from __future__ import annotations

import logging

from discord.ext import tasks
from discord.utils import utcnow

from bot.storage import transactions
from bot.storage.errors import OutcomeUnknown, StoreUnavailable
from bot.storage.store import Store

_log = logging.getLogger(__name__)


class Timers:
    """Looks once a minute for what is due."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def start(self) -> None:
        self._sweep.start()

    def stop(self) -> None:
        self._sweep.cancel()

    @tasks.loop(minutes=1)
    async def _sweep(self) -> None:
        """Close the challenges nobody answered in time."""
        try:
            lapsed = await self._store.run(transactions.lapse, int(utcnow().timestamp()))
        except (StoreUnavailable, OutcomeUnknown) as error:
            _log.warning("The sweep has to wait: %r", error)
        else:
            _log.debug("%d challenges lapsed", lapsed)
