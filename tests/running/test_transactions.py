"""Upkeep does a little at a time, no player has to do it for others, and figures name nobody."""

import pytest
from sqlalchemy import Connection, func, select, update

from bot.challenges import transactions as challenge_transactions
from bot.challenges.challenge import LIFETIME
from bot.database.store import AT_ONCE, Store
from bot.database.tables import challenges, interactions, meetings, pauses, seats, sessions
from bot.play import transactions
from bot.play.results import PEOPLE
from bot.play.seats import Bot, Terms
from bot.running import transactions as upkeep
from bot.running.transactions import DEMO
from tests.people.test_personal_data import ANN, BOB, EVE, HERE, alone, by, together
from tests.support import crowd
from tests.support.requests import A_DAY, NOW, request
from tests.support.stores import on_both_stores

pytestmark = on_both_stores

MANY = AT_ONCE + 100


def all_abandoned(connection: Connection) -> None:
    """Many abandoned games, and challenges that nobody answered."""
    crowd.fill(connection, MANY)
    abandoned = {"ended_at": None, "end_reason": None, "closes_at": NOW}
    connection.execute(update(sessions).values(abandoned))
    connection.execute(update(seats).values(live=True))
    connection.execute(update(challenges).values(state="open", expires_at=NOW))


def still_open(connection: Connection) -> int:
    unended = select(func.count()).where(sessions.c.ended_at.is_(None))
    return connection.scalar(unended) or 0


async def test_a_sweep_closes_so_many_games_and_challenges_at_once_and_no_more(store: Store):
    await store.run(all_abandoned)
    assert await store.run(upkeep.sweep, NOW) == (AT_ONCE, AT_ONCE)
    assert await store.run(upkeep.sweep, NOW) == (100, 100)
    assert await store.run(upkeep.sweep, NOW) == (0, 0)


async def test_what_is_no_longer_needed_is_forgotten_a_part_at_a_time(store: Store):
    def left(connection: Connection) -> list[int]:
        return [
            connection.scalar(select(func.count()).select_from(table)) or 0
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
    await store.run(transactions.start, request(ANN, at=NOW), Bot("easy"), Terms())
    later = NOW + 2 * A_DAY
    await store.run(transactions.start, request(ANN, at=later), Bot("easy"), Terms())
    assert await store.run(still_open) == MANY + 1, "her own is closed, and she has a new one"


@pytest.mark.parametrize("abandoned_by", [ANN, BOB])
async def test_a_game_of_two_begins_where_one_of_them_left_one_behind(
    store: Store, abandoned_by: int
):
    await store.run(transactions.start, request(abandoned_by, at=NOW), Bot("easy"), Terms())
    later = NOW + 2 * A_DAY
    asked = await store.run(challenge_transactions.challenge, request(ANN, at=later), BOB, Terms())
    session = await store.run(challenge_transactions.accept, request(BOB, at=later), asked.id)
    assert (
        await store.run(transactions.own_session, request(abandoned_by, at=later))
    ).id == session.id


async def test_a_challenge_waits_for_nobody_elses_that_expired(store: Store):
    def expired(connection: Connection) -> int:
        lapsed = select(func.count()).where(challenges.c.state == "lapsed")
        return connection.scalar(lapsed) or 0

    somebody = 4
    for challenger in (ANN, EVE):
        await store.run(challenge_transactions.challenge, request(challenger, at=NOW), BOB, Terms())
    again = request(ANN, at=NOW + LIFETIME)
    await store.run(challenge_transactions.challenge, again, somebody, Terms())
    assert await store.run(expired) == 1


async def test_games_are_counted_by_game_by_opponent_and_by_end(store: Store):
    for _ in range(2):
        await alone(store, ANN, HERE)
    await together(store, ANN, BOB, HERE)
    for _ in range(4):
        await store.run(transactions.watch, by(EVE), Bot("hard"), Bot("easy"))
    await store.run(transactions.start, by(EVE), Bot("easy"), Terms(game="5x5"))
    games, _ = await store.run(upkeep.use, NOW - 1, NOW)
    assert games == {
        ("3x3", "easy", "resignation"): 2,
        ("3x3", PEOPLE, "resignation"): 1,
        ("3x3", DEMO, "stopped"): 1,
    }


async def test_a_game_is_counted_in_the_time_in_which_it_ended_and_in_no_other(store: Store):
    await alone(store, ANN, HERE)
    times = [(NOW - 60, NOW - 1), (NOW - 1, NOW), (NOW, NOW + 60)]
    used = [await store.run(upkeep.use, *between) for between in times]
    assert [sum(games.values()) for games, _ in used] == [0, 1, 0]


async def test_challenges_are_counted_by_how_they_ended(store: Store):
    await together(store, ANN, BOB, HERE)
    asked = await store.run(challenge_transactions.challenge, by(ANN), EVE, Terms())
    await store.run(challenge_transactions.decline, by(EVE), asked.id)
    _, challenges = await store.run(upkeep.use, NOW, NOW + 3600)
    assert challenges == {"accepted": 1, "declined": 1}
