"""Several processes of the bot on one PostgreSQL server: every shard is served by one of them."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import make_url

from tests.support import postgres
from tests.support.loopback import Loopback, stopped
from tests.support.processes import Process
from tests.support.waiting import LONG


@pytest.fixture
def database() -> str:
    return "postgres"


@pytest.fixture
async def discord(discord: Loopback) -> Loopback:
    discord.advised = 4
    discord.times |= {
        "bot.running.transactions._BETWEEN_IDENTIFIES": 0.2,
        "bot.database.leases._RETRY": 0.1,
        "bot.database.leases._GRACE": LONG,
    }
    return discord


@pytest.fixture
async def processes(
    discord: Loopback, database_url: str, tmp_path: Path
) -> AsyncIterator["Processes"]:
    running = Processes(discord, database_url, tmp_path)
    yield running
    for process in running.started:
        if process.returncode is None:
            process.kill()
        await process.communicate()


class Processes:
    def __init__(self, discord: Loopback, url: str, folder: Path) -> None:
        self._discord = discord
        self._folder = folder
        self._settings = {"DATABASE_URL": url, "PROCESSES": "2"}
        self.started: list[Process] = []

    async def start(self, **settings: str) -> Process:
        process = await self._discord.run(cwd=self._folder, **(self._settings | settings))
        self.started.append(process)
        return process

    async def standby(self, **settings: str) -> Process:
        process = await self.start(**settings)
        assert process.stderr
        async for line in process.stderr:
            if b"waiting as a standby" in line:
                return process
        raise AssertionError("it ended")


async def shut(server: postgres.Server, url: str) -> None:
    """Close a database to new connections, and end those that are open."""
    name = make_url(url).database
    await server.execute(f'ALTER DATABASE "{name}" WITH ALLOW_CONNECTIONS false')
    await server.execute(
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"  # noqa: S608
    )


async def test_two_processes_share_the_shards_and_a_standby_takes_those_of_a_killed_one(
    discord: Loopback, processes: Processes
):
    first = await processes.start()
    await discord.until_served(0, 1)
    await processes.start()
    await discord.until_served(0, 1, 2, 3)
    standby = await processes.standby()
    assert sorted(discord.identifies) == [(shard, 4) for shard in range(4)]
    assert "Your turn" in str(await discord.command("start", level="easy"))
    first.kill()
    await first.wait()
    await discord.until_served(0, 1, 2, 3)
    assert "Your turn" in str(await discord.command("board"))
    assert sorted(discord.identifies[4:]) == [(0, 4), (1, 4)]
    assert "Serving shards 0 to 1 of 4" in await stopped(standby)


async def test_a_process_that_stops_hands_its_shards_over_and_a_standby_stops_at_once(
    discord: Loopback, processes: Processes
):
    old = await processes.start(PROCESSES="1")
    await discord.until_served(0, 1, 2, 3)
    new = await processes.standby(PROCESSES="1")
    await stopped(old)
    await discord.until_served(0, 1, 2, 3)
    assert len(discord.identifies) == 8
    await stopped(await processes.standby(PROCESSES="1"))
    await stopped(new)


async def test_a_process_without_its_lease_closes_its_shards_and_says_so(
    discord: Loopback, processes: Processes, request: pytest.FixtureRequest, database_url: str
):
    discord.times["bot.database.leases._GRACE"] = 0.5
    process = await processes.start(PROCESSES="1")
    await discord.until_served(0, 1, 2, 3)
    await shut(request.getfixturevalue("postgres_server"), database_url)
    _, log = await asyncio.wait_for(process.communicate(), LONG)
    assert process.returncode == 1
    assert " CRITICAL bot: The lease of our shards is lost" in log.decode().splitlines()[-1]
    await discord.until_served()


@pytest.mark.parametrize(
    "settings",
    [
        {"PROCESSES": "1", "SHARD_COUNT": "3"},
        pytest.param({"SHARD_COUNT": "6"}, marks=pytest.mark.proof),
    ],
)
async def test_nobody_connects_when_few_connections_are_left_today(
    discord: Loopback, processes: Processes, settings: dict[str, str]
):
    discord.remaining = 52  # two above the reserve, one too few for the shards
    process = await processes.start(**settings)
    assert process.stderr
    async for line in process.stderr:
        if b"Discord allows only 52 more connections today; waiting" in line:
            break
    assert discord.identifies == []
    await stopped(process)
