"""The puzzle of the day is posted once a day and channel, by whichever process claims it first."""

import asyncio
from dataclasses import replace
from typing import Any

from bot.sessions.daily_puzzle import DailyChannel, DailyPost
from bot.sessions.settings import AUTOMATIC, DEFAULTS, ServerSettings
from bot.storage import puzzle_transactions, settings_transactions
from bot.storage.request import Request
from bot.storage.store import Store
from tests.support.requests import A_DAY, GUILD, HERE, NOW, request
from tests.support.stores import on_both_stores

pytestmark = on_both_stores

THERE = 11
TODAY = NOW // A_DAY
MIDNIGHT = (TODAY + 1) * A_DAY


def by(channel: int = HERE, at: int = NOW) -> Request:
    return request(1, channel, at=at, guild=GUILD)


async def turn_on(store: Store, channel: int = HERE, at: int = NOW) -> None:
    await store.run(puzzle_transactions.post_here, by(channel, at), GUILD)


async def claim(store: Store, at: int = NOW, defaults: ServerSettings = DEFAULTS) -> list[DailyPost]:
    return await store.run(puzzle_transactions.claim, at, 50, defaults)


async def change(store: Store, name: str, to: Any) -> None:
    await store.run(settings_transactions.change, by(), GUILD, name, to)


async def test_the_first_post_comes_at_once_and_the_next_one_at_midnight(store: Store):
    await turn_on(store)
    [post] = await claim(store)
    assert post == DailyPost(GUILD, HERE, "en-US", "3x3", TODAY)
    await store.run(puzzle_transactions.posted, post)
    assert await claim(store, MIDNIGHT - 1) == []
    [following] = await claim(store, MIDNIGHT)
    assert following.day == TODAY + 1


async def test_each_post_is_in_the_language_and_of_the_game_that_the_server_has_on_its_day(store: Store):
    await change(store, "language", "de")
    await turn_on(store)
    [first] = await claim(store)
    await change(store, "language", "fr")
    await change(store, "game", "misere")
    [second] = await claim(store, MIDNIGHT)
    await change(store, "language", AUTOMATIC)
    [third] = await claim(store, MIDNIGHT + A_DAY, replace(DEFAULTS, language="it"))
    assert [post.language for post in (first, second, third)] == ["de", "fr", "en-US"]
    assert [post.game for post in (first, second, third)] == ["3x3", "misere", "misere"]


async def test_the_operators_language_and_game_hold_for_posts_where_the_server_has_chosen_none(store: Store):
    await turn_on(store)
    [post] = await claim(store, defaults=replace(DEFAULTS, language="it", game="fading"))
    assert (post.language, post.game) == ("it", "fading")


async def test_of_many_processes_one_posts(store: Store, database_url: str):
    await turn_on(store)
    async with Store.open(database_url) as other:
        claims = await asyncio.gather(*(claim(each) for each in (store, other) * 5))
    assert sum(map(len, claims)) == 1


async def test_what_a_killed_process_left_is_posted_again_while_discord_knows_the_nonce(store: Store):
    await turn_on(store)
    [post] = await claim(store)
    assert await claim(store, NOW + 44) == []
    [again] = await claim(store, NOW + 45)
    assert again.nonce == post.nonce
    assert await claim(store, NOW + 150) == [], "the first may be there, and nobody would notice"
    assert await claim(store, MIDNIGHT - 1) == []
    assert len(await claim(store, MIDNIGHT)) == 1


async def test_a_channel_that_refuses_gets_no_more_until_someone_turns_it_on_again(store: Store):
    await turn_on(store)
    [post] = await claim(store)
    await store.run(puzzle_transactions.refused, post)
    assert await store.run(puzzle_transactions.daily_channel, GUILD) == DailyChannel(HERE, is_refused=True)
    assert await claim(store, MIDNIGHT) == []
    await turn_on(store, at=MIDNIGHT)
    assert len(await claim(store, MIDNIGHT)) == 1


async def test_turning_it_on_twice_posts_once_and_another_channel_gets_its_own(store: Store):
    await turn_on(store)
    [post] = await claim(store)
    await store.run(puzzle_transactions.posted, post)
    await turn_on(store)
    assert await claim(store) == []
    await turn_on(store, THERE)
    assert [each.channel_id for each in await claim(store)] == [THERE]


async def test_what_becomes_of_a_post_does_not_touch_a_channel_chosen_meanwhile(store: Store):
    await turn_on(store)
    [post] = await claim(store)
    await turn_on(store, THERE)
    await store.run(puzzle_transactions.refused, post)
    assert await store.run(puzzle_transactions.daily_channel, GUILD) == DailyChannel(THERE)


async def test_turned_off_it_is_gone(store: Store):
    await turn_on(store)
    await store.run(puzzle_transactions.turn_off, GUILD)
    assert await store.run(puzzle_transactions.daily_channel, GUILD) is None
    assert await claim(store) == []


async def test_a_nonce_is_short_enough_for_discord(store: Store):
    longest = DailyPost(2**64 - 1, HERE, "en-US", "3x3", 2**20)
    assert len(longest.nonce) <= 25
