"""Which shards this process serves, and when they may connect."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from bot.storage import upkeep
from bot.storage.errors import OutcomeUnknown, StoreUnavailable
from bot.storage.store import Store

if TYPE_CHECKING:
    from bot.client import Client

_log = logging.getLogger(__name__)

_RESERVE = 50  # connections of a day that are kept, for an operator who has mended what went wrong
_LOOK_AGAIN = 600.0  # seconds between two looks whether Discord allows more
_PAUSE = 1.0  # seconds, until a database that does not answer is asked again


class LeaseLost(Exception):
    """Others may serve our shards by now, so we do not any more."""


async def serve(client: Client, token: str, store: Store, url: str, processes: int) -> None:
    """Play on the shards of whatever range is free, where so many processes share all of them.

    Raises LeaseLost when the range is not ours any more.
    """
    from bot.storage.database.leases import Sharding, leased  # noqa: PLC0415 - an extra that a bot on SQLite does without

    await client.login(token)
    advised, _, _ = await client.http.get_bot_gateway()
    client.is_standby = True
    async with leased(url, Sharding(client.shard_count or advised, processes)) as lease:
        client.is_standby = False
        client.shard_count, client.shard_ids = lease.sharding.shards, list(lease.shards)
        client.turn = lambda bucket: _turn(store, bucket)
        _log.info("Serving shards %d to %d of %d", lease.shards[0], lease.shards[-1], client.shard_count)
        connection = asyncio.create_task(client.connect())
        lost = asyncio.create_task(lease.lost.wait())
        try:
            await asyncio.wait({connection, lost}, return_when=asyncio.FIRST_COMPLETED)
            if not connection.done():
                await client.finish()
                raise LeaseLost("The lease of our shards is lost: the database went, or others serve them.")
            await connection
        finally:
            for task in (connection, lost):
                task.cancel()


async def enough_identifies(client: Client, shards: int | None) -> int:
    """Wait while connecting so many shards, or all, would use up what Discord allows in a day.

    Beyond that, Discord resets the token. Gives how many shards may identify themselves at once.
    """
    while True:
        advised, _, limits = await client.http.get_bot_gateway()
        if limits["remaining"] - (shards or advised) >= min(_RESERVE, limits["total"] // 2):
            return limits["max_concurrency"]
        _log.error("Discord allows only %d more connections today; waiting", limits["remaining"])
        await asyncio.sleep(min(limits["reset_after"] / 1000, _LOOK_AGAIN))


async def _turn(store: Store, bucket: int) -> None:
    """Wait until a shard of this bucket may identify itself, whatever other processes do."""
    while True:
        try:
            seconds = await store.run(upkeep.wait_to_identify, bucket)
        except (StoreUnavailable, OutcomeUnknown):
            seconds = _PAUSE
        if not seconds:
            return
        await asyncio.sleep(seconds)
