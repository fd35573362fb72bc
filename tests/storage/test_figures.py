"""What people do, counted without naming them."""

from random import Random

from bot.sessions.records import PEOPLE
from bot.sessions.seats import Bot, Terms
from bot.storage import challenge_transactions, transactions, upkeep
from bot.storage.store import Store
from bot.storage.upkeep import DEMO
from tests.storage.test_personal_data import ANN, BOB, EVE, HERE, alone, by, together
from tests.support.requests import NOW
from tests.support.stores import on_both_stores

pytestmark = on_both_stores


async def test_games_are_counted_by_game_by_opponent_and_by_end(store: Store):
    for _ in range(2):
        await alone(store, ANN, HERE)
    await together(store, ANN, BOB, HERE)
    for _ in range(4):
        await store.run(transactions.watch, by(EVE), Bot("hard"), Bot("easy"))
    await store.run(transactions.start, by(EVE), Bot("easy"), Terms(game="5x5"), Random(1))
    used = await store.run(upkeep.use, NOW - 1, NOW)
    assert used.games == {
        ("3x3", "easy", "resignation"): 2,
        ("3x3", PEOPLE, "resignation"): 1,
        ("3x3", DEMO, "stopped"): 1,
    }


async def test_a_game_is_counted_in_the_time_in_which_it_ended_and_in_no_other(store: Store):
    await alone(store, ANN, HERE)
    times = [(NOW - 60, NOW - 1), (NOW - 1, NOW), (NOW, NOW + 60)]
    used = [await store.run(upkeep.use, *between) for between in times]
    assert [sum(part.games.values()) for part in used] == [0, 1, 0]


async def test_challenges_are_counted_by_how_they_ended(store: Store):
    await together(store, ANN, BOB, HERE)
    asked = await store.run(challenge_transactions.challenge, by(ANN), EVE, Terms())
    await store.run(challenge_transactions.decline, by(EVE), asked.id)
    used = await store.run(upkeep.use, NOW, NOW + 3600)
    assert used.challenges == {"accepted": 1, "declined": 1}


async def test_the_database_has_a_size(store: Store):
    assert await store.run(upkeep.size) > 50_000
