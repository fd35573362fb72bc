"""Upkeep does a little at a time, no player has to do it for others, and figures name nobody."""

from collections import Counter

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import func, select, update

from bot.challenges import transactions as challenge_transactions
from bot.challenges.challenge import LIFETIME
from bot.database.store import AT_ONCE, Store
from bot.database.tables import challenges, interactions, meetings, pauses, seats, sessions
from bot.database.transaction import AnyTransaction
from bot.interactions.interaction import CameAgain
from bot.messages.texts import Refusal
from bot.play import transactions
from bot.play.result_rows import DEMO
from bot.play.results import PEOPLE
from bot.play.seats import Bot, Terms
from bot.running import transactions as upkeep
from tests.people.test_personal_data import ANN, BOB, EVE, HERE, alone, by, together
from tests.support import crowd
from tests.support.requests import A_DAY, NOW, request
from tests.support.stores import on_both_stores

pytestmark = on_both_stores

MANY = AT_ONCE + 100


def all_abandoned(transaction: AnyTransaction) -> None:
    """Many abandoned games, and challenges that nobody answered."""
    crowd.fill(transaction, MANY)
    abandoned = {"ended_at": None, "end_reason": None, "closes_at": NOW}
    transaction.connection.execute(update(sessions).values(abandoned))
    transaction.connection.execute(update(seats).values(live=True))
    transaction.connection.execute(update(challenges).values(state="open", expires_at=NOW))


def still_open(transaction: AnyTransaction) -> int:
    unended = select(func.count()).where(sessions.c.ended_at.is_(None))
    return transaction.connection.scalar(unended) or 0


async def test_a_sweep_closes_so_many_games_and_challenges_at_once_and_no_more(store: Store):
    await store.run(all_abandoned)
    assert await store.run(upkeep.sweep, NOW) == (AT_ONCE, AT_ONCE)
    assert await store.run(upkeep.sweep, NOW) == (100, 100)
    assert await store.run(upkeep.sweep, NOW) == (0, 0)


async def test_a_sweep_is_noted_once_a_minute_also_when_the_clock_was_put_back(store: Store):
    noted = []
    for after in (0, 59, 60, -1000):
        await store.run(upkeep.sweep, NOW + after)
        noted.append(await store.run(upkeep.read_note, "swept at"))
    assert noted == [f"{NOW}", f"{NOW}", f"{NOW + 60}", f"{NOW - 1000}"]


async def test_what_is_no_longer_needed_is_forgotten_a_part_at_a_time(store: Store):
    def left(transaction: AnyTransaction) -> list[int]:
        return [
            transaction.connection.scalar(select(func.count()).select_from(table)) or 0
            for table in (challenges, pauses, meetings, interactions)
        ]

    await store.run(crowd.fill, MANY)
    in_ten_years = NOW + 3650 * A_DAY
    assert await store.run(upkeep.forget, in_ten_years)
    assert (await store.run(left))[:3] == [MANY - AT_ONCE] * 3
    while await store.run(upkeep.forget, in_ten_years):
        pass
    assert await store.run(left) == [0] * 4


async def test_a_new_game_waits_for_nobody_elses_abandoned_games(store: Store):
    await store.run(all_abandoned)
    await store.serve(request(ANN, at=NOW), transactions.start, Bot("easy"), Terms())
    later = NOW + 2 * A_DAY
    await store.serve(request(ANN, at=later), transactions.start, Bot("easy"), Terms())
    assert await store.run(still_open) == MANY + 1, "her own is closed, and she has a new one"


@pytest.mark.parametrize("abandoned_by", [ANN, BOB])
async def test_a_game_of_two_begins_where_one_of_them_left_one_behind(
    store: Store, abandoned_by: int
):
    await store.serve(request(abandoned_by, at=NOW), transactions.start, Bot("easy"), Terms())
    later = NOW + 2 * A_DAY
    asked = await store.serve(
        request(ANN, at=later), challenge_transactions.challenge, BOB, Terms()
    )
    session = (
        await store.serve(request(BOB, at=later), challenge_transactions.accept, asked.id)
    ).session
    assert (
        await store.serve(request(abandoned_by, at=later), transactions.own_session)
    ).id == session.id


async def test_a_challenge_waits_for_nobody_elses_that_expired(store: Store):
    def expired(transaction: AnyTransaction) -> int:
        lapsed = select(func.count()).where(challenges.c.state == "lapsed")
        return transaction.connection.scalar(lapsed) or 0

    somebody = 4
    for challenger in (ANN, EVE):
        await store.serve(
            request(challenger, at=NOW), challenge_transactions.challenge, BOB, Terms()
        )
    again = request(ANN, at=NOW + LIFETIME)
    await store.serve(again, challenge_transactions.challenge, somebody, Terms())
    assert await store.run(expired) == 1


async def test_games_are_counted_by_game_by_opponent_and_by_end(store: Store):
    before = figures()
    for _ in range(2):
        await alone(store, ANN, HERE)
    await together(store, ANN, BOB, HERE)
    for _ in range(2):
        await store.serve(by(EVE), transactions.watch, Bot("hard"), Bot("easy"))
    await store.serve(by(EVE), transactions.start, Bot("easy"), Terms(game="5x5"))
    await store.run(upkeep.sweep, NOW + 2 * A_DAY)
    assert figures() - before == {
        ("ttt_games_total", "3x3", "easy", "resignation"): 2,
        ("ttt_games_total", "3x3", PEOPLE, "resignation"): 1,
        ("ttt_games_total", "3x3", DEMO, "abandoned"): 2,
        ("ttt_games_total", "5x5", "easy", "abandoned"): 1,
        ("ttt_challenges_total", "accepted"): 1,
    }


async def test_challenges_are_counted_by_how_they_ended(store: Store):
    before = figures()
    for challenged, answer in (
        (EVE, challenge_transactions.decline),
        (BOB, challenge_transactions.cancel),
    ):
        asked = await store.serve(by(ANN), challenge_transactions.challenge, challenged, Terms())
        who = ANN if answer is challenge_transactions.cancel else challenged
        await store.serve(by(who), answer, asked.id)
    await store.serve(by(EVE), challenge_transactions.challenge, BOB, Terms())
    await store.run(upkeep.sweep, NOW + LIFETIME)
    assert figures() - before == {
        ("ttt_challenges_total", "declined"): 1,
        ("ttt_challenges_total", "cancelled"): 1,
        ("ttt_challenges_total", "lapsed"): 1,
    }


async def test_what_is_refused_or_done_before_counts_for_nothing(store: Store):
    await alone(store, ANN, HERE)
    asked = by(ANN)
    await store.serve(asked, transactions.start, Bot("easy"), Terms())
    resigning = by(ANN)
    await store.serve(resigning, challenge_transactions.resign)
    before = figures()
    with pytest.raises(CameAgain):
        await store.serve(resigning, challenge_transactions.resign)
    with pytest.raises(Refusal):
        await store.serve(by(ANN), challenge_transactions.resign)
    assert not figures() - before


def figures() -> Counter[tuple[str, ...]]:
    """How many games and challenges have ended, by name and labels."""
    return Counter(
        {
            (sample.name, *sample.labels.values()): int(sample.value)
            for family in REGISTRY.collect()
            if family.name in {"ttt_games", "ttt_challenges"}
            for sample in family.samples
            if sample.name.endswith("_total")
        }
    )
