"""What the Tab key offers."""

import pytest
from prompt_toolkit.completion import CompleteEvent, Completion
from prompt_toolkit.document import Document

from bot.playground.completion import Words, ways_on
from tests.support.playground import talk, world


@pytest.mark.parametrize(
    ("line", "typed", "phrases"),
    [
        ("/t", "/t", {"/ttt"}),
        ("h", "h", {"help", "Hint"}),
        ("R", "R", {"Resign"}),
        ("/ttt ", "/ttt ", {"/ttt start", "/ttt move", "/ttt board", "/ttt resign"}),
        ("/ttt re", "/ttt re", {"/ttt resign", "/ttt review"}),
        ("/ttt start opp", "opp", {"opponent:bob", "opponent:carol"}),
        ("/ttt start opponent:bob ", "", {"level:easy", "level:perfect"}),
        ("/ttt start opponent:bob first", "first", {"first:me", "first:them", "first:random"}),
        ("/ttt start level:Rule of", "level:Rule of", {"level:rule of thumb"}),
        ("/ttt start game:", "game:", {"game:3x3", "game:4x4", "game:5x5", "game:misere", "game:fading"}),
        ("/ttt move ", "", {"2", "9", "cell:2"}),
        ("/ttt move cell:4", "cell:4", {"cell:4"}),
        ("as ", "", {"alice", "bob", "carol"}),
        ("in #l", "#l", {"#lounge"}),
        ("click ", "", {"2", "Resign"}),
        ("menu C", "C", {"Challenge to tic-tac-toe"}),
        ("menu Challenge to tic", "Challenge to tic", {"Challenge to tic-tac-toe"}),
        ("menu Challenge to tic-tac-toe b", "b", {"bob"}),
        ("help ttt s", "ttt s", {"ttt start", "ttt stats"}),
    ],
)
async def test_tab_completes_commands_options_people_and_cells(line: str, typed: str, phrases: set[str]):
    async with world() as here:
        conversation = talk(here, [])
        await conversation.take("/ttt start perfect")
        await conversation.take("1")
        in_place_of, offered = await ways_on(conversation, line)
    assert in_place_of == typed
    assert phrases <= set(offered)
    assert not {"cell:1", "cell:5", "opponent:alice"} & set(offered)


async def test_an_option_is_offered_once():
    async with world() as here:
        _, offered = await ways_on(talk(here, []), "/ttt start level:easy ")
    assert not [phrase for phrase in offered if phrase.startswith("level:")]


async def test_tab_completes_the_second_word_of_a_label():
    async with world() as here:
        conversation = talk(here, [])
        for line in ("/ttt start bob first:me", "as bob", "accept"):
            await conversation.take(line)
        assert await ways_on(conversation, "click Offer d") == ("Offer d", ["Offer draw"])


async def test_what_is_chosen_takes_the_place_of_what_was_typed_of_it():
    async with world() as here:
        completer = Words(talk(here, []))
        offered = completer.get_completions_async(Document("/ttt start FIRST:t"), CompleteEvent())
        assert [found async for found in offered] == [Completion("first:them", start_position=-7)]
