"""The playground, without a process around it: what each line does; none brings a traceback."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.client import Client
from bot.playground.completion import next_words
from bot.playground.terminal import converse
from bot.playground.world import World
from bot.storage.store import Store
from engine.opponents import LEVELS
from tests.support.server import run
from tests.support.stores import new_sqlite


@asynccontextmanager
async def world() -> AsyncIterator[World]:
    with TemporaryDirectory() as folder:
        async with (
            Store.open(new_sqlite(Path(folder))) as store,
            Client(store, Random(1)) as client,
            run(client) as env,
        ):
            yield World(env)


async def conversation(*lines: str) -> list[str]:
    """What is shown for these lines."""
    shown: list[str] = []

    async def typed() -> AsyncIterator[str]:
        for line in lines:
            yield line

    async with world() as here:
        await converse(here, asyncio.Lock(), typed(), shown.append)
    return shown


async def test_options_come_by_name_or_in_order():
    by_name = await conversation("/ttt start first:them level:perfect mark:O")
    in_order = await conversation("/ttt start perfect O them")
    assert by_name == in_order
    assert "Bot (perfect) vs ⭕ @alice" in by_name[0]


async def test_a_click_presses_the_newest_button_of_that_label():
    shown = await conversation("/ttt start perfect", "/ttt move 1", "click 2", "click resign")
    assert "❌ ❌ ⭕ ←" in shown[2]
    assert "@alice resigned" in shown[3]


async def test_other_people_other_channels_and_direct_messages_are_a_word_away():
    shown = await conversation(
        "/ttt start", "as bob", "click 1", "in #lounge", "/ttt start", "dm", "/ttt start"
    )
    assert "This is not your game" in shown[1]
    assert "(only you see this)" in shown[1]
    assert "@bob vs" in shown[2]
    assert "@bob vs" in shown[3]


async def test_what_only_alice_sees_bob_does_not():
    shown = await conversation("/ttt board", "as bob", "/ttt start")
    assert len(shown) == 2
    assert "no game here" in shown[0]
    assert "@bob vs" in shown[1]


async def test_help_and_quit_do_as_they_say():
    for goodbye in ("quit", "exit"):
        shown = await conversation("help", goodbye, "/ttt start")
        assert len(shown) == 1
        assert "/ttt move cell:1-9" in shown[0]
        levels = "|".join(LEVELS)
        assert f"level:{levels}|random|rule of thumb|minimax|full minimax mark:X" in shown[0]


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("hello", "does not read messages"),
        ("click", "Type it like this: click 5"),
        ("wait soon", "Type it like this: wait 300"),
        ("wait 1000000", "Type it like this: wait 300"),
        ("help me", "Type it like this: help"),
        ("menu", "Type it like this: menu Challenge to tic-tac-toe bob"),
        ("click 5", "no button 5"),
        ("/foo", "/ttt start, /ttt move"),
        ("/", "/ttt start, /ttt move"),
        ("/ttt", "/ttt start, /ttt move"),
        ("/ttt move", "cell"),
        ("/ttt move five", "No option takes five; this command has cell:"),
        ("/ttt move cell:five", "cell is a number"),
        ("/ttt move 10", "Discord would not send that"),
        ("/ttt move 1 2", "No option takes 2"),
        ("/ttt start speed:9", "No option takes speed:9; this command has opponent:, level:, mark:"),
        ("/ttt start opponent:dave", "alice, bob, carol"),
        ("menu Dance bob", "Challenge to tic-tac-toe"),
        ("menu Challenge to tic-tac-toe dave", "alice, bob, carol"),
        ("/ttt start godlike", "godlike"),
        ("/ttt move cell:5 cell:6", "cell is given twice"),
        ("/ttt board now", "this command has none"),
        ("as dave", "alice, bob, carol"),
        ("?", "/ttt resign"),
        ("in #attic", "#general, #lounge"),
    ],
)
async def test_what_makes_no_sense_is_answered_with_a_hint(line: str, hint: str):
    [shown] = await conversation(line)
    assert hint in shown


async def test_an_empty_line_says_nothing():
    assert await conversation("", "   ") == []


async def test_time_runs_while_nobody_types(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.playground.terminal._TICK", 0.0)
    async with world() as here:
        ticked, pass_time, before = asyncio.Event(), here.pass_time, here._env.now()

        async def tick(seconds: float) -> None:
            await pass_time(seconds)
            ticked.set()

        monkeypatch.setattr(here, "pass_time", tick)

        async def nothing_typed() -> AsyncIterator[str]:
            await ticked.wait()
            yield ""

        await converse(here, asyncio.Lock(), nothing_typed(), print)
        assert here._env.now() > before


async def test_a_choice_of_several_words_is_typed_as_it_stands():
    shown = await conversation(
        "/ttt watch rule of thumb o:full minimax", '/ttt start mark:O level:"rule of thumb"'
    )
    assert "❌ Bot (rule of thumb) vs ⭕ Bot (full minimax)" in shown[0]
    assert "❌ Bot (rule of thumb) vs ⭕ @alice" in shown[1]


async def test_a_demo_game_plays_on_while_time_goes_by():
    shown = await conversation("/ttt watch", "click play on", "wait 9", "wait 0", "click review")
    assert 6 <= len(shown) <= 12
    assert "[Next] [Play on]" in shown[-3]
    assert "[Review]" in shown[-2]
    assert "Review · move" in shown[-1]


async def test_a_thousand_words_are_a_hint_and_no_crash():
    [shown] = await conversation("/ttt start" + " rule of" * 2000)
    assert "No option takes" in shown


async def test_a_challenge_lapses_when_one_waits_for_it():
    shown = await conversation("/ttt start bob", "wait 301", "as bob", "click accept")
    assert "Challenge expired" in shown[-1]


async def test_friends_play_it_through():
    shown = await conversation(
        "/ttt start bob first:me", "as bob", "click accept", "click 5", "as alice", "click 5", "/ttt move 1"
    )
    assert "@bob, @alice challenges you to tic-tac-toe!" in shown[0]
    assert "Answer by 00:05 (in 5 minutes)." in shown[0]
    assert "Your turn, @alice ❌" in shown[1]
    assert "Not your turn. Waiting for @alice ❌." in shown[2]
    assert "Your turn, @bob ⭕" in shown[3]
    assert "Not your turn. Waiting for @bob ⭕." in shown[4]


async def test_the_menu_of_a_name_challenges_too():
    [shown] = await conversation("menu Challenge to tic-tac-toe bob")
    assert "@bob, @alice challenges you" in shown


@pytest.mark.parametrize(
    ("before", "typed", "words"),
    [
        ([], "/t", {"/ttt"}),
        ([], "h", {"help"}),
        (["/ttt"], "", {"start", "move", "board", "resign"}),
        (["/ttt", "start"], "opp", {"opponent:bob", "opponent:carol"}),
        (["/ttt", "start", "opponent:bob"], "", {"level:easy", "level:perfect"}),
        (["/ttt", "start", "opponent:bob"], "first", {"first:me", "first:them", "first:random"}),
        (["/ttt", "move"], "", {"2", "9", "cell:2"}),
        (["/ttt", "move"], "cell:4", {"cell:4"}),
        (["as"], "", {"alice", "bob", "carol"}),
        (["in"], "#l", {"#lounge"}),
        (["click"], "", {"2", "Resign"}),
        (["menu"], "C", {"Challenge to tic-tac-toe"}),
        (["menu", "Challenge", "to", "tic-tac-toe"], "b", {"bob"}),
    ],
)
async def test_tab_completes_commands_options_members_and_cells(
    before: list[str], typed: str, words: set[str]
):
    async with world() as here:
        await here.slash(["ttt", "start", "perfect"])
        await here.slash(["ttt", "move", "1"])
        offered = {word for word in await next_words(here, before) if word.startswith(typed)}
        assert words <= offered
        assert not {"cell:1", "cell:5", "opponent:alice"} & offered


words = st.sampled_from(
    ["/ttt", "start", "move", "board", "resign", "click", "as", "in", "dm", "menu", "bob", "5", "cell:5", ":"]
)


@settings(max_examples=15, deadline=None)
@given(st.lists(st.lists(words | st.text(max_size=8), max_size=4).map(" ".join), max_size=8))
async def test_no_line_is_answered_by_a_traceback(lines: list[str]):
    await conversation(*lines)
