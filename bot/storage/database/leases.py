"""Who serves which shards, where several processes share a PostgreSQL server.

The shards are dealt into ranges, one for each process that is to serve. A process leases a range by a
lock of the server's, which ends with the connection that took it, however the process ends. Who finds
no range free is a standby, and takes the first that becomes so.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise

import asyncpg

from bot.storage.database.row_locks import OURS, Lock

_log = logging.getLogger(__name__)

_LEASES = OURS + 1  # the first half of the names of the leases' locks; the second is the range's number
_LOOK = 0.5  # seconds between two looks of a standby
_HEARTBEAT = 1.0  # seconds between two questions whether the lease's connection still lives
_ANSWER = 2.0  # seconds that the answer may take
_GRACE = 5.0  # seconds in which a connection that has gone is made anew before its shards are closed

# A machine that vanishes without a word is noticed by the server after about ten seconds.
# One that hangs asks nothing any more, and loses its connection as well.
_KEEPALIVES = {
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "idle_session_timeout": "10s",
}

_Gone = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)


@dataclass(frozen=True)
class Sharding:
    """How many shards there are, and how many processes share them."""

    shards: int
    processes: int

    @property
    def ranges(self) -> list[range]:
        """The shards of each process, one at least; they differ by one shard at most."""
        parts = min(self.processes, self.shards)
        bounds = [self.shards * part // parts for part in range(parts + 1)]
        return [range(first, end) for first, end in pairwise(bounds)]


@dataclass
class Lease:
    """A range of shards that nobody else serves until `lost` is set."""

    sharding: Sharding
    number: int
    connection: asyncpg.Connection  # which the server's lock lives and dies with
    server_pid: int  # of the server's process at its other end
    lost: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def shards(self) -> range:
        return self.sharding.ranges[self.number]


@asynccontextmanager
async def leased(url: str, wanted: Sharding) -> AsyncIterator[Lease]:
    """A lease on the first range that is free, which it waits for, given back at the end of the block.

    All processes go by one sharding: that of whoever came first, until the last has gone.
    """
    lease = await _first_free(url, wanted)
    keeper = asyncio.create_task(_keep(url, lease))
    keeper.add_done_callback(lambda _: lease.lost.set())  # however it ends, nobody watches any more
    try:
        yield lease
    finally:
        keeper.cancel()
        await asyncio.wait({keeper})
        with suppress(*_Gone):
            await lease.connection.close(timeout=_ANSWER)  # with a goodbye the server frees the range at once


async def _first_free(url: str, wanted: Sharding) -> Lease:
    is_standby = is_told = False
    while True:
        try:
            connection = await _connect(url)
            try:
                while True:
                    if lease := await _try_any(connection, wanted):
                        return lease
                    if not is_standby:
                        _log.info("Every range of shards is served; waiting as a standby")
                        is_standby = True
                    await asyncio.sleep(_LOOK)
            except BaseException:
                connection.terminate()
                raise
        except _Gone as error:  # it may come back
            if not is_told:
                _log.warning("The database cannot be asked for a range of shards: %r", error)
                is_told = True
        await asyncio.sleep(_LOOK)


async def _connect(url: str) -> asyncpg.Connection:
    return await asyncpg.connect(url, timeout=_ANSWER, command_timeout=_ANSWER, server_settings=_KEEPALIVES)


async def _try_any(connection: asyncpg.Connection, wanted: Sharding) -> Lease | None:
    """A lease on some range, if one is free."""
    async with _settling(connection):
        sharding = await _settled(connection, wanted)
        for number in range(len(sharding.ranges)):
            if await _try_one(connection, number):
                return Lease(sharding, number, connection, connection.get_server_pid())
    return None


@asynccontextmanager
async def _settling(connection: asyncpg.Connection) -> AsyncIterator[None]:
    """Sharding and leases are settled by one process at a time."""
    await connection.execute("SELECT pg_advisory_lock($1, $2)", OURS, int(Lock.SHARDS))
    try:
        yield
    finally:
        await connection.execute("SELECT pg_advisory_unlock($1, $2)", OURS, int(Lock.SHARDS))


async def _settled(connection: asyncpg.Connection, wanted: Sharding) -> Sharding:
    """The sharding that the others go by; where there are none, the one that is wanted."""
    if await _holders(connection):
        return await _noted(connection)
    await connection.execute(
        "INSERT INTO notes (name, value) VALUES ('sharding', $1)"
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        f"{wanted.shards} {wanted.processes}",
    )
    return wanted


async def _noted(connection: asyncpg.Connection) -> Sharding:
    noted = await connection.fetchval("SELECT value FROM notes WHERE name = 'sharding'")
    return Sharding(*map(int, noted.split()))


async def _try_one(connection: asyncpg.Connection, number: int) -> bool:
    return bool(await connection.fetchval("SELECT pg_try_advisory_lock($1, $2)", _LEASES, number))


async def _holders(connection: asyncpg.Connection) -> dict[int, int]:
    """The server's process that holds each of the ranges, by the range's number."""
    held = await connection.fetch(
        "SELECT objid::bigint AS number, pid FROM pg_locks JOIN pg_database ON pg_database.oid = database"
        " WHERE datname = current_database() AND locktype = 'advisory' AND classid::bigint = $1 AND granted",
        _LEASES,
    )
    return {lock["number"]: lock["pid"] for lock in held}


async def _keep(url: str, lease: Lease) -> None:
    """Watch over the connection of a lease, and make it anew while nobody else has the range.

    Ends when the lease is lost.
    """
    while True:
        try:
            while True:
                await lease.connection.execute("SELECT 1")
                await asyncio.sleep(_HEARTBEAT)
        except _Gone as error:
            _log.warning("The lease of range %d is in danger: %r", lease.number, error)
        lease.connection.terminate()
        try:
            async with asyncio.timeout(_GRACE):
                lease.connection = await _again(url, lease)
        except (TimeoutError, _Taken):
            return
        _log.warning("The lease of range %d is ours again", lease.number)


class _Taken(Exception):
    """While a lease had no connection, others took its range, or settled another sharding."""


async def _again(url: str, lease: Lease) -> asyncpg.Connection:
    """A new connection that holds a lease, as soon as there can be one. Raises _Taken."""
    nobody = {None, lease.server_pid}  # our own connection may have gone without the server knowing
    while True:
        with suppress(*_Gone):
            connection = await _connect(url)
            try:
                async with _settling(connection):
                    if await _noted(connection) != lease.sharding:
                        raise _Taken
                    if await _try_one(connection, lease.number):
                        lease.server_pid = connection.get_server_pid()
                        return connection
                    if (await _holders(connection)).get(lease.number) not in nobody:
                        raise _Taken
            except BaseException:
                connection.terminate()
                raise
            connection.terminate()
        await asyncio.sleep(_LOOK / 5)
