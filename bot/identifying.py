"""How many shards may identify themselves to Discord: beyond what it allows in a day, it resets the token."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

_log = logging.getLogger(__name__)

_RESERVE = 50  # connections of a day that are kept, for an operator who has mended what went wrong
_LOOK_AGAIN = 600.0  # seconds between two looks whether Discord allows more

Turn = Callable[[int], Awaitable[None]]
"""Waits until a shard of this bucket may identify itself: its number modulo how many may do so at once."""


async def enough_identifies(client: discord.Client, shards: int | None) -> int:
    """Wait while connecting so many shards, or all, would use up what Discord allows in a day.

    Gives how many shards may identify themselves at once.
    """
    while True:
        advised, _, limits = await client.http.get_bot_gateway()
        if limits["remaining"] - (shards or advised) >= min(_RESERVE, limits["total"] // 2):
            return limits["max_concurrency"]
        _log.error("Discord allows only %d more connections today; waiting", limits["remaining"])
        await asyncio.sleep(min(limits["reset_after"] / 1000, _LOOK_AGAIN))
