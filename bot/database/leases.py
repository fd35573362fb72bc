"""Leases: which process serves which shards, when several share a PostgreSQL server.

The shards are divided into ranges, one for each serving process. A lease works like a counter in a
post office: it belongs to a process as long as that stands there. The server sees to it: a lease is
an advisory lock, which ends with the connection, however the process ends, so nobody has to clear
it. A process that finds all ranges taken is a standby, and takes the first that becomes free.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise

import asyncpg

from bot.database.locks import NAMESPACE, Lock

_logger = logging.getLogger(__name__)

# The first half of a lease's lock name; the second is the number of the range.
_LEASES = NAMESPACE + 1
_RETRY = 0.5  # seconds between two tries of a standby
_HEARTBEAT = 1.0  # seconds between two checks of the lease's connection
_ANSWER_WAIT = 2.0  # seconds to wait for the server
_GRACE = 5.0  # seconds to replace a lost connection before the shards are closed

# The server notices after about ten seconds that a machine has vanished, or that its process hangs.
_KEEPALIVES = {
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "idle_session_timeout": "10s",
}

_CONNECTION_ERRORS = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)


@dataclass(frozen=True)
class Sharding:
    """How many shards there are, and how many processes share them."""

    shards: int
    processes: int

    @property
    def ranges(self) -> list[range]:
        """The shards of each process: at least one, and sizes differ by at most one."""
        parts = min(self.processes, self.shards)
        bounds = [self.shards * part // parts for part in range(parts + 1)]
        return [range(first, end) for first, end in pairwise(bounds)]


@dataclass
class Lease:
    """A range of shards that nobody else serves until `lost` is set."""

    sharding: Sharding
    number: int
    connection: asyncpg.Connection  # when it ends, the server releases the lock
    server_pid: int  # the server's process behind the connection
    lost: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def shards(self) -> range:
        return self.sharding.ranges[self.number]


@asynccontextmanager
async def hold_lease(url: str, wanted: Sharding) -> AsyncIterator[Lease]:
    """Wait for a free range of shards and hold its lease while the block runs.

    The first process decides the sharding for all; it stays until the last one has stopped.
    """
    lease = await _first_free(url, wanted)
    watcher = asyncio.create_task(_watch(url, lease))
    # When nobody watches the lease, it counts as lost.
    watcher.add_done_callback(lambda _: lease.lost.set())
    try:
        yield lease
    finally:
        watcher.cancel()
        await asyncio.wait({watcher})
        with suppress(*_CONNECTION_ERRORS):
            # A clean close frees the range at once.
            await lease.connection.close(timeout=_ANSWER_WAIT)


async def _first_free(url: str, wanted: Sharding) -> Lease:
    is_standby = False
    has_warned = False
    while True:
        try:
            async with _connection_to_keep(url) as connection:
                while True:
                    lease = await _try_any(connection, wanted)
                    if lease:
                        return lease
                    if not is_standby:
                        _logger.info("Every range of shards is served; waiting as a standby")
                        is_standby = True
                    await asyncio.sleep(_RETRY)
        except _CONNECTION_ERRORS as error:  # the server may come back
            if not has_warned:
                _logger.warning("The database cannot be asked for a range of shards: %r", error)
                has_warned = True
        await asyncio.sleep(_RETRY)


@asynccontextmanager
async def _connection_to_keep(url: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection that stays open after the block, unless the block fails."""
    connection = await asyncpg.connect(
        url, timeout=_ANSWER_WAIT, command_timeout=_ANSWER_WAIT, server_settings=_KEEPALIVES
    )
    try:
        yield connection
    except BaseException:
        connection.terminate()
        raise


async def _try_any(connection: asyncpg.Connection, wanted: Sharding) -> Lease | None:
    """A lease on a free range, or None. The sharding is that of the processes already serving."""
    async with _deciding(connection):
        sharding = wanted
        if await _holders(connection):
            sharding = await _stored_sharding(connection)
        else:
            await connection.execute(
                "INSERT INTO notes (name, value) VALUES ('sharding', $1)"
                " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                f"{wanted.shards} {wanted.processes}",
            )
        for number in range(len(sharding.ranges)):
            if await _try_one(connection, number):
                return Lease(sharding, number, connection, connection.get_server_pid())
    return None


@asynccontextmanager
async def _deciding(connection: asyncpg.Connection) -> AsyncIterator[None]:
    """Let only one process at a time decide about sharding and leases."""
    await connection.execute("SELECT pg_advisory_lock($1, $2)", NAMESPACE, int(Lock.SHARDS))
    try:
        yield
    finally:
        await connection.execute("SELECT pg_advisory_unlock($1, $2)", NAMESPACE, int(Lock.SHARDS))


async def _stored_sharding(connection: asyncpg.Connection) -> Sharding:
    stored = await connection.fetchval("SELECT value FROM notes WHERE name = 'sharding'")
    shards, processes = stored.split()
    return Sharding(int(shards), int(processes))


async def _try_one(connection: asyncpg.Connection, number: int) -> bool:
    return bool(await connection.fetchval("SELECT pg_try_advisory_lock($1, $2)", _LEASES, number))


async def _holders(connection: asyncpg.Connection) -> dict[int, int]:
    """Which of the server's processes holds each leased range, by the number of the range."""
    held = await connection.fetch(
        "SELECT objid::bigint AS number, pid FROM pg_locks JOIN pg_database ON pg_database.oid = "
        "database WHERE datname = current_database() AND locktype = 'advisory' AND "
        "classid::bigint = $1 AND granted",
        _LEASES,
    )
    return {lock["number"]: lock["pid"] for lock in held}


async def _watch(url: str, lease: Lease) -> None:
    """Watch a lease's connection, and replace it if it breaks. Returns when the lease is lost."""
    while True:
        try:
            while True:
                await lease.connection.execute("SELECT 1")
                await asyncio.sleep(_HEARTBEAT)
        except _CONNECTION_ERRORS as error:
            _logger.warning(
                "The connection behind the lease of range %d broke: %r", lease.number, error
            )
        lease.connection.terminate()
        try:
            async with asyncio.timeout(_GRACE):
                lease.connection = await _regain(url, lease)
        except (TimeoutError, _LeaseTaken):
            return
        _logger.warning("The lease of range %d is ours again", lease.number)


class _LeaseTaken(Exception):
    """While the connection was gone, another process took the range or changed the sharding."""


async def _regain(url: str, lease: Lease) -> asyncpg.Connection:
    """A new connection that holds the lease again. Waits until there is one. Raises _LeaseTaken."""
    while True:
        with suppress(*_CONNECTION_ERRORS):
            async with _connection_to_keep(url) as connection:
                if await _try_again(connection, lease):
                    lease.server_pid = connection.get_server_pid()
                    return connection
            connection.terminate()
        await asyncio.sleep(_RETRY / 5)


async def _try_again(connection: asyncpg.Connection, lease: Lease) -> bool:
    """Whether the connection holds the lease again. Raises _LeaseTaken."""
    async with _deciding(connection):
        if await _stored_sharding(connection) != lease.sharding:
            raise _LeaseTaken
        if await _try_one(connection, lease.number):
            return True
        holders = await _holders(connection)
    # The server may not have noticed yet that our old connection is gone.
    if holders.get(lease.number) not in {None, lease.server_pid}:
        raise _LeaseTaken
    return False
