"""Homes in the store: when one is quiet, and what goes with it."""

from random import Random

import pytest

from bot.sessions.records import SECONDS_A_DAY
from bot.sessions.refusals import NoGameHere
from bot.sessions.seats import Bot, Terms
from bot.sessions.settings import DEFAULTS
from bot.storage import record_transactions, settings_rows, settings_transactions, transactions, upkeep
from bot.storage.request import Request
from bot.storage.store import Store
from bot.storage.upkeep import KEPT
from tests.support import crowd
from tests.support.requests import NOW, request
from tests.support.stores import on_both_stores

pytestmark = on_both_stores

OURS, ANOTHER = 42, 43
GONE, STAYS = 77, 78
LATER = NOW + KEPT * SECONDS_A_DAY


def at(guild: int, user: int = 1, now: int = NOW) -> Request:
    return request(user, guild, at=now, guild=guild)


async def note(store: Store, *guilds: int, now: int = NOW, application: int = OURS) -> None:
    await store.run(upkeep.note_homes, application, guilds, now)


async def quiet(store: Store, now: int = LATER, application: int = OURS) -> list[int]:
    return list(await store.run(upkeep.quiet_homes, application, now))


async def forget(store: Store) -> None:
    while await store.run(upkeep.forget_home, OURS, GONE, LATER):
        pass


async def used(store: Store, guild: int) -> int:
    """A server with a setting and a game; returns the game."""
    await store.run(settings_transactions.change, at(guild), guild, "level", "hard")
    return (await store.run(transactions.start, at(guild), Bot("easy"), Terms(), Random(1))).id


async def test_a_home_is_quiet_thirty_days_after_something_was_done_there_the_quietest_first(store: Store):
    await note(store, STAYS)
    await note(store, GONE, now=NOW - SECONDS_A_DAY)
    assert await quiet(store, LATER - 2 * SECONDS_A_DAY) == []
    assert await quiet(store) == [GONE, STAYS]
    await note(store, STAYS, now=LATER)
    assert await quiet(store) == [GONE]
    assert await quiet(store, application=ANOTHER) == []


async def test_its_settings_leaderboard_and_games_go_and_nothing_of_another_server(store: Store):
    await note(store, GONE, STAYS)
    ours, others = await used(store, GONE), await used(store, STAYS)
    await store.run(crowd.rank, GONE, 501)
    await store.run(crowd.rank, STAYS, 3)
    await forget(store)
    assert await store.run(settings_rows.settings_of, at(GONE)) == DEFAULTS
    assert (await store.run(record_transactions.leaderboard, at(GONE), 0)).standings == ()
    with pytest.raises(NoGameHere):
        await store.run(transactions.session_of_button, at(GONE), ours)
    assert await quiet(store) == [STAYS]
    assert (await store.run(settings_rows.settings_of, at(STAYS))).level == "hard"
    assert len((await store.run(record_transactions.leaderboard, at(STAYS), 0)).standings) == 3
    assert await store.run(transactions.session_of_button, at(STAYS), others)


async def test_a_game_that_someone_began_there_since_by_themselves_stays(store: Store):
    await note(store, GONE)
    since = at(GONE, now=NOW + SECONDS_A_DAY)
    begun = await store.run(transactions.start, since, Bot("easy"), Terms(), Random(1))
    await forget(store)
    assert (await store.run(transactions.own_session, since)).id == begun.id


@pytest.mark.parametrize("application", [OURS, ANOTHER])
async def test_what_somebody_used_meanwhile_or_another_application_uses_stays(store: Store, application: int):
    await note(store, GONE)
    await used(store, GONE)
    await note(store, GONE, now=LATER, application=application)
    await forget(store)
    assert (await store.run(settings_rows.settings_of, at(GONE))).level == "hard"
    assert await quiet(store) == []
