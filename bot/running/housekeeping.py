"""What runs by itself for the operator: reads bans, counts, and deletes old data."""

import logging
from datetime import UTC, datetime
from functools import partial

import discord
from prometheus_client import Counter, Gauge

from bot.database import copies
from bot.interactions.app import App
from bot.interactions.refused_by_discord import NEVER, meaning, why
from bot.interactions.routines import Routine
from bot.people import personal_rows
from bot.people import rows as people_rows
from bot.people import transactions as people_transactions
from bot.people.bans import Bans
from bot.play.session import SECONDS_A_DAY
from bot.running import transactions as upkeep
from bot.servers import transactions as server_transactions

_logger = logging.getLogger(__name__)

_SERVERS = Gauge(
    "ttt_servers", "Servers that have the bot, in all shards, as Discord counts them every hour."
)
_GAMES_DELETED = Counter(
    "ttt_games_deleted", "Finished games this process deleted after RETENTION_DAYS."
)
_DATABASE_BYTES = Gauge("ttt_database_bytes", "The size of the database.")
_LAST_BACKUP = Gauge(
    "ttt_last_backup_timestamp_seconds", "When a SQLite database was last backed up; 0 if never."
)

_A_MINUTE = 60.0
_AN_HOUR = 3600.0


class Housekeeping:
    """Bans, figures and old data, from the login on.

    bans      who may not use the bot, as last read: an interaction need not wait for the store
    to_leave  banned servers that have the bot, since somebody used it there
    """

    def __init__(self, app: App, client: discord.Client, days: int | None = None) -> None:
        """Make it, not started. `days` is how long finished games are kept; None: for good."""
        self.bans = Bans()
        self._store = app.store
        self._client = client
        self._days = days
        self._has_warned = False  # that old games will be deleted
        self.to_leave: set[int] = set()
        self._watching_bans = Routine(
            "The look for bans",
            self.read_bans,
            self.leave_banned,
            every=_A_MINUTE,
            clock=app.clock,
        )
        self.every_hour = Routine(
            "Housekeeping",
            self.measure,  # first, because deletions may take long
            self.count_servers,
            self.forget_what_is_over,
            self.forget_games,
            self.forget_people,
            self.forget_servers,
            every=_AN_HOUR,
            clock=app.clock,
        )
        self._routines = (self._watching_bans, self.every_hour)

    def start(self) -> None:
        """Start all of it."""
        for routine in self._routines:
            routine.start()

    def stop(self) -> None:
        """Stop all of it."""
        for routine in self._routines:
            routine.stop()

    async def read_bans(self, _: int = 0) -> None:
        """Read the bans. Raises StoreUnavailable or OutcomeUnknown, and the old ones stay."""
        self.bans = await self._store.run(people_transactions.load_bans)

    async def leave_banned(self, _: int) -> None:
        """Leave the banned servers that have used the bot since the last time."""
        while self.to_leave:
            guild_id = self.to_leave.pop()
            try:
                if await leave(self._client, guild_id):
                    _logger.info("Left server %d, which is banned", guild_id)
            except discord.HTTPException as error:
                _logger.warning(
                    "Server %d is banned, but Discord does not let the bot leave it: %s",
                    guild_id,
                    why(error),
                )

    async def measure(self, _: int) -> None:
        """Note how large the database is, and when it was last backed up."""
        _DATABASE_BYTES.set(await self._store.run(upkeep.size))
        backed_up_at = await self._store.run(upkeep.read_note, copies.NOTE)
        _LAST_BACKUP.set(int(backed_up_at or 0))

    async def count_servers(self, _: int) -> None:
        """Ask how many servers have the bot: Discord sends changes only with the guilds intent."""
        application = await self._client.application_info()
        _SERVERS.set(application.approximate_guild_count)

    async def forget_what_is_over(self, now: int) -> None:
        """Delete the rows that nobody needs any more."""
        while await self._store.run(upkeep.forget, now):
            pass

    async def forget_games(self, now: int) -> None:
        """Delete old games, but first say how many, and wait an hour: the setting may be wrong."""
        if self._days is None:
            return
        before = now - self._days * SECONDS_A_DAY
        day = datetime.fromtimestamp(before, UTC).date()
        if not self._has_warned:
            count = partial(personal_rows.count_old_games, ended_before=before)
            games = await self._store.read(count)
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
        while some := await self._store.run(personal_rows.forget_games, before):
            _GAMES_DELETED.inc(some)
            deleted += some
        if deleted:
            _logger.info("Deleted %s that ended before %s", _games(deleted), day)

    async def forget_people(self, now: int) -> None:
        """Delete what is kept about people who were not seen for a year."""
        gone = await self._store.run(people_rows.people_unseen, now)
        for user_id in gone:
            while await self._store.run(people_transactions.delete_person, user_id, now):
                pass
        if gone:
            _logger.info(
                "Deleted what was kept about people who were not seen for a year: %d", len(gone)
            )

    async def forget_servers(self, now: int) -> None:
        """Delete what is kept of servers in which nothing was played for a year."""
        unused = await self._store.run(server_transactions.servers_unused, now)
        for guild_id in unused:
            while await self._store.run(server_transactions.forget_server, guild_id, now):
                pass
        if unused:
            _logger.info("Deleted what was kept of servers unused for a year: %d", len(unused))


def _games(number: int) -> str:
    if number == 1:
        return "1 game"
    return f"{number} games"


async def leave(client: discord.Client, guild_id: int) -> bool:
    """Leave a server; returns whether the bot was in it. Raises discord.HTTPException."""
    try:
        guild = await client.fetch_guild(guild_id, with_counts=False)
    except discord.HTTPException as error:
        if meaning(error) in NEVER:
            return False
        raise
    await guild.leave()
    return True
