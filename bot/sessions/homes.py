"""Homes: the servers that have the bot. Discord lists a shard's whenever it starts a new connection."""

from __future__ import annotations

from dataclasses import dataclass

KEPT = 30 * 24 * 3600  # seconds that a server's data is kept after its first list without the server


@dataclass(frozen=True)
class Roll:
    """All servers of one shard that have the bot.

    application_id  the bot's, as its token says
    shard           its number, of `shards` in all
    """

    application_id: int
    shard: int
    shards: int
    present: frozenset[int]

    def covers(self, guild_id: int) -> bool:
        """Whether a server belongs to this shard, so that it is missing if it is not present."""
        return (guild_id >> 22) % self.shards == self.shard
