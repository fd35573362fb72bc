"""What runs by itself for the operator: reads bans, counts, and deletes old data.

Without the guilds intent Discord does not say when a server removes the bot. So we note the day on
which something was last done in a *home*, a server that has the bot. If that is thirty days ago we
ask Discord about it, and delete its data only if Discord says that the bot is not in it.
"""

import logging
from datetime import UTC, datetime
from functools import partial
from itertools import islice

import discord
from prometheus_client import Counter, Gauge

from bot.database import copies
from bot.database.store import AT_ONCE
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

    bans   who may not use the bot, as last read: an interaction need not wait for the store
    homes  notes those seen since its last time
    """

    def __init__(self, app: App, client: discord.Client, days: int | None = None) -> None:
        """Make it, not started. `days` is how long finished games are kept; None: for good."""
        self.bans = Bans()
        self._store = app.store
        self._clock = app.clock
        self._client = client
        self._days = days
        self._has_warned = False  # that old games will be deleted
        self._seen_on: dict[int, int] = {}  # the day that the store has of each home
        self._seen: set[int] = set()  # homes of which it does not yet have today
        self._gone_from: set[int] = set()  # banned servers that do not have the bot
        self._watching_bans = Routine(
            "The look for bans",
            self.read_bans,
            self.leave_banned,
            every=_A_MINUTE,
            clock=app.clock,
        )
        self.noting_homes = Routine(
            "The note of servers in use",
            self.record_homes,
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
            self.forget_homes,
            every=_AN_HOUR,
            clock=app.clock,
        )
        self._routines = (self._watching_bans, self.noting_homes, self.every_hour)

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
        """Leave the servers that are banned, unless the bot is known not to be in them."""
        self._gone_from &= self.bans.servers
        for guild_id in sorted(self.bans.servers - self._gone_from):
            try:
                if await leave(self._client, guild_id):
                    _logger.info("Left server %d, which is banned", guild_id)
            except discord.HTTPException as error:
                _logger.warning(
                    "Server %d is banned, but Discord does not let the bot leave it: %s",
                    guild_id,
                    why(error),
                )
            else:
                self._gone_from.add(guild_id)

    def see_home(self, guild_id: int) -> None:
        """Remember that something is done in a server that has the bot."""
        if self._seen_on.get(guild_id) != int(self._clock.now()) // SECONDS_A_DAY:
            self._seen.add(guild_id)
        self._gone_from.discard(guild_id)

    async def record_homes(self, now: int) -> None:
        """Store which homes were seen, each once a day."""
        while some := set(islice(self._seen, AT_ONCE)):
            await self._store.run(server_transactions.record_homes, self._application_id, some, now)
            self._seen_on.update(dict.fromkeys(some, now // SECONDS_A_DAY))
            self._seen -= some

    async def forget_homes(self, now: int) -> None:
        """Delete what is kept of quiet homes, where Discord says that the bot is not in them."""
        ours = self._application_id
        quiet = await self._store.run(server_transactions.quiet_homes, ours, now)
        for guild_id in quiet:
            try:
                await self._client.fetch_guild(guild_id, with_counts=False)
            except discord.HTTPException as error:
                if meaning(error) not in NEVER:
                    _logger.warning(
                        "Discord does not say whether a server has the bot: %s", why(error)
                    )
                    continue
                while await self._store.run(server_transactions.forget_home, ours, guild_id, now):
                    pass
                _logger.info("Deleted what was kept of a server that removed the bot")
            else:
                await self._store.run(server_transactions.record_homes, ours, {guild_id}, now)

    @property
    def _application_id(self) -> int:
        assert self._client.application_id, "it is known as soon as the client has logged in"
        return self._client.application_id

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
