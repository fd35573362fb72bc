"""What is deleted without anyone asking: old games, and people who were not seen for a year."""

from random import Random

import pytest
from sqlalchemy import Connection, select

from bot.sessions.actions import NothingToReview
from bot.sessions.seats import Bot, Terms
from bot.storage import (
    challenge_transactions,
    cup_transactions,
    personal_data,
    puzzle_transactions,
    record_rows,
    record_transactions,
    transactions,
)
from bot.storage.store import Store
from bot.storage.tables import people
from tests.storage.test_deletion import A_DAY, ANN, BOB, EVE, HERE, alone, by, tables_with, together
from tests.support.requests import NOW
from tests.support.stores import on_both_stores

pytestmark = on_both_stores

A_YEAR = 365 * A_DAY
DAN, KIM = 444_444, 555_555


async def test_old_games_are_deleted_and_stay_counted(store: Store):
    await together(store, ANN, BOB, HERE)
    for before, games in ((NOW, 0), (NOW + 1, 1)):
        assert await store.run(transactions.review, by(ANN))
        assert await store.run(personal_data.count_old_games, before) == games
        assert await store.run(personal_data.forget_games, before) == games
    with pytest.raises(NothingToReview):
        await store.run(transactions.review, by(ANN))
    assert (await store.run(record_transactions.kept, ANN)).counted == 1


async def test_a_game_that_is_on_stays_however_old_it_is(store: Store):
    await store.run(transactions.start, by(ANN), Bot("easy"), Terms(), Random(1))
    await store.run(personal_data.forget_games, NOW + A_YEAR)
    assert await store.run(transactions.board, by(ANN))


async def test_the_rematch_of_a_deleted_game_can_still_be_played(store: Store):
    first = await alone(store, ANN, HERE)
    later = by(ANN, at=NOW + A_DAY)
    again = await store.run(challenge_transactions.rematch, later, first.id, Random(1))
    await store.run(personal_data.forget_games, NOW + 1)
    assert (await store.run(transactions.board, later)).id == again.id


async def test_whoever_plays_joins_solves_or_blocks_is_seen(store: Store):
    await together(store, ANN, BOB, HERE)
    asked = await store.run(challenge_transactions.challenge, by(BOB), EVE, Terms())
    await store.run(challenge_transactions.block, by(EVE), asked.id)
    opened = await store.run(cup_transactions.open_cup, by(ANN), None, 600, 600, Random(1), may_open=True)
    await store.run(cup_transactions.join, by(DAN), opened.after.id, Random(1))
    await store.run(puzzle_transactions.answer, by(KIM), 20_000, "3x3", right=False)

    def seen_on(connection: Connection) -> dict[int, int]:
        return {row.user_id: row.seen_on for row in connection.execute(select(people))}

    assert await store.run(seen_on) == dict.fromkeys((ANN, BOB, EVE, DAN, KIM), NOW // A_DAY)


async def test_someone_unseen_for_a_year_is_found_and_leaves_nothing_behind(store: Store):
    await alone(store, ANN, HERE)
    await store.run(transactions.start, by(BOB, at=NOW + A_DAY), Bot("easy"), Terms(), Random(1))
    assert await store.run(record_rows.people_unseen, NOW + A_YEAR) == []
    assert await store.run(record_rows.people_unseen, NOW + A_YEAR + A_DAY) == [ANN]
    while await store.run(record_transactions.delete_person, ANN, NOW + A_YEAR):
        pass
    assert await store.run(tables_with, ANN) == set()
    assert await store.run(record_rows.people_unseen, NOW + A_YEAR + A_DAY) == []


async def test_the_year_of_someone_who_has_only_changed_a_setting_begins_today(store: Store):
    await store.run(record_transactions.take_challenges, ANN, takes=False)
    assert await store.run(record_rows.people_unseen, NOW) == []
    assert await store.run(record_rows.people_unseen, NOW + A_YEAR) == []
    assert await store.run(record_rows.people_unseen, NOW + A_YEAR + A_DAY) == [ANN]
