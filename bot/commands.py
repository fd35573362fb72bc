"""The tree of all commands: /ttt and the user menu's challenge, and their upload to Discord."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from random import Random

import aiohttp
import discord
from discord import app_commands

from bot import discord_internals
from bot.command_texts import Translations
from bot.cup_commands import CupCommands
from bot.interactions import callback
from bot.places import Interaction
from bot.play_commands import PlayCommands
from bot.record_commands import RecordCommands
from bot.rendering.links import NO_LINKS, Links
from bot.replies import Replies
from bot.server_commands import ServerCommands
from bot.start_commands import StartCommands
from bot.storage import upkeep
from bot.storage.store import Store
from bot.thinking import Thinking

_logger = logging.getLogger(__name__)

_TRANSLATIONS = Translations()
_FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError)


class Commands(discord_internals.Tree):
    """Every command, and the answer to errors before or in one."""

    def __init__(
        self,
        client: discord.Client,
        store: Store,
        rng: Random,
        thinking: Thinking,
        replies: Replies,
        links: Links = NO_LINKS,
    ) -> None:
        super().__init__(client)
        self._store = store
        self._replies = replies
        play = PlayCommands(store, rng, thinking, replies)
        start = StartCommands(store, rng, thinking, replies)
        cups = CupCommands(store, rng, replies)
        records = RecordCommands(store, thinking, replies, links)
        server = ServerCommands(store, replies, links)
        for more in (play, cups, records, server):
            for command in more.commands:  # all belong to /ttt, which is the first group: start comes first
                start.add_command(command)
        self.add_command(start)
        self.add_command(start.menu)

    async def sync_if_changed(self) -> None:
        """Upload our commands if they have changed since the last upload to this application.

        Discord allows few uploads a day, so a start without changes must not count. If Discord refuses them,
        it keeps the old ones, and the next start tries again.
        """
        told = await _TRANSLATIONS.told(self)
        note = f"commands of application {self.client.application_id}"
        if await self._store.run(upkeep.read_note, note) != told.digest:
            try:
                await self._note_id(await self.upload())
            except _FAILURES:
                _logger.exception("Discord refused our commands and keeps the old ones")
            else:
                await self._store.run(upkeep.write_note, note, told.digest)
                _logger.info("Uploaded the commands to Discord")
        self._replies.command_id = await self._id()

    async def _id(self) -> int | None:
        """The id of /ttt in this application, as noted at its upload or as Discord says; None if neither."""
        noted = await self._store.run(upkeep.read_note, self._id_note)
        if noted:
            return int(noted)
        try:
            registered = {command.name: command.id for command in await self.fetch_commands()}
        except _FAILURES as error:
            _logger.warning("Discord did not say the id of /ttt, so nobody can tap it in a text: %r", error)
            return None
        await self._note_id(registered)
        return registered.get("ttt")

    async def _note_id(self, registered: Mapping[str, int]) -> None:
        if "ttt" in registered:
            await self._store.run(upkeep.write_note, self._id_note, str(registered["ttt"]))

    @property
    def _id_note(self) -> str:
        return f"id of /ttt in application {self.client.application_id}"

    async def upload(self) -> Mapping[str, int]:
        """Upload our commands in every language. Returns their ids by name.

        Raises discord.HTTPException, aiohttp.ClientError or OSError.
        """
        told = await _TRANSLATIONS.told(self)
        return await discord_internals.upload_commands(self.client, told.payload)

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        await self._replies.fail(callback(interaction), error)

    async def on_other_error(self, interaction: Interaction, error: Exception) -> None:
        await self._replies.fail(callback(interaction), error)
