"""Timers go by Discord's clock: the real process on a machine whose clock is wrong."""

import asyncio
import re
import signal
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, select

from bot.sessions.challenge import State
from bot.sessions.records import SECONDS_A_DAY
from bot.sessions.seats import Terms
from bot.storage import challenge_transactions, upkeep
from bot.storage.store import Store
from bot.storage.tables.challenges import challenges
from tests.support.loopback import Loopback, open_loopback
from tests.support.requests import request

ANN, BOB, EVE, MAX = 1, 2, 3, 4
THREE_DAYS = 3 * SECONDS_A_DAY


@pytest.fixture
async def discord() -> AsyncIterator[Loopback]:
    async with open_loopback() as discord:
        yield discord


async def left_by_a_bot_that_stopped(database_url: str, now: int) -> None:
    """A bot stopped half a minute ago. Ann's reminder is due, and Eve's challenge has lapsed."""
    early = now - 400
    async with Store.open(database_url) as store:
        asked = await store.run(challenge_transactions.challenge, request(ANN, at=early), BOB, Terms())
        accepting = replace(request(BOB, at=early), may_write=True)
        await store.run(challenge_transactions.accept, accepting, asked.id, Random(1))
        await store.run(challenge_transactions.challenge, request(EVE, at=early), MAX, Terms())
        await store.run(upkeep.write_note, "swept at", str(now - 30))


def states_of_challenges(connection: Connection) -> list[str]:
    return list(connection.scalars(select(challenges.c.state).order_by(challenges.c.id)))


@pytest.mark.parametrize("ahead", [THREE_DAYS, pytest.param(-THREE_DAYS, marks=pytest.mark.proof)])
async def test_after_a_restart_what_is_due_is_done_before_anyone_interacts(
    discord: Loopback, tmp_path: Path, ahead: int
):
    discord.ahead = ahead
    url, now = f"sqlite:///{tmp_path / 'ttt.db'}", int(time.time()) + ahead
    await left_by_a_bot_that_stopped(url, now)
    process = await discord.run("--discord", cwd=tmp_path, DATABASE_URL=url)
    await asyncio.wait_for(discord.posted.wait(), 20)
    process.send_signal(signal.SIGTERM)
    _, log = await process.communicate()
    assert process.returncode == 0, log.decode()
    [reminder] = discord.posts
    assert reminder["content"].startswith(f"<@{ANN}>, it's your move! You have until <t:{now + 200}:t>")
    async with Store.open(url) as store:
        assert await store.run(states_of_challenges) == [State.ACCEPTED.value, State.LAPSED.value]


async def test_the_puzzle_of_the_day_is_that_of_discords_day(discord: Loopback, tmp_path: Path):
    discord.ahead = THREE_DAYS
    process = await discord.run("--discord", cwd=tmp_path)
    await discord.until_served(0)
    before = int(time.time()) + THREE_DAYS
    puzzle = str(await discord.command("puzzle"))
    process.send_signal(signal.SIGTERM)
    await process.communicate()
    [day] = {int(day) for day in re.findall(r"ttt:2:puzzle:3x3:[0-9]+:[0-9]+:([0-9]+):", puzzle)}
    assert day in {before // SECONDS_A_DAY, (before + 60) // SECONDS_A_DAY}  # midnight may have passed
