"""Hints, reviews, and the puzzle of the day: how people do, and its post once a day and channel."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.advice import transactions as advice_transactions
from bot.advice.daily_puzzle import (
    NOTHING_TO_SHARE,
    DailyChannel,
    DailyPost,
    DailyRecord,
    Solvers,
)
from bot.challenges import transactions as challenge_transactions
from bot.database.store import Store
from bot.interactions.interaction import CameAgain, Interaction
from bot.play import transactions
from bot.play.actions import NOTHING_TO_REVIEW, BoardMovedOn
from bot.play.settings import AUTOMATIC
from bot.running.transactions import forget
from bot.servers import transactions as server_transactions
from tests.play.test_transactions import moved, started
from tests.support.hints import hinted
from tests.support.refusals import refuses
from tests.support.requests import A_DAY, ANN, BOB, GUILD, HERE, NOW, request
from tests.support.stores import on_both_stores

DAY = 20_779  # 22 November 2026


async def counted(
    store: Store, day: int, *, right: bool, who: int = ANN, game: str = "3x3"
) -> DailyRecord | None:
    return await store.serve(request(who), advice_transactions.count_try, day, game, right=right)


async def test_tries_are_counted_until_the_right_one(store: Store):
    assert await counted(store, DAY, right=False) == DailyRecord(DAY, tries=1)
    assert await counted(store, DAY, right=True) == DailyRecord(DAY, tries=2, solved=True, streak=1)
    for right in (True, False):
        assert await counted(store, DAY, right=right) == DailyRecord(
            DAY, tries=2, solved=True, streak=1
        )


async def test_a_streak_grows_from_day_to_day_and_ends_with_a_day_left_out_or_not_solved(
    store: Store,
):
    assert (await counted(store, DAY, right=True)).streak == 1
    assert (await counted(store, DAY + 1, right=False)).streak == 1
    assert (await counted(store, DAY + 1, right=True)).streak == 2
    assert (await counted(store, DAY + 3, right=True)).streak == 1
    assert (await counted(store, DAY + 4, right=False)).streak == 1
    assert (await counted(store, DAY + 5, right=True)).streak == 1


@on_both_stores
async def test_a_try_that_comes_again_counts_once_and_tries_at_once_all_count(store: Store):
    asked = request(ANN)
    tried = await store.serve(asked, advice_transactions.count_try, DAY, "3x3", right=False)
    assert tried.tries == 1
    with pytest.raises(CameAgain):
        await store.serve(asked, advice_transactions.count_try, DAY, "3x3", right=False)
    assert (await counted(store, DAY, right=False)).tries == 2
    tried = await asyncio.gather(*(counted(store, DAY, right=False) for _ in range(10)))
    assert sorted(puzzle.tries for puzzle in tried) == [*range(3, 13)]


async def test_an_earlier_puzzle_counts_only_before_a_later_one(store: Store):
    assert await counted(store, DAY - 1, right=True)
    last = await counted(store, DAY, right=True)
    assert last.streak == 2
    assert await counted(store, DAY - 1, right=True) is None
    assert await counted(store, DAY, right=True) == last


async def test_only_what_one_solved_last_can_be_shared(store: Store):
    await counted(store, DAY, right=False)
    with refuses(NOTHING_TO_SHARE):
        await store.run(advice_transactions.daily_record_of, ANN, DAY)
    solved = await counted(store, DAY, right=True)
    assert await store.run(advice_transactions.daily_record_of, ANN, DAY) == solved
    for who, day in ((BOB, DAY), (ANN, DAY - 1)):
        with refuses(NOTHING_TO_SHARE):
            await store.run(advice_transactions.daily_record_of, who, day)


async def test_a_day_counts_in_the_game_that_one_tries_first_and_a_streak_goes_on_in_another(
    store: Store,
):
    assert (await counted(store, DAY, right=True, game="misere")).streak == 1
    assert await counted(store, DAY, right=True, game="3x3") is None
    assert (await store.run(advice_transactions.daily_record_of, ANN, DAY)).game == "misere"
    next_day = await counted(store, DAY + 1, right=True, game="3x3")
    assert (next_day.game, next_day.streak) == ("3x3", 2)


THERE = 11
TODAY = NOW // A_DAY
MIDNIGHT = (TODAY + 1) * A_DAY


def by(channel: int = HERE, at: int = NOW) -> Interaction:
    return request(1, channel, at=at, guild=GUILD)


async def turn_on(store: Store, channel: int = HERE, at: int = NOW) -> None:
    await store.serve(by(channel, at), advice_transactions.post_here, GUILD)


async def claim(store: Store, at: int = NOW, **defaults: str) -> list[DailyPost]:
    return await store.run(advice_transactions.claim, at, 50, defaults)


async def change(store: Store, name: str, to: Any) -> None:
    await store.serve(by(), server_transactions.change, GUILD, name, to)


async def test_the_first_post_comes_at_once_and_the_next_one_at_midnight(store: Store):
    await turn_on(store)
    [post] = await claim(store)
    assert post == DailyPost(GUILD, HERE, "en-US", "3x3", TODAY)
    assert await claim(store, MIDNIGHT - 1) == []
    [following] = await claim(store, MIDNIGHT)
    assert following.day == TODAY + 1


async def test_each_post_is_in_the_language_and_of_the_game_that_the_server_has_on_its_day(
    store: Store,
):
    await change(store, "language", "de")
    await turn_on(store)
    [first] = await claim(store)
    await change(store, "language", "fr")
    await change(store, "game", "misere")
    [second] = await claim(store, MIDNIGHT)
    await change(store, "language", AUTOMATIC)
    [third] = await claim(store, MIDNIGHT + A_DAY, language="it")
    assert [post.language for post in (first, second, third)] == ["de", "fr", "en-US"]
    assert [post.game for post in (first, second, third)] == ["3x3", "misere", "misere"]


async def test_the_operators_language_and_game_hold_for_posts_where_the_server_has_chosen_none(
    store: Store,
):
    await turn_on(store)
    [post] = await claim(store, language="it", game="fading")
    assert (post.language, post.game) == ("it", "fading")


@on_both_stores
async def test_of_many_processes_one_posts(store: Store, database_url: str):
    await turn_on(store)
    async with Store.open(database_url) as other:
        claims = await asyncio.gather(*(claim(each) for each in (store, other) * 5))
    assert sum(map(len, claims)) == 1


async def test_a_channel_that_refuses_gets_no_more_until_someone_turns_it_on_again(store: Store):
    await turn_on(store)
    [post] = await claim(store)
    await store.run(advice_transactions.record_refusal, post)
    assert await store.run(advice_transactions.daily_channel, GUILD) == DailyChannel(
        HERE, is_refused=True
    )
    assert await claim(store, MIDNIGHT) == []
    await turn_on(store, at=MIDNIGHT)
    assert len(await claim(store, MIDNIGHT)) == 1


async def test_turning_it_on_twice_posts_once_and_another_channel_gets_its_own(store: Store):
    await turn_on(store)
    assert await claim(store)
    await turn_on(store)
    assert await claim(store) == []
    await turn_on(store, THERE)
    assert [each.channel_id for each in await claim(store)] == [THERE]


async def test_what_becomes_of_a_post_does_not_touch_a_channel_chosen_meanwhile(store: Store):
    await turn_on(store)
    [post] = await claim(store)
    await turn_on(store, THERE)
    await store.run(advice_transactions.record_refusal, post)
    assert await store.run(advice_transactions.daily_channel, GUILD) == DailyChannel(THERE)


async def solve(
    store: Store,
    who: int,
    wrong: int = 0,
    *,
    guild: int | None = GUILD,
    game: str = "3x3",
    at: int = NOW,
) -> None:
    """Somebody tries today's puzzle: wrong so many times, then right, and then once more."""
    tries = wrong * [False] + [True, True]
    for right in tries:
        asked = request(who, at=at, guild=guild)
        await store.serve(asked, advice_transactions.count_try, TODAY, game, right=right)


