"""What is due is done, after a restart too, and no sooner than it should be."""

import asyncio
import time
from pathlib import Path
from types import SimpleNamespace

from sqlalchemy import select

from bot.challenges import transactions as challenge_transactions
from bot.challenges.challenge import LIFETIME, State
from bot.database.store import Store
from bot.database.tables import challenges
from bot.database.transaction import AnyTransaction
from bot.interactions.clock import Clock
from bot.play.seats import Terms
from bot.running import transactions as upkeep
from bot.running.timers import LATE, Timers
from tests.support.loopback import Loopback, stopped
from tests.support.requests import ANN, BOB, EVE, NOW, request
from tests.support.waiting import LONG

MAX = 4


async def game(store: Store, player: int, opponent: int, at: int) -> None:
    """A game with ten minutes a move, in which the player is to move since then."""
    asked = await store.serve(
        request(player, at=at), challenge_transactions.challenge, opponent, Terms("X", "me")
    )
    accepting = request(opponent, at=at, may_write=True)
    await store.serve(accepting, challenge_transactions.accept, asked.id)


async def left_by_a_bot_that_stopped(database_url: str, now: int) -> None:
    """A bot stopped half a minute ago. Ann's reminder is due, and Eve's challenge has lapsed."""
    early = now - 400
    async with Store.open(database_url) as store:
        await game(store, ANN, BOB, early)
        await store.serve(request(EVE, at=early), challenge_transactions.challenge, MAX, Terms())
        await store.run(upkeep.write_note, "swept at", str(now - 30))


def states_of_challenges(transaction: AnyTransaction) -> list[str]:
    return list(
        transaction.connection.scalars(select(challenges.c.state).order_by(challenges.c.id))
    )


async def test_after_a_restart_what_is_due_is_done_before_anyone_interacts(
    discord: Loopback, tmp_path: Path
):
    url, now = f"sqlite:///{tmp_path / 'ttt.db'}", int(time.time())
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


async def test_a_sweep_leaves_an_answer_in_time_some_seconds_to_arrive(store: Store):
    timers = Timers(SimpleNamespace(store=store, clock=Clock()))
    await store.serve(request(EVE), challenge_transactions.challenge, MAX, Terms())
    for late, state in ((LATE - 1, State.OPEN), (LATE, State.LAPSED)):
        await timers.sweep(NOW + LIFETIME + late)
        timers.stop()
        assert await store.run(states_of_challenges) == [state.value]
