"""What runs by itself for the operator: it reads bans and figures every minute, and deletes old data."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import discord
from discord.ext import tasks

from bot import metrics
from bot.bans import Gate
from bot.clock import DiscordClock
from bot.homes import Homes
from bot.sessions.records import SECONDS_A_DAY
from bot.storage import figure_transactions, personal_data, record_transactions, seen, upkeep
from bot.storage.errors import CannotOpenStore, OutcomeUnknown, StoreUnavailable
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
        self._has_warned = False  # that old games will be deleted
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
        await self._attempt(self._leave_banned)
        await self._attempt(self._count)
        await self._attempt(self._homes.note)

    @tasks.loop(hours=1)
    async def _every_hour(self) -> None:
        await self._attempt(self._forget_games)
        await self._attempt(self._forget_people)
        await self._attempt(self._homes.forget)

    async def _attempt(self, work: Callable[[], Awaitable[None]]) -> None:
        if not self._clock.is_set:  # by a wrong clock we would delete too early
            return
        try:
            await work()
        except (CannotOpenStore, StoreUnavailable, OutcomeUnknown, discord.HTTPException) as error:
            _logger.warning("Housekeeping has to wait: %r", error)
        except Exception:
            metrics.TIMER_ERRORS.inc()
            _logger.exception("Housekeeping failed; it goes on next time")

    async def _leave_banned(self) -> None:
        await self._homes.leave(self._gate.servers)

    async def _count(self) -> None:
        """Count what has ended since the last time, in all processes."""
        until = int(self._clock.now()) - _SETTLED
        metrics.DATABASE_BYTES.set(await self._store.run(figure_transactions.size))
        backed_up_at = await self._store.run(upkeep.last_backup)
        metrics.LAST_BACKUP.set(backed_up_at or 0)
        if self._counted_until is not None:
            used = await self._store.run(figure_transactions.use, self._counted_until, until)
            for (game, against, end), count in used.games.items():
                metrics.GAMES.labels(game, against, end).inc(count)
            for state, count in used.challenges.items():
                metrics.CHALLENGES.labels(state).inc(count)
        self._counted_until = until

    async def _forget_games(self) -> None:
        """Delete old games, but first say how many, and wait an hour: the setting may be a mistake."""
        if self._days is None:
            return
        before = int(self._clock.now()) - self._days * SECONDS_A_DAY
        day = datetime.fromtimestamp(before, UTC).date()
        if not self._has_warned:
            games = await self._store.read(
                lambda connection: personal_data.count_old_games(connection, before)
            )
            self._has_warned = True
            if games:
                _logger.warning(
                    "RETENTION_DAYS is %d: in an hour %s that ended before %s will be deleted",
                    self._days,
                    _games(games),
                    day,
                )
            return
        deleted = 0
        while some := await self._store.run(personal_data.forget_games, before):
            metrics.GAMES_DELETED.inc(some)
            deleted += some
        if deleted:
            _logger.info("Deleted %s that ended before %s", _games(deleted), day)

    async def _forget_people(self) -> None:
        now = int(self._clock.now())
        gone = await self._store.run(seen.people_unseen, now)
        for user_id in gone:
            while await self._store.run(record_transactions.delete_person, user_id, now):
                pass
        if gone:
            _logger.info("Deleted what was kept about people who were not seen for a year: %d", len(gone))


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"
