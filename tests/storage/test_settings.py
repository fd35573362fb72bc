"""A server's settings in the store: kept apart from others', in force for new games, counted once."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.sessions.seats import Bot, Terms
from bot.sessions.settings import DEFAULTS, ServerSettings, WatchingIsOff
from bot.storage import (
    challenge_transactions,
    record_rows,
    record_transactions,
    settings_rows,
    settings_transactions,
    transactions,
)
from bot.storage.request import Request
from bot.storage.store import Store
from engine.board import Mark
from tests.support import crowd
from tests.support.requests import request
from tests.support.stores import on_both_stores

pytestmark = on_both_stores

ANN, BOB = 1, 2
HERE, THERE = 77, 78


def by(user: int = ANN, guild: int | None = HERE, **more: Any) -> Request:
    return request(user, guild=guild, **more)


async def changed(store: Store, name: str, to: Any, guild: int = HERE) -> ServerSettings:
    return await store.run(settings_transactions.change, by(guild=guild), guild, name, to)


async def start(store: Store, asked: Request) -> Any:
    return await store.run(transactions.start, asked, None, Terms(), Random(1))


async def test_each_change_is_kept_beside_the_others_and_only_for_its_server(store: Store):
    await changed(store, "level", "hard")
    both = await changed(store, "allows_watching", to=False)
    assert both == replace(DEFAULTS, level="hard", allows_watching=False)
    assert await store.run(settings_rows.settings_of, by()) == both
    for elsewhere in (THERE, None):
        assert await store.run(settings_rows.settings_of, by(guild=elsewhere)) == DEFAULTS


async def test_what_a_server_has_not_changed_is_as_the_operator_wants_it(store: Store):
    ours = replace(DEFAULTS, level="easy", game="fading")
    await changed(store, "level", "hard")
    found = await store.run(settings_rows.settings_of, by(defaults=ours))
    assert (found.level, found.game) == ("hard", "fading")
    assert (await changed(store, "level", None)).level == DEFAULTS.level


async def test_a_change_that_comes_again_after_another_changes_nothing(store: Store):
    first = by()
    change = settings_transactions.change
    await store.run(change, first, HERE, "level", "hard")
    await changed(store, "level", "easy")
    assert (await store.run(change, first, HERE, "level", "hard")).level == "easy"


async def test_new_games_have_the_settings_and_running_ones_keep_theirs(store: Store):
    running = await start(store, by())
    for name, to in (("game", "fading"), ("level", "hard"), ("look", "sun and moon"), ("language", "de")):
        await changed(store, name, to)
    new = await start(store, by(BOB))
    assert (new.game, new.seats[Mark.O], new.look, new.language) == (
        "fading",
        Bot("hard"),
        "sun and moon",
        "de",
    )
    pressed = await store.run(transactions.press, by(), running.id, 0, 5, Random(1))
    assert (pressed.game, pressed.look, pressed.language) == ("3x3", "tiles", "en-US")


@pytest.mark.parametrize("anyone", [False, True])
async def test_a_challenge_is_made_and_accepted_on_the_settings_it_was_sent_under(store: Store, anyone: bool):
    await changed(store, "time", 60)
    await changed(store, "look", "sun and moon")
    if anyone:
        asked = await store.run(challenge_transactions.challenge_anyone, by(), Terms())
        accept = challenge_transactions.join
    else:
        asked = await store.run(challenge_transactions.challenge, by(), BOB, Terms())
        accept = challenge_transactions.accept
    await changed(store, "time", 3600)
    await changed(store, "look", "tiles")
    session = await store.run(accept, by(BOB), asked.id, Random(1))
    assert (session.time, session.look) == (60, "sun and moon")


async def test_a_leaderboard_is_reset_in_parts_and_no_other_with_it(store: Store):
    await store.run(crowd.fill, 1000)
    here, there = 1_000_001, 1_000_002
    await store.run(crowd.rank, here, 501)
    parts = [await store.run(record_rows.delete_standings, here) for _ in range(2)]
    assert parts == [True, False]
    assert await store.run(record_rows.count_standings, here) == 0
    assert await store.run(record_rows.count_standings, there) == 10
    assert (await store.run(record_transactions.leaderboard, by(guild=here), 0)).standings == ()


async def test_where_watching_is_off_there_is_no_demo_game(store: Store):
    await changed(store, "allows_watching", to=False)
    with pytest.raises(WatchingIsOff):
        await store.run(transactions.watch, by(), None, None)
    assert await store.run(transactions.watch, by(guild=THERE), None, None)
