"""What the Tab key offers."""

import pytest
from prompt_toolkit.completion import CompleteEvent, Completion
from prompt_toolkit.document import Document

from bot.playground.line_editor import Tab
from tests.support.playground import talk, world


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("/t", {"/ttt start ", "/ttt move ", "/ttt resign"}),
        ("h", {"help", "Hint"}),
        ("A", {"As text", "as"}),
        ("/ttt re", {"/ttt resign", "/ttt review"}),
        ("/ttt start opp", {"/ttt start opponent:"}),
        ("/ttt start opponent:", {"/ttt start opponent:bob ", "/ttt start opponent:carol "}),
        ("/ttt start opponent:bob l", {"/ttt start opponent:bob level:"}),
        ("start level:Rule of", {"start level:rule of thumb "}),
        ("/ttt move ", {"/ttt move cell:"}),
        ("/ttt move cell:", {"/ttt move cell:2", "/ttt move cell:9"}),
        ("as ", {"as alice", "as bob", "as carol"}),
        ("in #l", {"in #lounge"}),
        ("help ttt s", {"help ttt start", "help ttt stats"}),
    ],
)
async def test_tab_completes_commands_options_people_and_cells(line: str, offered: set[str]):
    async with world() as here:
        conversation = talk(here, [])
        await conversation.take("/ttt start perfect")
        await conversation.take("1")
        found = await conversation.ways_on(line)
    assert offered <= set(found)
    assert not {"/ttt move cell:1", "/ttt move cell:5", "/ttt start opponent:alice "} & set(found)


async def test_an_option_is_offered_once():
    async with world() as here:
        offered = await talk(here, []).ways_on("/ttt start level:easy ")
    assert "/ttt start level:easy mark:" in offered
    assert "/ttt start level:easy level:" not in offered


async def test_tab_completes_the_second_word_of_a_label():
    async with world() as here:
        conversation = talk(here, [])
        for line in ("/ttt start bob first:me", "as bob", "accept"):
            await conversation.take(line)
        assert await conversation.ways_on("Offer d") == ["Offer draw"]


async def test_what_is_chosen_takes_the_place_of_what_was_typed():
    async with world() as here:
        tab = Tab(talk(here, []).ways_on)
        offered = tab.get_completions_async(Document("/ttt start FIRST:t"), CompleteEvent())
        assert [found async for found in offered] == [
            Completion("/ttt start FIRST:them ", start_position=-18)
        ]
