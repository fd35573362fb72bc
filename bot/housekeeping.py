"""What runs by itself for the operator: it reads bans and figures every minute, and deletes old data."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import discord

from bot import metrics
from bot.bans import Gate
from bot.clock import DiscordClock
from bot.homes import Homes
from bot.routines import Routine
from bot.sessions.records import SECONDS_A_DAY
from bot.storage import figure_transactions, personal_data, record_transactions, seen, upkeep
from bot.storage.store import Store

_logger = logging.getLogger(__name__)

_SETTLED = 60  # seconds after which no process writes any more that something ended at that time


class Housekeeping:
    """Runs from the login on.

    days  how long finished games are kept; None: for good
    """

    def __init__(
        self,
        store: Store,
        client: discord.Client,
        clock: DiscordClock,
        gate: Gate,
        homes: Homes,
        days: int | None = None,
    ) -> None:
        self._store = store
        self._client = client
        self._gate = gate
        self._homes = homes
        self._days = days
        self._has_warned = False  # that old games will be deleted
        self._counted_until: int | None = None
        every_minute = self._read_bans, self._leave_banned, self._count, homes.note
        self.every_hour = Routine(
            "Housekeeping",
            3600.0,
            self._forget_games,
            self._forget_people,
            homes.forget,
            self._count_servers,
            clock=clock,
        )
        self.routines = Routine("Housekeeping", 60.0, *every_minute, clock=clock), self.every_hour

    async def _read_bans(self, _: int) -> None:
        await self._gate.refresh()

    async def _leave_banned(self, _: int) -> None:
        await self._homes.leave(self._gate.servers)

    async def _count(self, now: int) -> None:
        """Count what has ended since the last time, in all processes."""
        until = now - _SETTLED
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

    async def _count_servers(self, _: int) -> None:
        """Ask how many servers have the bot. Without the guilds intent Discord does not report changes."""
        application = await self._client.application_info()
        metrics.SERVERS.set(application.approximate_guild_count)

    async def _forget_games(self, now: int) -> None:
        """Delete old games, but first say how many, and wait an hour: the setting may be a mistake."""
        if self._days is None:
            return
        before = now - self._days * SECONDS_A_DAY
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

    async def _forget_people(self, now: int) -> None:
        gone = await self._store.run(seen.people_unseen, now)
        for user_id in gone:
            while await self._store.run(record_transactions.delete_person, user_id, now):
                pass
        if gone:
            _logger.info("Deleted what was kept about people who were not seen for a year: %d", len(gone))


def _games(number: int) -> str:
    return "1 game" if number == 1 else f"{number} games"
