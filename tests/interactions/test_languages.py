"""Private answers speak the reader's language, and public ones the server's.

Shown with a language of a few sentences, added without touching the bot.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from simcord import InteractionResult

from bot.play.names import CHOICES
from tests.support.commands import every_command
from tests.support.languages import spoken
from tests.support.server import Server, buttons, refused, text

GERMAN = {
    "**You don't have a game here.** Start one: `/ttt start`": "**Du spielst hier nicht.**",
    "**Your turn, {player}** {mark}": "**{player} ist am Zug** {mark}",
    "{challenged}, **{challenger} challenges you!** ⚔️": "{challenged}, spiel mit {challenger}!",
    "{challenged}, **{challenger} wants a rematch!** ⚔️": "{challenged}, {challenger} noch mal!",
    "**Challenge expired.** {challenged} didn't answer {challenger} in time. ⌛": "**Zu spät.** ⌛",
    "This game has moved down the channel. `/ttt board` shows it.": "Das Spiel ist weiter unten.",
    "This game is over: [go to the board]({link})": "Das Spiel ist aus: [zum Brett]({link})",
    (
        "{player}, it's your move [in this game]({link})! You have until <t:{at}:{style}>. ⏰"
    ): "Los!",
}


@pytest.fixture(autouse=True)
def german(tmp_path: Path) -> Iterator[None]:
    """Before the server starts, so that Discord is told of it."""
    with spoken("de", GERMAN, tmp_path / "locales"):
        yield


@pytest.fixture
def server(german: None, server: Server) -> Server:
    return server


def everyone_there(server: Server, locale: str) -> dict[str, Any]:
    """What Discord sends with an interaction of someone in a server, if both have that locale."""
    return server.home | {"locale": locale, "guild_locale": locale}


async def challenged(server: Server, **changes: Any) -> InteractionResult:
    """Ann's challenge to bob."""
    members = {
        str(server.bob.id): {"roles": [], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0}
    }
    return await server.send_command(
        server.ann, "start", opponent=server.bob, members=members, **changes
    )


@pytest.mark.parametrize(
    ("locale", "words"), [("de", "Du spielst hier nicht"), ("fr", "You don't have a game here")]
)
async def test_a_private_answer_speaks_the_readers_language(
    server: Server, locale: str, words: str
):
    theirs = {"locale": locale, "guild_locale": "en-US"}
    assert refused(await server.send_command(server.ann, "board", **theirs), words)
    await server.ann.slash(server.general, "ttt start")
    [pressed] = await server.send_presses((server.eve, "ttt:hint:99"), **theirs)
    assert refused(pressed, words)


@pytest.mark.parametrize("kind", ["command", "press"])
@pytest.mark.parametrize(
    ("locale", "guild_locale", "words"),
    [("en-US", "de", "ist am Zug"), ("de", "en-US", "Your turn"), ("fr", "de", "ist am Zug")],
)
async def test_a_public_answer_speaks_the_servers_language(
    server: Server, kind: str, locale: str, guild_locale: str, words: str
):
    changes = server.home | {"locale": locale, "guild_locale": guild_locale}
    result = await server.send_command(server.ann, "start", **changes)
    if kind == "press":
        [result] = await server.send_presses((server.ann, "ttt:cell:1:0:5"), **changes)
    assert words in text(result)


async def test_in_private_and_where_only_the_person_has_the_bot_all_speaks_their_language(
    server: Server,
):
    private = {"guild_id": None, "context": 1, "channel": {"id": str(server.general.id), "type": 1}}
    for where in ({"guild_locale": "en-US"}, {"guild_locale": None, **private}):
        result = await server.send_command(server.ann, "start", locale="de", **where)
        assert "ist am Zug" in text(result)


async def test_a_challenge_its_game_and_the_rematch_keep_the_language_they_began_in(server: Server):
    german, english = everyone_there(server, "de"), everyone_there(server, "en-US")
    asked = await challenged(server, **german)
    assert "spiel mit " in text(asked)
    [board] = await server.send_presses((server.bob, "ttt:accept:1"), **english)
    assert "ist am Zug" in text(board)
    for who, ply in ((server.ann, 0), (server.bob, 1)):
        [board] = await server.send_presses((who, f"ttt:cell:1:{ply}:{ply + 1}"), **english)
        assert "ist am Zug" in text(board)
    await server.send_presses((server.ann, "ttt:resignnow:1"), **english)
    [again] = await server.send_presses((server.ann, "ttt:rematch:1"), **english)
    assert "noch mal!" in text(again)


async def test_what_nobody_asks_for_comes_in_the_language_of_its_game(server: Server):
    """A challenge that expires, a pointer to a newer board, and a reminder."""
    german = everyone_there(server, "de")
    asked = await challenged(server, **german)
    await server.env.advance_time(70)  # the first sweep
    await server.env.advance_time(255)
    assert "Zu spät." in text(asked)
    started = await server.send_command(server.eve, "start", **german)
    await server.eve.slash(server.general, "ttt board")
    assert "Das Spiel ist weiter unten." in text(started)
    await server.env.advance_time(300)  # the pause after a challenge in vain
    await challenged(server, **german)
    await server.send_presses((server.bob, "ttt:accept:2"), **everyone_there(server, "en-US"))
    await server.env.advance_time(310)
    assert "Los!" in server.general.last_message.content


async def test_a_game_with_the_bot_in_direct_messages_follows_the_language_of_its_person(
    server: Server,
):
    alone = {"guild_id": None, "context": 1, "channel": {"id": str(server.general.id), "type": 1}}
    begun = await server.send_command(server.ann, "start", locale="de", **alone)
    assert "ist am Zug" in text(begun)
    [moved] = await server.send_presses((server.ann, "ttt:cell:1:0:5"), locale="en-US", **alone)
    assert "Your turn" in text(moved)
    again = await server.send_command(server.ann, "board", locale="de", **alone)
    assert "ist am Zug" in text(again)


def test_every_choice_is_a_word_for_translators():
    choices = {
        choice.name
        for command in every_command()
        for parameter in command.parameters
        for choice in parameter.choices
    }
    words = {
        name for name in choices if not name.startswith("minimax depth") and name not in {"X", "O"}
    }
    assert words == set(CHOICES)


def test_descriptions_of_commands_leave_translations_room():
    """Discord allows 100 characters, but a phone shows about 60, and translations are longer."""
    described = [command.description for command in every_command()]
    described += [
        str(option.description) for command in every_command() for option in command.parameters
    ]
    assert [text for text in described if len(text) > 60] == []


async def test_an_old_hint_leads_to_the_board_in_its_readers_language(server: Server):
    board = await server.ann.slash(server.general, "ttt start", level="perfect")
    await server.ann.click(board.response.message, label="1")
    hint = await server.ann.click(board.response.message, label="Hint")
    play = next(each for each, shown in buttons(hint).items() if shown["label"] == "Play 6")
    for cell in ("4", "8"):
        await server.ann.click(board.response.message, label=cell)
    [late] = await server.send_presses(
        (server.ann, play), message=hint.response.message, locale="de"
    )
    assert "Das Spiel ist aus" in text(late)
