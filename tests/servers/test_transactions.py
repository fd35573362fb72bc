"""A server in the store: its settings, kept apart from others', and what goes after a year."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from bot.advice import transactions as advice_transactions
from bot.challenges import transactions as challenge_transactions
from bot.cups import transactions as cup_transactions
from bot.database.store import Store
from bot.database.transaction import AnyTransaction
from bot.interactions.interaction import CameAgain, Interaction
from bot.people import transactions as record_transactions
from bot.play import settings_rows, transactions
from bot.play.actions import NO_GAME_HERE
from bot.play.seats import Bot, Terms
from bot.play.session import SECONDS_A_DAY
from bot.play.settings import DEFAULTS, ServerSettings
from bot.servers import transactions as server_transactions
from bot.servers.transactions import KEPT
from engine.board import Mark
from tests.support import crowd
from tests.support.refusals import refuses
from tests.support.requests import NOW, request
from tests.support.stores import on_both_stores

ANN, BOB = 1, 2
HERE, THERE = 77, 78


def by(user: int = ANN, guild: int | None = HERE, **more: Any) -> Interaction:
    return request(user, guild=guild, **more)


async def changed(store: Store, name: str, to: Any, guild: int = HERE) -> ServerSettings:
    return await store.serve(by(guild=guild), server_transactions.change, guild, name, to)


async def start(store: Store, asked: Interaction) -> Any:
    return await store.serve(asked, transactions.start, None, Terms())


async def test_each_change_is_kept_beside_the_others_and_only_for_its_server(store: Store):
    await changed(store, "level", "hard")
    both = await changed(store, "game", "4x4")
    assert both == replace(DEFAULTS, level="hard", game="4x4")
    assert await store.serve(by(), settings_rows.settings_of) == both
    for elsewhere in (THERE, None):
        assert await store.serve(by(guild=elsewhere), settings_rows.settings_of) == DEFAULTS


async def test_what_a_server_has_not_changed_is_as_the_operator_wants_it(store: Store):
    ours = {"level": "easy", "game": "fading"}
    await changed(store, "level", "hard")
    app = SimpleNamespace(defaults=ours)
    found = await store.serve(replace(by(), app=app), settings_rows.settings_of)
    assert (found.level, found.game) == ("hard", "fading")
    assert (await changed(store, "level", None)).level == DEFAULTS.level


async def test_a_change_that_comes_again_after_another_changes_nothing(store: Store):
    first = by()
    change = server_transactions.change
    await store.serve(first, change, HERE, "level", "hard")
    await changed(store, "level", "easy")
    with pytest.raises(CameAgain):
        await store.serve(first, change, HERE, "level", "hard")
    assert (await store.serve(by(), settings_rows.settings_of)).level == "easy"


@on_both_stores
async def test_new_games_have_the_settings_and_running_ones_keep_theirs(store: Store):
    running = await start(store, by())
    for name, to in (
        ("game", "fading"),
        ("level", "hard"),
        ("look", "sun and moon"),
        ("language", "de"),
    ):
        await changed(store, name, to)
    new = await start(store, by(BOB))
    assert (new.game, new.seats[Mark.O], new.look, new.language) == (
        "fading",
        Bot("hard"),
        "sun and moon",
        "de",
    )
    pressed = await store.serve(by(), transactions.press_cell, running.id, 0, 5)
    assert (pressed.game, pressed.look, pressed.language) == ("3x3", "tiles", "en-US")


@pytest.mark.parametrize("anyone", [False, True])
async def test_a_challenge_is_made_and_accepted_on_the_settings_it_was_sent_under(
    store: Store, anyone: bool
):
    await changed(store, "time", 60)
    await changed(store, "look", "sun and moon")
    if anyone:
        asked = await store.serve(by(), challenge_transactions.challenge_anyone, Terms())
        accept = challenge_transactions.join
    else:
        asked = await store.serve(by(), challenge_transactions.challenge, BOB, Terms())
        accept = challenge_transactions.accept
    await changed(store, "time", 3600)
    await changed(store, "look", "tiles")
    session = (await store.serve(by(BOB), accept, asked.id)).session
    assert (session.time, session.look) == (60, "sun and moon")


async def test_a_leaderboard_is_reset_and_no_other_with_it(store: Store):
    here, there = 77, 78
    for guild in (here, there):
        await store.run(crowd.rank, guild, 10)
        await store.run(crowd.rank, guild, 10, "4x4")
    await store.run(server_transactions.delete_standings, here)
    assert await store.run(server_transactions.count_standings, here) == 0
    assert await store.run(server_transactions.count_standings, there) == 10
    assert (await store.serve(by(guild=here), record_transactions.leaderboard, 0)).standings == ()


GONE, STAYS = 77, 78
LATER = NOW + KEPT * SECONDS_A_DAY


def at(guild: int, user: int = 1, now: int = NOW) -> Interaction:
    return request(user, guild, at=now, guild=guild)


async def unused(store: Store, now: int) -> list[int]:
    return list(await store.run(server_transactions.servers_unused, now))


async def forget(store: Store, now: int = LATER) -> None:
    while await store.run(server_transactions.forget_server, GONE, now):
        pass


async def used(store: Store, guild: int, now: int = NOW) -> int:
    """A server with a setting and a game; returns the game."""
    await store.serve(at(guild, now=now), server_transactions.change, guild, "level", "hard")
    started = await store.serve(at(guild, now=now), transactions.start, Bot("easy"), Terms())
    return started.id


async def open_cup(store: Store, now: int) -> None:
    asked = at(GONE, now=now)
    await store.serve(asked, cup_transactions.open_cup, "3x3", 60, 600, may_open=True)


async def post_puzzle(store: Store, now: int) -> None:
    await store.serve(at(GONE, now=now), advice_transactions.post_here, GONE)
    assert await store.run(advice_transactions.claim, now, 50, {})


@pytest.mark.parametrize("use", [open_cup, post_puzzle])
async def test_a_server_is_unused_a_year_after_its_last_game_cup_or_daily_post(
    store: Store, use: Callable[[Store, int], Awaitable[None]]
):
    await used(store, GONE, NOW - SECONDS_A_DAY)
    await used(store, STAYS)
    assert await unused(store, LATER - 2 * SECONDS_A_DAY) == []
    assert await unused(store, LATER - SECONDS_A_DAY) == [GONE]
    assert await unused(store, LATER) == [GONE, STAYS]
    await use(store, NOW + SECONDS_A_DAY)
    assert await unused(store, LATER) == [STAYS]
    await store.serve(at(STAYS, now=LATER), server_transactions.change, STAYS, "level", "easy")
    assert await unused(store, LATER) == [STAYS], "that is no use"


@on_both_stores
async def test_its_settings_leaderboard_and_games_go_and_nothing_of_another_server(store: Store):
    ours, others = await used(store, GONE), await used(store, STAYS)
    await store.run(crowd.rank, GONE, 501)
    await store.run(crowd.rank, STAYS, 3)
    await forget(store)
    assert await store.serve(at(GONE), settings_rows.settings_of) == DEFAULTS
    assert (await store.serve(at(GONE), record_transactions.leaderboard, 0)).standings == ()
    with refuses(NO_GAME_HERE):
        await store.serve(at(GONE), transactions.session_of_button, ours)
    assert await unused(store, LATER) == [STAYS]
    assert (await store.serve(at(STAYS), settings_rows.settings_of)).level == "hard"
    assert len((await store.serve(at(STAYS), record_transactions.leaderboard, 0)).standings) == 3
    assert await store.serve(at(STAYS), transactions.session_of_button, others)


async def test_where_somebody_plays_meanwhile_everything_stays(store: Store):
    await used(store, GONE)
    begun = await store.serve(at(GONE, 2, LATER), transactions.start, Bot("easy"), Terms())
    await forget(store)
    assert (await store.serve(at(GONE, 2, LATER), transactions.own_session)).id == begun.id
    assert (await store.serve(at(GONE), settings_rows.settings_of)).level == "hard"


async def test_the_day_of_a_server_is_written_once_a_day(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    written: list[int] = []
    write = settings_rows._USED

    def execute(transaction: AnyTransaction, **row: int) -> None:
        written.append(row["used_on"])
        write.execute(transaction, **row)

    monkeypatch.setattr(settings_rows, "_USED", SimpleNamespace(execute=execute))
    today = NOW // SECONDS_A_DAY
    for user, now in ((1, NOW), (2, NOW), (3, NOW + SECONDS_A_DAY), (4, NOW)):
        await store.serve(at(GONE, user, now), transactions.start, Bot("easy"), Terms())
    assert written == [today, today + 1]


@on_both_stores
async def test_games_that_begin_at_once_in_an_unused_server_note_its_day(store: Store):
    starts = [
        store.serve(at(GONE, user), transactions.start, Bot("easy"), Terms())
        for user in range(1, 9)
    ]
    await asyncio.gather(*starts)
    assert await unused(store, LATER) == [GONE]
