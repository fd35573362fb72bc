"""Notes which servers have the bot, and deletes what is kept of those that removed it.

Without the guilds intent Discord does not say when a server removes the bot. But whenever a shard starts a
new connection, Discord lists all servers of that shard. We note each server that is missing from such a list.
After thirty days we ask Discord about it once more, and delete its data only if Discord says that the bot is
not in it. Downtime, another token, or an incomplete list says nothing about a server.

It also leaves the servers that the operator has banned.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Set
from typing import Any

import discord

from bot.sessions.homes import Roll
from bot.storage import home_transactions
from bot.storage.store import Store

_logger = logging.getLogger(__name__)


def read_roll(ready: Any, application_id: int | None) -> Roll | None:
    """The roll in Discord's READY; None if it is not complete or is about another application."""
    try:
        ours, (shard, shards) = int(ready["application"]["id"]), ready["shard"]
        present = frozenset(int(guild["id"]) for guild in ready["guilds"])
        is_of_a_shard = shard in range(shards)
    except (KeyError, TypeError, ValueError):
        return None
    if ours != application_id or not is_of_a_shard:
        return None
    return Roll(ours, shard, shards, present)


class Homes:
    """Keeps what Discord says about servers until the store has it."""

    def __init__(self, store: Store, client: discord.Client) -> None:
        self._store = store
        self._client = client
        self._known: set[int] = set()
        self._new: set[int] = set()
        self._rolls: dict[tuple[int, int], Roll] = {}

    def ready(self, data: Any) -> None:
        """Take a READY as Discord sent it."""
        roll = read_roll(data, self._client.application_id)
        if roll is None:
            _logger.info("Discord's list of servers is not complete, so it says nothing about those it lacks")
            return
        self._rolls[roll.shard, roll.shards] = roll
        self._known |= roll.present

    def seen(self, data: Mapping[str, Any]) -> None:
        """Take an interaction as Discord sent it, from a server that has the bot."""
        guild_id = int(data["guild_id"])
        if guild_id not in self._known:
            self._known.add(guild_id)
            self._new.add(guild_id)

    async def note(self, now: int) -> None:
        """Write down what Discord has said since the last time. Raises StoreUnavailable or OutcomeUnknown."""
        for key, roll in list(self._rolls.items()):
            await self._store.run(home_transactions.call_roll, roll, now)
            if self._rolls.get(key) is roll:
                del self._rolls[key]
        if self._new and self._client.application_id:
            new = frozenset(self._new)
            await self._store.run(home_transactions.note_homes, self._client.application_id, new)
            self._new -= new

    async def forget(self, now: int) -> None:
        """Delete what is kept of servers that removed the bot long ago.

        Raises StoreUnavailable, OutcomeUnknown or discord.HTTPException.
        """
        application_id = self._client.application_id or 0
        for guild_id in await self._store.run(home_transactions.homes_to_forget, application_id, now):
            if await self._is_home(guild_id):
                await self._store.run(home_transactions.note_homes, application_id, frozenset({guild_id}))
                continue
            while await self._store.run(home_transactions.forget_home, application_id, guild_id):
                pass
            _logger.info("Deleted what was kept of a server that removed the bot")

    async def leave(self, banned: Set[int]) -> None:
        """Leave those of the banned servers that have the bot, as far as this process knows them."""
        for guild_id in sorted(banned & self._known):
            try:
                if await leave(self._client, guild_id):
                    _logger.info("Left server %d, which is banned", guild_id)
            except discord.HTTPException as error:
                _logger.warning(
                    "Server %d is banned, but Discord does not let the bot leave it: %s", guild_id, error
                )
            else:
                self._known.discard(guild_id)

    async def _is_home(self, guild_id: int) -> bool:
        """Ask Discord whether the bot is a member of a server. Raises discord.HTTPException."""
        try:
            await self._client.fetch_guild(guild_id, with_counts=False)
        except (discord.NotFound, discord.Forbidden):
            return False
        return True


async def leave(client: discord.Client, guild_id: int) -> bool:
    """Leave a server; returns whether the bot was in it. Raises discord.HTTPException."""
    try:
        guild = await client.fetch_guild(guild_id, with_counts=False)
    except (discord.NotFound, discord.Forbidden):
        return False
    await guild.leave()
    return True