async def solvers(store: Store, at: int = MIDNIGHT) -> Solvers:
    """Those of whom the post at a midnight tells."""
    [post] = await claim(store, at)
    return post.yesterday


@on_both_stores
async def test_a_post_tells_how_many_solved_the_puzzle_of_the_day_before_in_its_server(
    store: Store,
):
    await turn_on(store)
    await claim(store)
    await asyncio.gather(*(solve(store, who) for who in range(1, 6)))
    await asyncio.gather(*(solve(store, who, wrong=1) for who in range(6, 9)))
    assert await solvers(store) == Solvers(count=8, in_one_try=5)
    assert await solvers(store, MIDNIGHT + A_DAY) == Solvers()


async def test_nobody_is_counted_twice_or_for_a_puzzle_that_the_server_did_not_get(store: Store):
    await solve(store, 1)  # before the server gets it
    await turn_on(store)
    await claim(store)
    await solve(store, 1)
    await solve(store, 2, guild=None)
    await solve(store, 2)
    await solve(store, 3, guild=GUILD + 1)
    await solve(store, 4, game="misere")
    await solve(store, 5, at=MIDNIGHT)  # asked on its day, answered after it
    assert await solvers(store) == Solvers()


async def test_nobody_is_counted_where_discord_refuses_the_post(store: Store):
    await turn_on(store)
    [post] = await claim(store)
    await store.run(advice_transactions.record_refusal, post)
    await solve(store, 1)
    await turn_on(store, at=MIDNIGHT)
    assert await solvers(store) == Solvers()


