"""Every range of shards has one owner, and soon a new one if that is gone."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import asyncpg
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.database import leases
from bot.database.leases import Lease, Sharding, hold_lease
from bot.database.store import Store
from bot.running import transactions as upkeep
from tests.support.waiting import LONG

FOUR_ON_TWO = Sharding(shards=4, processes=2)


@pytest.fixture
def database() -> str:
    return "postgres"


@pytest.fixture(autouse=True)
def _looks_often(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(leases, "_RETRY", 0.05)
    monkeypatch.setattr(leases, "_HEARTBEAT", 0.05)
    monkeypatch.setattr(leases, "_GRACE", LONG)


@pytest.fixture
async def server(database_url: str, store: Store) -> AsyncIterator[asyncpg.Connection]:
    """A connection with which to ask the server itself."""
    connection = await asyncpg.connect(database_url)
    yield connection
    await connection.close()


@pytest.fixture
async def processes(database_url: str, server: asyncpg.Connection) -> AsyncIterator["Processes"]:
    async with AsyncExitStack() as stack:
        yield Processes(database_url, stack)


class Processes:
    """All leases of a test; they end with it."""

    def __init__(self, url: str, stack: AsyncExitStack) -> None:
        self._url = url
        self._stack = stack

    async def lease(self, sharding: Sharding = FOUR_ON_TWO) -> Lease:
        return await self._stack.enter_async_context(hold_lease(self._url, sharding))

    async def standby(self) -> asyncio.Task[Lease]:
        """A standby that has looked for a range once and found none."""
        task = asyncio.create_task(self.lease())
        done, _ = await asyncio.wait({task}, timeout=0.3)
        assert not done
        return task


_LOCKS = "SELECT pid FROM pg_locks WHERE classid::bigint = $1 AND objid::bigint = $2"
HOLDER, WAITING = f"{_LOCKS} AND granted", f"{_LOCKS} AND NOT granted"


async def cut(server: asyncpg.Connection, number: int) -> None:
    """Break the connection that holds the lease of a range."""
    await server.execute(
        "SELECT pg_terminate_backend($1)", await server.fetchval(HOLDER, leases._LEASES, number)
    )


@given(shards=st.integers(1, 500), processes=st.integers(1, 600))
def test_every_shard_is_in_one_range_and_no_range_is_empty(shards: int, processes: int):
    ranges = Sharding(shards, processes).ranges
    assert [shard for part in ranges for shard in part] == list(range(shards))
    assert len(ranges) == min(shards, processes)
    assert max(map(len, ranges)) - min(map(len, ranges)) <= 1


async def test_a_lease_whose_connection_breaks_is_taken_again(
    processes: Processes, server: asyncpg.Connection
):
    lease = await processes.lease()
    before = await server.fetchval(HOLDER, leases._LEASES, lease.number)
    await cut(server, lease.number)
    async with asyncio.timeout(LONG):
        while await server.fetchval(HOLDER, leases._LEASES, lease.number) in {before, None}:
            assert not lease.lost.is_set()
    other = await processes.lease()
    assert other.number != lease.number


async def test_a_lease_that_someone_else_took_meanwhile_is_lost(
    processes: Processes, server: asyncpg.Connection
):
    lease = await processes.lease()
    # The server gives the lock to the one who waits, before we ask again.
    waiting = asyncio.create_task(
        server.execute("SELECT pg_advisory_lock($1, $2)", leases._LEASES, lease.number)
    )
    other = await asyncpg.connect(processes._url)
    while not await other.fetchval(WAITING, leases._LEASES, lease.number):
        pass
    await cut(other, lease.number)
    await other.close()
    await asyncio.wait_for(lease.lost.wait(), LONG)
    await waiting


async def test_all_go_by_the_sharding_of_the_first_until_the_last_has_gone(
    processes: Processes, database_url: str
):
    async with (
        hold_lease(database_url, FOUR_ON_TWO),
        hold_lease(database_url, Sharding(10, 3)) as second,
    ):
        assert second.sharding == FOUR_ON_TWO
        assert second.shards == range(2, 4)
    assert (await processes.lease(Sharding(10, 3))).sharding == Sharding(10, 3)


async def test_a_bucket_identifies_once_in_five_seconds_whichever_process_asks(
    database_url: str, store: Store, server: asyncpg.Connection
):
    async with Store.open(database_url) as other:
        waits = await asyncio.gather(
            *(each.run(upkeep.wait_to_identify, 0) for each in (store, other, store))
        )
    first = float(str(await store.run(upkeep.read_note, "identified 0")))
    passed = float(await server.fetchval("SELECT extract(epoch FROM clock_timestamp())")) - first
    now, *later = sorted(waits)
    assert now == 0
    assert all(5.5 - passed <= wait <= 5.5 for wait in later)
    assert await store.run(upkeep.wait_to_identify, 1) == 0
    await store.run(upkeep.write_note, "identified 0", str(first - 5.5))
    assert await store.run(upkeep.wait_to_identify, 0) == 0


async def test_a_lease_whose_connection_breaks_while_others_settle_another_sharding_is_lost(
    processes: Processes, server: asyncpg.Connection
):
    lease = await processes.lease()
    await server.execute("UPDATE notes SET value = '10 3' WHERE name = 'sharding'")
    await cut(server, lease.number)
    await asyncio.wait_for(lease.lost.wait(), LONG)


async def test_a_process_that_hangs_loses_its_lease(
    processes: Processes, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(leases, "_HEARTBEAT", LONG)  # it checks no more
    with monkeypatch.context() as patch:
        patch.setitem(leases._KEEPALIVES, "idle_session_timeout", "2s")
        first = await processes.lease(Sharding(1, 1))
    second = await asyncio.wait_for(processes.lease(Sharding(1, 1)), LONG)
    assert second.shards == first.shards == range(1)
