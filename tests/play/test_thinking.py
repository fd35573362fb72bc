"""A bot that thinks: others go on meanwhile, and a person's move and its answer stay one."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.challenges import transactions as challenge_transactions
from bot.interactions.thinking import NoTimeToThink
from bot.play import transactions
from bot.play.seats import Bot, Terms
from tests.support.held import Held, held_searches, install
from tests.support.requests import request
from tests.support.server import Server, refused, text
from tests.support.slow import SEARCHED
from tests.support.waiting import LONG


@pytest.fixture(autouse=True)
def _slow_bots(monkeypatch: pytest.MonkeyPatch):
    install(monkeypatch)
    monkeypatch.setattr("bot.interactions.thinking._LONGEST_THOUGHT", LONG)


@pytest.fixture
async def held() -> AsyncIterator[Held]:
    async with held_searches() as held:
        yield held


async def start(server: Server, level: str) -> None:
    """Ann's game, number 1, against a bot of a level that commands do not offer."""
    asked = request(server.ann.id, server.general.id, at=int(server.env.now().timestamp()))
    await server.store.serve(asked, transactions.start, Bot(level), Terms())
    await server.ann.slash(server.general, "ttt board")


async def test_while_the_bot_computes_for_one_person_others_are_answered(
    server: Server, held: Held
):
    await start(server, held.level)
    await server.bob.slash(server.general, "ttt start", level="perfect")
    before = len(server.answers())
    presses = asyncio.create_task(
        server.send_presses(
            (server.ann, "ttt:cell:1:0:5"),
            (server.bob, "ttt:cell:2:0:1"),
            (server.eve, "ttt:practise:3x3"),
        )
    )
    search = await held.begun()
    while len(server.answers()) < before + 2:  # noqa: ASYNC110 - simcord has no event for an answer
        await asyncio.sleep(0)
    assert "I played **5**" in str(server.answers()[before:])
    await search.end()
    await presses
    [answer] = server.answers()[before + 2 :]
    assert "I played **1**" in str(answer)


async def test_a_move_pressed_twice_is_not_saved_before_its_answer_is_found_and_then_counts_once(
    server: Server, held: Held
):
    await start(server, held.level)
    before, twice = len(server.answers()), (server.ann, "ttt:cell:1:0:5")
    presses = asyncio.create_task(server.send_presses(twice, twice))
    search = await held.begun()
    assert (await server.moves(1), len(server.answers())) == ((), before)
    await search.end()
    for result in await presses:
        assert "I played **1**" in text(result)
    assert held.nothing_else
    assert await server.moves(1) == (5, 1)
    assert len(server.answers()) == before + 2


async def test_what_was_thought_for_a_board_that_has_gone_is_not_played(server: Server, held: Held):
    await start(server, held.level)
    press = asyncio.create_task(server.send_press(server.ann, "ttt:cell:1:0:5"))
    search = await held.begun()
    resigned = request(server.ann.id, server.general.id)
    await server.store.serve(resigned, challenge_transactions.resign, 1)
    await search.end()
    assert "Game stopped" in text(await press)
    assert await server.moves(1) == ()


async def test_a_move_that_cannot_be_thought_about_in_time_is_refused_and_not_played(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    await start(server, SEARCHED)
    with monkeypatch.context() as patch:
        patch.setattr("bot.interactions.thinking._MOST_SEARCHES", 0)
        for result in (
            await server.send_press(server.ann, "ttt:cell:1:0:5"),
            await server.ann.slash(server.general, "ttt move", cell=5),
        ):
            assert refused(result, "Nothing has changed", "try again")
    assert await server.moves(1) == ()
    assert "I played **1**" in text(await server.send_press(server.ann, "ttt:cell:1:0:5"))


async def test_a_hint_that_cannot_be_thought_about_in_time_does_not_count(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    await server.ann.slash(server.general, "ttt start", level="perfect")
    with monkeypatch.context() as patch:
        patch.setattr("bot.interactions.questions.is_looked_up", lambda _: False)
        patch.setattr("bot.interactions.thinking._MOST_SEARCHES", 0)
        assert refused(
            await server.ann.slash(server.general, "ttt hint"), "ran out of time to think"
        )
        pressed = await server.send_press(server.ann, "ttt:hint:1")
        assert refused(pressed, "ran out of time to think")
        assert "played" not in text(pressed)
    await server.ann.slash(server.general, "ttt move", cell=5)
    assert "with hints" not in text(await server.ann.slash(server.general, "ttt resign"))
    await server.ann.slash(server.general, "ttt start", level="perfect")
    assert "it keeps the draw" in text(await server.ann.slash(server.general, "ttt hint"))
    await server.ann.slash(server.general, "ttt move", cell=5)
    assert "with hints" in text(await server.ann.slash(server.general, "ttt resign"))


async def watch(server: Server, level: str) -> None:
    """A demo game, number 1, of two bots of that level, which stands still."""
    asked = request(server.ann.id, server.general.id, at=int(server.env.now().timestamp()))
    await server.store.serve(asked, transactions.watch, Bot(level), Bot(level))
    await server.bob.slash(server.general, "ttt start")


async def test_a_demo_game_plays_on_while_it_thinks_and_others_are_answered(server: Server):
    await watch(server, SEARCHED)
    await server.send_press(server.ann, "ttt:play:1")
    for played in range(1, 8):
        await server.env.advance_time(1.0)
        assert len(await server.moves(1)) == played
    assert not server.client.app.demo_games


async def test_a_demo_game_that_cannot_think_in_time_stands_still_until_a_press(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    await watch(server, SEARCHED)
    await server.send_press(server.ann, "ttt:play:1")
    with monkeypatch.context() as patch:
        patch.setattr("bot.interactions.thinking._MOST_SEARCHES", 0)
        await server.env.advance_time(3.0)
    assert "stands still" in caplog.text
    assert NoTimeToThink.__name__ in caplog.text
    assert await server.moves(1) == ()
    await server.send_press(server.ann, "ttt:play:1")
    await server.env.advance_time(1.0)
    assert await server.moves(1) == (1,)


async def test_a_stop_does_not_wait_for_what_a_demo_game_thinks(server: Server, held: Held):
    await watch(server, held.level)
    await server.send_press(server.ann, "ttt:play:1")
    ticking = asyncio.create_task(server.env.advance_time(1.0))
    search = await held.begun()
    await server.client.finish()
    await search.end()
    await ticking
    assert await server.moves(1) == ()
