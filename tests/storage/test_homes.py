"""Homes in the store: when a server is missing, when it is not, and what goes with it."""

from dataclasses import replace
from random import Random

import pytest

from bot.sessions.homes import KEPT, Roll
from bot.sessions.refusals import NoGameHere
from bot.sessions.seats import Bot, Terms
from bot.sessions.settings import DEFAULTS
from bot.storage import home_transactions, record_transactions, settings_transactions, transactions
from bot.storage.request import Request
from bot.storage.store import Store
from tests.support import crowd
from tests.support.requests import NOW, request
from tests.support.stores import on_both_stores

pytestmark = on_both_stores

OURS, ANOTHER = 42, 43
SECOND_SHARD = 1 << 22  # a server of shard 1 of 2
GONE, STAYS = 2 << 22, 4 << 22  # servers of shard 0


def at(guild: int, user: int = 1, now: int = NOW) -> Request:
    return replace(request(user, guild, at=now), guild_id=guild)


def roll(*present: int, application: int = OURS, shard: int = 0, shards: int = 2) -> Roll:
    return Roll(application, shard, shards, frozenset(present))


async def call(store: Store, *rolls: Roll, now: int = NOW) -> None:
    for each in rolls:
        await store.run(home_transactions.call_roll, each, now)


async def due(store: Store, now: int = NOW + KEPT, application: int = OURS) -> list[int]:
    return list(await store.run(home_transactions.homes_to_forget, application, now))


async def forgotten(store: Store, guild: int = GONE) -> None:
    while await store.run(home_transactions.forget_home, OURS, guild):
        pass


async def used(store: Store, guild: int) -> int:
    """A server with a setting and a game; returns the game."""
    await store.run(settings_transactions.change, at(guild), guild, "level", "hard")
    return (await store.run(transactions.start, at(guild), Bot("easy"), Terms(), Random(1))).id


async def test_a_server_is_due_thirty_days_after_the_first_list_that_lacks_it(store: Store):
    await call(store, roll(GONE, STAYS), roll(STAYS))
    await call(store, roll(STAYS), now=NOW + KEPT - 1)
    assert await due(store, NOW + KEPT - 1) == []
    assert await due(store) == [GONE]


async def test_a_server_that_a_later_list_has_again_is_not_missing(store: Store):
    await call(store, roll(GONE), roll(), roll(GONE))
    assert await due(store) == []
    await call(store, roll(), now=NOW + 5)
    await store.run(home_transactions.note_homes, OURS, frozenset({GONE}))
    assert await due(store, NOW + 5 + KEPT) == []


async def test_a_list_says_nothing_of_other_shards_and_of_servers_the_bot_was_never_seen_in(store: Store):
    await call(store, roll(SECOND_SHARD, shard=1), roll(STAYS))
    await used(store, GONE)
    await call(store, roll())
    assert await due(store) == [STAYS]


async def test_the_list_of_another_application_says_nothing_of_ours(store: Store):
    await call(store, roll(GONE), roll(application=ANOTHER))
    assert await due(store) == []
    assert await due(store, application=ANOTHER) == []


async def test_its_settings_leaderboard_and_games_go_and_nothing_of_another_server(store: Store):
    await call(store, roll(GONE, STAYS), roll(STAYS))
    ours, others = await used(store, GONE), await used(store, STAYS)
    await store.run(crowd.rank, GONE, 501)
    await store.run(crowd.rank, STAYS, 3)
    await forgotten(store)
    assert await store.run(settings_transactions.settings, at(GONE)) == DEFAULTS
    assert (await store.run(record_transactions.leaderboard, at(GONE), 0)).standings == ()
    with pytest.raises(NoGameHere):
        await store.run(transactions.look_at, at(GONE), ours)
    assert await due(store) == []
    assert (await store.run(settings_transactions.settings, at(STAYS))).level == "hard"
    assert len((await store.run(record_transactions.leaderboard, at(STAYS), 0)).standings) == 3
    assert await store.run(transactions.look_at, at(STAYS), others)


async def test_a_game_that_someone_began_there_since_by_themselves_stays(store: Store):
    await call(store, roll(GONE), roll())
    begun = await store.run(transactions.start, at(GONE, now=NOW + 1), Bot("easy"), Terms(), Random(1))
    await forgotten(store)
    assert (await store.run(transactions.look, at(GONE, now=NOW + 1))).id == begun.id


async def test_a_server_that_came_back_loses_nothing(store: Store):
    await call(store, roll(GONE), roll())
    await used(store, GONE)
    await call(store, roll(GONE))
    await forgotten(store)
    assert (await store.run(settings_transactions.settings, at(GONE))).level == "hard"


async def test_what_another_application_still_uses_stays(store: Store):
    await call(store, roll(GONE), roll(GONE, application=ANOTHER), roll())
    await used(store, GONE)
    await forgotten(store)
    assert (await store.run(settings_transactions.settings, at(GONE))).level == "hard"
    assert await due(store) == []
