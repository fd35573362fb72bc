"""The connection to Discord: the command tree, the buttons, and a clean stop."""

from __future__ import annotations

import hashlib
import json
import logging
import time
from random import Random
from typing import Any

import discord
from discord import app_commands

from bot import replies
from bot.buttons import Buttons
from bot.pace import ACTIONS, Pace
from bot.play_commands import PlayCommands
from bot.record_commands import RecordCommands
from bot.replies import Interaction
from bot.server_commands import ServerCommands
from bot.storage import upkeep
from bot.storage.store import Store
from bot.timers import Shows, Timers

_log = logging.getLogger(__name__)

_STOP_WAIT = 2.5  # seconds; whoever waits longer has had Discord's own "did not respond" by then


class Client(discord.AutoShardedClient):
    """A client that needs no intent, no permission and no cache: interactions bring all it uses."""

    def __init__(self, store: Store, rng: Random, *, actions: int = ACTIONS) -> None:
        super().__init__(
            intents=discord.Intents.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
        )
        self._store = store
        self.pace = Pace(lambda: time.monotonic(), actions)  # noqa: PLW0108 - a simulation replaces the clock
        self._shows = Shows(store, rng)
        self._buttons = Buttons(store, rng, self._shows)
        self.tree = _Tree(self)
        play = PlayCommands(store, rng)
        for more in (RecordCommands(store, rng), ServerCommands(store)):
            for command in more.commands:
                play.add_command(command)
        self.tree.add_command(play)
        self.tree.add_command(play.menu)
        self._timers = Timers(store, self)

    async def _tell_commands(self) -> None:
        """Tell Discord our commands, if they changed since we last told this application.

        Discord allows few changes a day, so a start that changes nothing must not count.
        """
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        note = f"commands of application {self.application_id}"
        if await self._store.run(upkeep.read_note, note) == digest:
            return
        await self.tree.sync()
        await self._store.run(upkeep.write_note, note, digest)
        _log.info("Told Discord our commands")

    async def setup_hook(self) -> None:
        await self._tell_commands()
        self._timers.start()

    async def close(self) -> None:
        self._timers.stop()
        self._shows.stop()
        await super().close()

    async def on_ready(self) -> None:
        _log.info("Playing in %d servers", len(self.guilds))

    async def on_interaction(self, interaction: Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await self._buttons.press(interaction)

    async def finish(self) -> None:
        """Take no more interactions, and let the handlers at work answer theirs."""
        self._shows.stop()
        for shard in self.shards.values():
            await shard.disconnect()
        await replies.finish(_STOP_WAIT)


class _Tree(app_commands.CommandTree[Any]):
    """Answers what goes wrong before a command of ours is reached, or in a command itself."""

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        await replies.fail(interaction, error)
