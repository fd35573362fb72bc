"""After kill -9 at any moment, alone or among rivals, every acknowledged move is there exactly once."""

import asyncio
import os
import random
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from sqlalchemy import Connection, select

from bot.sessions.seats import Terms
from bot.storage import challenge_transactions
from bot.storage.store import Store
from bot.storage.tables.games import sessions
from bot.storage.tables.interactions import interactions
from engine.board import Board
from tests.storage.rival import CHANNELS, FIRST_INTERACTION, interaction
from tests.support import postgres
from tests.support.requests import request
from tests.support.stores import on_both_stores

ROOT = Path(__file__).parents[2]

MOST = 10_000  # interactions that are sent

proof = pytest.mark.proof


@dataclass
class Kept:
    """The content of the database: moves by session, sessions by channel, and remembered interactions.

    A press is not remembered, since its move is.
    """

    moves: dict[int, tuple[int, ...]]
    sessions: dict[int, int]
    remembered: set[int]


async def kept_in(url: str) -> Kept:
    async with Store.open(url) as store:
        return await store.run(_read, checked=url.startswith("sqlite"))


def _read(connection: Connection, *, checked: bool) -> Kept:
    if checked:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    found = {row.id: tuple(map(int, row.moves)) for row in connection.execute(select(sessions))}
    for cells in found.values():
        Board.after(cells)  # raises if a move came twice
    return Kept(
        found,
        {row.channel_id: row.id for row in connection.execute(select(sessions))},
        set(connection.scalars(select(interactions.c.id))),
    )


@on_both_stores
@pytest.mark.parametrize("kills", [3, pytest.param(40, marks=proof)])
async def test_every_acknowledged_move_survives_kill_9_once(database_url: str, kills: int):
    acknowledged: dict[int, tuple[int, ...]] = {}
    for kill in range(kills):
        acknowledged |= await play_until_killed(database_url, first_interaction=kill * 1_000_000)
        kept = await kept_in(database_url)
        for session, cells in acknowledged.items():
            assert kept.moves[session][: len(cells)] == cells
    print(
        f"{kills} kills, {sum(map(len, acknowledged.values()))} acknowledged moves: 0 lost, 0 twice, 0 gaps"
    )
    assert acknowledged


async def play_until_killed(url: str, first_interaction: int) -> dict[int, tuple[int, ...]]:
    """The moves of each session that a player reported before it was killed."""
    until_killed = random.randrange(1, 200)
    reports: dict[int, tuple[int, ...]] = {}
    player = await process("player", url, first_interaction)
    async for session, *cells in reported(player):
        reports[session] = tuple(cells)
        until_killed -= 1
        if until_killed == 0:  # perhaps in the middle of a transaction
            asyncio.get_running_loop().call_later(random.uniform(0, 0.01), player.kill)
    assert await player.wait() == -9
    return reports


@on_both_stores
@pytest.mark.parametrize(
    ("processes", "interactions", "kills"), [(2, 300, 4), pytest.param(3, MOST, 24, marks=proof)]
)
async def test_several_processes_that_all_get_everything_lose_nothing_and_do_nothing_twice(
    database_url: str, processes: int, interactions: int, kills: int
):
    await open_games(database_url)
    acknowledged: dict[int, tuple[int, ...]] = {}
    await asyncio.gather(
        *(rival(database_url, interactions, kills // processes, acknowledged) for _ in range(processes))
    )
    await nothing_is_lost_or_done_twice(database_url, acknowledged)
    print(
        f"{processes} processes, each sent all {interactions} interactions, {kills} kills, "
        f"{len(acknowledged)} acknowledged moves: 0 lost, 0 twice, 0 gaps"
    )


@pytest.mark.parametrize(("interactions", "stops"), [(600, 1), pytest.param(MOST, 5, marks=proof)])
async def test_a_postgres_that_is_stopped_at_once_under_load_loses_nothing(interactions: int, stops: int):
    acknowledged: dict[int, tuple[int, ...]] = {}
    moved = asyncio.Semaphore(0)
    with postgres.own_server() as server:
        await open_games(server.url)
        rivals = asyncio.gather(*(rival(server.url, interactions, 0, acknowledged, moved) for _ in range(3)))
        for _ in range(stops):
            for _ in range(20):
                await moved.acquire()
            await asyncio.to_thread(server.stop)
            await asyncio.to_thread(server.start)
        assert not rivals.done(), "it was stopped under load"
        await rivals
        await nothing_is_lost_or_done_twice(server.url, acknowledged)
    print(f"{stops} stops, {len(acknowledged)} acknowledged moves: 0 lost, 0 twice, 0 gaps")


async def open_games(url: str) -> None:
    """A game of persons 1 and 2 in every channel."""
    async with Store.open(url) as store:
        for channel in CHANNELS:
            asked = await store.run(challenge_transactions.challenge, request(1, channel), 2, Terms())
            await store.run(challenge_transactions.accept, request(2, channel), asked.id, random.Random(1))


async def nothing_is_lost_or_done_twice(url: str, acknowledged: dict[int, tuple[int, ...]]) -> None:
    kept = await kept_in(url)
    for number in kept.remembered.intersection(range(FIRST_INTERACTION, FIRST_INTERACTION + MOST)):
        asked, cell = interaction(number - FIRST_INTERACTION)
        assert cell in kept.moves[kept.sessions[asked.channel_id]], "it counted, so its move was made"
    for number, cells in acknowledged.items():
        asked, cell = interaction(number)
        assert cell in cells, "it was acknowledged, so its move was made"
        assert kept.moves[kept.sessions[asked.channel_id]][: len(cells)] == cells
    assert acknowledged


async def rival(
    url: str,
    last: int,
    kills: int,
    acknowledged: dict[int, tuple[int, ...]],
    moved: asyncio.Semaphore | None = None,
) -> None:
    """Send one process all interactions. Kill it so many times; a new one continues where it stopped.

    `moved` is released with every acknowledged move.
    """
    first = 0
    for life in range(kills + 1):
        running = await process("rival", url, first, last)
        until_killed = random.randrange(1, 30) if life < kills else None
        async for number, *cells in reported(running):
            acknowledged[number] = tuple(cells)
            first = max(first, number)
            if moved:
                moved.release()
            if until_killed is not None and running.returncode is None:
                until_killed -= 1
                if until_killed == 0:
                    running.kill()
        await running.wait()


async def process(program: str, url: str, *arguments: int) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        ROOT / f"tests/storage/{program}.py",
        url,
        *map(str, arguments),
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )


async def reported(running: asyncio.subprocess.Process) -> AsyncIterator[list[int]]:
    """The lines of numbers that it prints, without one that is incomplete because it was killed."""
    assert running.stdout
    async for line in running.stdout:
        if line.endswith(b"\n"):
            yield list(map(int, line.split()))
