"""The connection to Discord: receives interactions, has them answered, and stops cleanly."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Any

import discord

from bot.database.store import Store
from bot.interactions import discord_internals
from bot.interactions.answering import Answering
from bot.interactions.app import App
from bot.interactions.clock import Clock
from bot.interactions.discord_internals import Request
from bot.interactions.handlers import is_own
from bot.interactions.interaction import Interaction
from bot.interactions.limits import OF_EACH, Admission, PersonLimits
from bot.interactions.refused_by_discord import Meaning, meaning
from bot.interactions.sending import OVER_HTTP, Sender
from bot.interactions.thinking import Thinking
from bot.interactions.views import Views
from bot.messages.content import Links
from bot.messages.payload import Appearance
from bot.running.command_tree import Commands
from bot.running.housekeeping import Housekeeping
from bot.running.settings import Settings
from bot.running.tile_upload import Tiles
from bot.running.timers import Timers

_logger = logging.getLogger(__name__)

_CLOSE_WAIT = 1.0  # seconds that Discord may take to close the connections
_STOP_WAIT = 2.5  # seconds; after that Discord has told people that the bot did not respond

_RESERVE = 50  # of a day's connections: kept for the operator, to start again after fixing a fault
_LOOK_AGAIN = 600.0  # seconds between two checks whether Discord allows more

_DEFAULTS = Settings()
_MACHINE = Clock()


WaitToIdentify = Callable[[int], Awaitable[None]]
"""Waits until a shard of this bucket may identify. The bucket is the shard's number modulo
Discord's `max_concurrency`; the shards of one bucket must identify one after another."""


class Client(discord.AutoShardedClient):
    """A client without intents, permissions or caches: interactions bring everything it needs."""

    def __init__(
        self,
        store: Store,
        rng: Random,
        settings: Settings = _DEFAULTS,
        *,
        wait_to_identify: WaitToIdentify | None = None,
        limits: PersonLimits = OF_EACH,
        clock: Clock = _MACHINE,
        request: Request = OVER_HTTP,
    ) -> None:
        """Put the bot together. It has not logged in.

        wait_to_identify  waits for a shard's turn, if processes share the shards
        limits            what one person may ask of it
        clock             the clock by which it looks for what is due
        request           sends what goes by the token of an interaction
        """
        super().__init__(
            shard_count=settings.shard_count,
            intents=discord.Intents.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self._thinking = Thinking()
        self.appearance = Appearance()
        sender = Sender(self.appearance, request)
        self.app = App(
            store,
            self._thinking,
            sender,
            Views(store, sender, clock),
            clock,
            rng,
            Links(settings.privacy_url, settings.terms_url, settings.support_url),
            settings.server_settings,
        )
        self.admission = Admission(asyncio.get_running_loop().time, limits)
        self.is_standby = False  # whether it waits for a range of shards
        self._wait_to_identify = wait_to_identify
        # Discord's: shards that are equal modulo this identify one after another.
        self._max_concurrency = 1
        self._identified: set[int | None] = set()
        self.tree = Commands(self)
        self.tiles: Tiles | None = None
        if settings.tiles == "on":
            self.tiles = Tiles(self, self.appearance, clock, self._has_first_shard)
        self._timers = Timers(self.app)
        self._housekeeping = Housekeeping(self.app, self, settings.retention_days)
        self._answering = Answering(
            self.app, self.admission, self._must_not_be_banned, self.tree.handler
        )
        discord_internals.receive_interactions(self, self._receive)

    def _receive(self, data: Any) -> None:
        self._answering.receive(data, self.application_id or 0)

    def _must_not_be_banned(self, interaction: Interaction) -> None:
        """Raises Refusal if they or their server are banned, but for their own data.

        A banned server that still has the bot, or has it again, is left.
        """
        if interaction.home in self._housekeeping.bans.servers:
            self._housekeeping.to_leave.add(interaction.home)
        if not is_own(interaction):
            self._housekeeping.bans.check(interaction.user_id, interaction.guild_id)

    async def setup_hook(self) -> None:
        self.app.sender.open(self)
        await self._housekeeping.read_bans()
        self.appearance.command_id = await self.tree.sync_if_changed(self.app.store)
        self._timers.start()
        self._housekeeping.start()
        if self.tiles:
            self.tiles.routine.start()

    def serve(self, shards: Sequence[int], shard_count: int) -> None:
        """Serve these shards, of `shard_count` in all, after the next `connect`."""
        self.is_standby = False
        self.shard_ids = list(shards)
        self.shard_count = shard_count

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect the shards as soon as Discord's daily limit allows it."""
        self._max_concurrency = await enough_identifies(self, self._our_shards)
        await super().connect(reconnect=reconnect)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until this shard may identify."""
        # Reconnecting again and again uses up the daily limit, and so do other processes.
        if self._wait_to_identify or shard_id in self._identified:
            await enough_identifies(self, 1)
        self._identified.add(shard_id)
        if self._wait_to_identify:
            await self._wait_to_identify((shard_id or 0) % self._max_concurrency)
        else:
            await super().before_identify_hook(shard_id, initial=initial)

    async def close(self) -> None:
        self._timers.stop()
        self._housekeeping.stop()
        if self.tiles:
            self.tiles.routine.stop()
        self._stop_demo_games()
        await super().close()
        await self.app.sender.close()
        self._thinking.close()

    @property
    def _our_shards(self) -> int | None:
        """How many shards this process serves; None: as many as Discord advises."""
        if self.shard_ids:
            return len(self.shard_ids)
        return self.shard_count

    def _has_first_shard(self) -> bool:
        """Whether this process has shard 0, which it may not yet know if processes share shards."""
        if self.shard_ids:
            return 0 in self.shard_ids
        return self._wait_to_identify is None

    def _stop_demo_games(self) -> None:
        """Let them stand still where they are."""
        for playing in self.app.demo_games.values():
            playing.cancel()

    async def on_ready(self) -> None:
        _logger.info("Playing. Servers: %d", len(self.guilds))

    def is_connected(self) -> bool:
        """Whether every shard is connected to Discord."""
        if len(self.shards) != self._our_shards:
            return False
        return not any(shard.is_closed() for shard in self.shards.values())

    async def finish(self) -> None:
        """Take no more interactions, and let the handlers at work finish."""
        self._stop_demo_games()
        closing = [asyncio.ensure_future(shard.disconnect()) for shard in self.shards.values()]
        if closing:
            await asyncio.wait(closing, timeout=_CLOSE_WAIT)
        if self._answering.at_work:
            await asyncio.wait(self._answering.at_work, timeout=_STOP_WAIT)


async def enough_identifies(client: discord.Client, shards: int | None) -> int:
    """Wait until Discord's daily limit allows so many shards (None: all) to connect.

    Beyond that limit, Discord resets the token.

    Returns Discord's `max_concurrency`: how many shards may identify at once. Raises
    discord.LoginFailure if the token was reset, and discord.GatewayNotFound.
    """
    while True:
        try:
            advised, _, limits = await client.http.get_bot_gateway()
        except discord.GatewayNotFound as error:
            # discord.py takes that for an outage, whatever was said, and would go on asking.
            if meaning(error) is Meaning.LOGGED_OUT:
                raise discord.LoginFailure from error
            raise
        needed = shards or advised
        reserve = min(_RESERVE, limits["total"] // 2)
        if limits["remaining"] - needed >= reserve:
            return limits["max_concurrency"]
        _logger.error("Discord allows only %d more connections today; waiting", limits["remaining"])
        await asyncio.sleep(min(limits["reset_after"] / 1000, _LOOK_AGAIN))
