"""Timers go by Discord's clock on a machine whose own is wrong, and send what is due in order."""

import asyncio
import re
import time
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Connection, select

from bot.challenges import transactions as challenge_transactions
from bot.challenges.challenge import State
from bot.database.store import Store
from bot.database.tables import challenges
from bot.interactions.clock import DiscordClock
from bot.interactions.interaction import App
from bot.interactions.sending import Replies, Sender
from bot.interactions.thinking import Thinking
from bot.messages.reply import Post
from bot.play.seats import Terms
from bot.play.session import SECONDS_A_DAY
from bot.running import transactions as upkeep
from bot.running.timers import _AT_ONCE, Timers
from tests.support.loopback import Loopback, stopped
from tests.support.requests import ANN, BOB, EVE, NOW, request
from tests.support.server import Server
from tests.support.waiting import LONG

MAX = 4
THREE_DAYS = 3 * SECONDS_A_DAY


async def game(store: Store, player: int, opponent: int, at: int) -> None:
    """A game with ten minutes a move, in which the player is to move since then."""
    asked = await store.run(
        challenge_transactions.challenge, request(player, at=at), opponent, Terms("X", "me")
    )
    accepting = request(opponent, at=at, may_write=True)
    await store.run(challenge_transactions.accept, accepting, asked.id)


async def left_by_a_bot_that_stopped(database_url: str, now: int) -> None:
    """A bot stopped half a minute ago. Ann's reminder is due, and Eve's challenge has lapsed."""
    early = now - 400
    async with Store.open(database_url) as store:
        await game(store, ANN, BOB, early)
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
    await asyncio.wait_for(discord.posted.wait(), LONG)
    await stopped(process)
    [reminder] = discord.posts
    assert reminder["content"].startswith(
        f"<@{ANN}>, it's your move! You have until <t:{now + 200}:t>"
    )
    async with Store.open(url) as store:
        assert await store.run(states_of_challenges) == [State.ACCEPTED.value, State.LAPSED.value]


async def test_a_channel_with_much_to_tell_gets_one_post_at_a_time_and_the_most_urgent_next(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    """Discord takes five posts in five seconds; what waits behind others would be given up."""
    told: list[str] = []
    sent = asyncio.Semaphore(0)

    async def send(_: Sender, __: int, reminder: Post) -> None:
        told.append(reminder.text)
        await sent.acquire()

    monkeypatch.setattr("bot.interactions.sending.Sender.post", send)
    clock = DiscordClock(lambda: 0.0)
    clock.learn(NOW)
    replies = Replies(clock)
    timers = Timers(App(store, Thinking(), replies, clock, Random(1)))

    async def looks() -> list[int]:
        """Whom the posts that begin with one more look for reminders address."""
        before = len(told)
        await timers.remind(NOW)
        await asyncio.sleep(0)  # they begin
        return [int(re.findall("<@([0-9]+)>", text)[0]) for text in told[before:]]

    for player in (101, 102, 103):
        await game(store, player, player + 100, NOW - 3600 - player)
    assert await looks() == [203]
    await game(store, ANN, BOB, NOW - 300)
    assert await looks() == []
    for awaited in (ANN, 202, 201):
        sent.release()
        for _ in range(2):
            await asyncio.sleep(0)  # the one before ends, and is forgotten
        assert await looks() == [awaited]
    timers.stop()


async def test_nobody_is_reminded_while_too_many_messages_are_under_way(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    told: list[int] = []

    async def send(_: Sender, channel_id: int, __: Post) -> None:
        told.append(channel_id)

    monkeypatch.setattr("bot.interactions.sending.Sender.post", send)
    clock = DiscordClock(lambda: 0.0)
    clock.learn(NOW)
    app = App(store, Thinking(), Replies(clock), clock, Random(1))
    timers = Timers(app)
    await game(store, ANN, BOB, NOW - 300)
    for _ in range(_AT_ONCE + 1):  # a cup may add some
        timers._send(0, asyncio.sleep(LONG))
    await timers.remind(NOW)
    await asyncio.sleep(0)
    assert told == []
    timers.stop()


async def test_who_takes_over_shards_soon_looks_for_what_is_due(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    hurried: list[bool] = []
    monkeypatch.setattr(server.client._timers, "hurry", lambda: hurried.append(True))
    server.client.serve([0, 1], 4)
    assert hurried