@pytest.mark.parametrize(("days", "kept"), [(1, Solvers(1, 1)), (2, Solvers())])
async def test_who_solved_a_puzzle_is_kept_until_the_day_after_has_been_told(
    store: Store, days: int, kept: Solvers
):
    await turn_on(store)
    await claim(store)
    await solve(store, 1)
    await store.run(forget, NOW + days * A_DAY)
    assert await store.run(advice_transactions._solvers, GUILD, TODAY) == kept


async def test_turning_the_post_off_forgets_who_solved_it(store: Store):
    await turn_on(store)
    await claim(store)
    await solve(store, 1)
    await store.run(advice_transactions.turn_off, GUILD)
    await turn_on(store)
    [again] = await claim(store)
    assert again.day == TODAY
    assert await solvers(store) == Solvers()


async def test_a_nonce_is_short_enough_for_discord(store: Store):
    longest = DailyPost(2**64 - 1, HERE, "en-US", "3x3", 2**20)
    assert len(longest.nonce) <= 25


async def test_a_hint_marks_one_game_alone_and_leaves_its_board_where_it_was(store: Store):
    session = await started(store)
    await started(store, ANN, THERE)
    shown = await store.serve(request(message=77), transactions.press_cell, session.id, 0, 1)
    for asked in (request(), request(message=66)):
        after = await store.serve(asked, hinted)
        assert after == replace(shown, assisted=True)
    assert await store.serve(request(), transactions.own_session) == replace(shown, assisted=True)
    assert not (await store.serve(request(ANN, THERE), transactions.own_session)).assisted


async def test_a_hint_for_a_board_that_has_changed_meanwhile_is_not_counted(store: Store):
    await started(store)
    seen = await store.serve(request(), advice_transactions.to_hint)
    moved_on = await store.serve(request(), transactions.move, 1)
    with pytest.raises(BoardMovedOn) as refused:
        await store.serve(request(), advice_transactions.hint, seen)
    assert refused.value.session == moved_on
    assert not (await store.serve(request(), transactions.own_session)).assisted


async def test_a_review_is_of_the_last_finished_game_of_that_person_in_that_channel(store: Store):
    with refuses(NOTHING_TO_REVIEW):
        await store.serve(request(), advice_transactions.review)
    first, second = [], []
    for games, channel in ((first, HERE), (second, THERE), (first, HERE)):
        games.append(await started(store, channel=channel))
        await store.serve(request(channel=channel), transactions.move, 1)
        await store.serve(request(channel=channel), challenge_transactions.resign)
    assert (await store.serve(request(channel=HERE), advice_transactions.review)).id == first[-1].id
    assert (await store.serve(request(channel=THERE), advice_transactions.review)).id == second[
        0
    ].id
    await started(store)
    await moved(store, 5)
    assert (await store.serve(request(channel=HERE), advice_transactions.review)).id == first[-1].id
    with refuses(NOTHING_TO_REVIEW):
        await store.serve(request(BOB), advice_transactions.review)


@on_both_stores
async def test_a_refusal_that_comes_late_does_not_turn_off_the_channel_that_got_its_own_post(
    store: Store,
):
    await turn_on(store)
    [first] = await claim(store)
    await turn_on(store, THERE)
    await claim(store)
    await store.run(advice_transactions.record_refusal, first)
    assert await store.run(advice_transactions.daily_channel, GUILD) == DailyChannel(THERE)
