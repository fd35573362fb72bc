"""How people do with the puzzle of the day."""

import asyncio

import pytest

from bot.sessions.daily_puzzle import DailyPuzzle, NothingToShare
from bot.storage import puzzle_transactions
from bot.storage.store import Store
from tests.support.requests import ANN, BOB, request
from tests.support.stores import on_both_stores

pytestmark = on_both_stores

DAY = 20_779  # 22 November 2026


async def answer(
    store: Store, day: int, *, right: bool, who: int = ANN, game: str = "3x3"
) -> DailyPuzzle | None:
    return await store.run(puzzle_transactions.answer, request(who), day, game, right=right)


async def test_tries_are_counted_until_the_right_one(store: Store):
    assert await answer(store, DAY, right=False) == DailyPuzzle(DAY, tries=1)
    assert await answer(store, DAY, right=True) == DailyPuzzle(DAY, tries=2, solved=True, streak=1)
    for right in (True, False):
        assert await answer(store, DAY, right=right) == DailyPuzzle(DAY, tries=2, solved=True, streak=1)


async def test_a_streak_grows_from_day_to_day_and_ends_with_a_day_left_out_or_not_solved(store: Store):
    assert (await answer(store, DAY, right=True)).streak == 1
    assert (await answer(store, DAY + 1, right=False)).streak == 1
    assert (await answer(store, DAY + 1, right=True)).streak == 2
    assert (await answer(store, DAY + 3, right=True)).streak == 1
    assert (await answer(store, DAY + 4, right=False)).streak == 1
    assert (await answer(store, DAY + 5, right=True)).streak == 1


async def test_an_answer_that_comes_again_counts_once(store: Store):
    asked = request(ANN)
    for _ in range(2):
        tried = await store.run(puzzle_transactions.answer, asked, DAY, "3x3", right=False)
        assert tried.tries == 1
    assert (await answer(store, DAY, right=False)).tries == 2
    assert (await store.run(puzzle_transactions.answer, asked, DAY, "3x3", right=False)).tries == 2


async def test_of_answers_at_the_same_time_none_counts_twice(store: Store):
    await asyncio.gather(*(answer(store, DAY, right=False) for _ in range(5)))
    assert (await answer(store, DAY, right=True)).tries <= 6


async def test_an_earlier_puzzle_changes_nothing(store: Store):
    last = await answer(store, DAY, right=True)
    assert await answer(store, DAY - 1, right=False) == last


async def test_only_what_one_solved_last_can_be_shared(store: Store):
    await answer(store, DAY, right=False)
    with pytest.raises(NothingToShare):
        await store.run(puzzle_transactions.solved, ANN, DAY)
    solved = await answer(store, DAY, right=True)
    assert await store.run(puzzle_transactions.solved, ANN, DAY) == solved
    for who, day in ((BOB, DAY), (ANN, DAY - 1)):
        with pytest.raises(NothingToShare):
            await store.run(puzzle_transactions.solved, who, day)


async def test_a_day_counts_in_the_game_that_one_tries_first_and_a_streak_goes_on_in_another(store: Store):
    assert (await answer(store, DAY, right=True, game="misere")).streak == 1
    assert await answer(store, DAY, right=True, game="3x3") is None
    assert (await store.run(puzzle_transactions.solved, ANN, DAY)).game == "misere"
    next_day = await answer(store, DAY + 1, right=True, game="3x3")
    assert (next_day.game, next_day.streak) == ("3x3", 2)
