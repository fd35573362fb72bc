"""Serves a leased range of shards, and lets shards of several processes identify in turn."""

import asyncio
import logging

from bot.database.errors import OutcomeUnknown, StoreUnavailable
from bot.database.store import Store
from bot.running import upkeep_transactions as upkeep
from bot.running.client import Client, Turn

_logger = logging.getLogger(__name__)

_PAUSE = 1.0  # seconds before the next try if the database does not answer


class LeaseLost(Exception):
    """Another process may serve our shards by now, so this one must stop."""


async def serve(client: Client, token: str, url: str, processes: int) -> None:
    """Wait for a free range of shards and serve it. `processes` share all shards.

    Raises LeaseLost if this process loses its range.
    """
    from bot.database.leases import Sharding, leased  # noqa: PLC0415 - an extra that a bot on SQLite does without

    await client.login(token)
    advised, _, _ = await client.http.get_bot_gateway()
    client.is_standby = True
    async with leased(url, Sharding(client.shard_count or advised, processes)) as lease:
        client.serve(lease.shards, lease.sharding.shards)
        _logger.info("Serving shards %d to %d of %d", lease.shards[0], lease.shards[-1], client.shard_count)
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


def turns(store: Store) -> Turn:
    """Turns over all processes that share the store: the shards of a bucket identify one after another."""

    async def turn(bucket: int) -> None:
        while True:
            try:
                seconds = await store.run(upkeep.wait_to_identify, bucket)
            except (StoreUnavailable, OutcomeUnknown):
                seconds = _PAUSE
            if not seconds:
                return
            await asyncio.sleep(seconds)

    return turn
