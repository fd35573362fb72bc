"""`/ttt settings`: one private card, kept at once, in force for new games."""

from dataclasses import replace

import pytest

from bot.sessions.settings import DEFAULTS
from tests.support.server import Server, buttons, refused, text


async def card(server: Server, who=None):
    return await server.send_command(who or server.mod, "settings", **server.home)


async def choose(server: Server, on, setting: str, value: str):
    custom_id = f"ttt:set:{setting}:0"
    return await server.send_choice(server.mod, custom_id, value, on.response.message, **server.home)


async def press(server: Server, on, verb: str, who=None):
    pressed = (who or server.mod, f"ttt:{verb}")
    [result] = await server.send_presses(pressed, message=on.response.message, **server.home)
    return result


def chosen(result) -> set[str]:
    """The labels of the options that are chosen now."""
    selects = [part for part in buttons(result).values() if "options" in part]
    return {option["label"] for part in selects for option in part["options"] if option["default"]}


async def test_only_those_who_may_manage_the_server_see_and_change_its_settings(server: Server):
    assert refused(await card(server, server.ann), "Only people who manage this server")
    shown = await card(server)
    assert shown.ephemeral
    assert refused(await press(server, shown, "watchoff", server.ann), "Only people who manage this server")
    assert {"Level: normal", "10 minutes per move", "Board: pictures"} <= chosen(shown)


async def test_in_direct_messages_and_where_the_bot_is_no_member_there_are_none(server: Server):
    alone = await server.ann.user.slash("ttt settings")
    assert refused(alone, "Settings belong to servers that have added me")
    as_their_own = {"authorizing_integration_owners": {"1": str(server.mod.id)}}
    told = await server.send_command(server.mod, "settings", **as_their_own)
    assert refused(told, "Settings belong to servers that have added me")


async def test_a_choice_edits_the_card_and_holds_for_the_next_game(server: Server):
    shown = await card(server)
    changed = await choose(server, shown, "level", "hard")
    assert changed.response.id == shown.response.id
    assert "Level: hard" in chosen(changed)
    await choose(server, shown, "look", "sun and moon")
    begun = await server.ann.slash(server.general, "ttt start")
    assert "🌞 <@" in text(begun)
    assert "(hard)" in text(begun)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("level", "unbeatable"),
        ("time", "7"),
        ("language", "xx"),
        ("look", "❌"),
        ("game", "chess"),
        ("mark", "X"),
    ],
)
async def test_a_choice_that_no_menu_offers_changes_nothing(server: Server, setting: str, value: str):
    shown = await card(server)
    assert refused(await choose(server, shown, setting, value), "This button no longer works")
    assert chosen(await card(server)) == chosen(shown)


async def test_what_everyone_reads_is_in_the_servers_language_and_private_answers_in_ones_own(server: Server):
    shown = await card(server)
    changed = await choose(server, shown, "language", "de")
    assert "Language: Deutsch" in chosen(changed)
    begun = await server.ann.slash(server.general, "ttt start", level="easy")
    assert "Du bist dran" in text(begun)
    assert "Deine" not in text(await server.ann.slash(server.general, "ttt privacy"))
    for public in ("stats", "top"):
        german = await server.ann.slash(server.general, f"ttt {public}")
        english = await server.send_command(server.ann, public, guild_id=None)
        assert not german.ephemeral
        assert text(german) != text(english), public


async def test_automatic_takes_the_operators_language_away_again(server: Server):
    server.client.app = replace(server.client.app, defaults=replace(DEFAULTS, language="de"))
    shown = await card(server)
    assert "Language: Deutsch" in chosen(shown)
    changed = await choose(server, shown, "language", "automatic")
    assert "Language: automatic" in chosen(changed)
    assert "Your turn" in text(await server.ann.slash(server.general, "ttt start"))


async def test_the_leaderboard_and_the_puzzle_are_of_the_servers_game(server: Server):
    await choose(server, await card(server), "game", "misere")
    assert "Misère" in text(await server.ann.slash(server.general, "ttt top"))
    for which in ("today", "another"):
        assert "Misère" in text(await server.ann.slash(server.general, "ttt puzzle", which=which))
    assert "Misère" not in text(await server.ann.slash(server.general, "ttt puzzle", game="3x3"))
