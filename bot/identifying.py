"""Discord's daily limit of identifying shards: beyond it, Discord resets the token."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

import discord

_logger = logging.getLogger(__name__)

_RESERVE = 50  # connections kept for the operator, to start again after fixing a fault
_LOOK_AGAIN = 600.0  # seconds between two checks whether Discord allows more

Turn = Callable[[int], Awaitable[None]]
"""Waits until a shard of this bucket may identify. The bucket is the shard's number modulo Discord's
`max_concurrency`; the shards of one bucket must identify one after another."""


async def enough_identifies(client: discord.Client, shards: int | None) -> int:
    """Wait until Discord's daily limit allows so many shards (None: all) to connect.

    Returns Discord's `max_concurrency`: how many shards may identify at once.
    """
    while True:
        advised, _, limits = await client.http.get_bot_gateway()
        if limits["remaining"] - (shards or advised) >= min(_RESERVE, limits["total"] // 2):
            return limits["max_concurrency"]
        _logger.error("Discord allows only %d more connections today; waiting", limits["remaining"])
        await asyncio.sleep(min(limits["reset_after"] / 1000, _LOOK_AGAIN))
