"""`/ttt settings`: one private card, kept at once, in force for new games."""

import pytest

from bot.interactions.handlers import BUTTONS
from bot.messages.texts import locales
from bot.servers.card import Setting
from tests.support.server import Server, buttons, refused, text
from tests.support.walk import ANN, MOD, chooses, hears, posts, walks


@pytest.fixture
def server(server: Server) -> Server:
    server.add_bot_as_member()
    return server


async def card(server: Server):
    return await server.mod.slash(server.general, "ttt settings")


async def choose(server: Server, on, setting: str, value: str):
    menu = (server.mod, f"ttt:set:{setting}")
    [changed] = await server.send_presses(menu, chosen=value, message=on.response.message)
    return changed


def chosen(result) -> set[str]:
    """The labels of the options that are chosen now."""
    selects = [part for part in buttons(result).values() if "options" in part]
    return {option["label"] for part in selects for option in part["options"] if option["default"]}


SHOWN = hears(MOD, "settings", "Level: normal", "Time: 10 minutes per move", "Board: pictures")

test_what_is_chosen_holds_from_then_on = walks(
    {
        "for the next game": (
            SHOWN,
            chooses(MOD, Setting.LEVEL, "hard", "-# **Saved** · Level: hard"),
            chooses(MOD, Setting.LOOK, "sun and moon", "Board: 🌞 🌙"),
            posts(ANN, "start", "🌞 @ann", "🌙 **Bot** · hard"),
        ),
        "for the language of what everyone reads, but not of private answers": (
            SHOWN,
            chooses(MOD, Setting.LANGUAGE, "de", "-# **Saved** · Language: Deutsch"),
            posts(ANN, "start", "Du bist dran", level="easy"),
            hears(ANN, "privacy", "Your data"),
            posts(ANN, "stats", "Noch keine Spiele"),
            posts(ANN, "top", "Rangliste"),
        ),
        "for the leaderboard and the puzzle": (
            SHOWN,
            chooses(MOD, Setting.GAME, "misere", "-# **Saved** · Game: Misère"),
            posts(ANN, "top", "Misère"),
            hears(ANN, "puzzle", "Misère", which="today"),
            hears(ANN, "puzzle", "Misère", which="another"),
        ),
    }
)


async def test_the_menu_of_languages_has_two_pages_and_always_names_the_language_that_is_set(
    server: Server,
):
    def languages(result) -> tuple[int, str, str]:
        """How many can be chosen, which one is, and what is shown while none of them is."""
        menu = buttons(result)["ttt:set:language"]
        labels = {option["label"]: option["default"] for option in menu["options"]}
        [*named, more] = labels
        assert more == "More languages"
        return len(named), "".join(label for label in named if labels[label]), menu["placeholder"]

    shown = await card(server)
    count, is_set, _ = languages(shown)
    assert is_set == "Language: automatic"
    turned = await choose(server, shown, "language", "in other letters")
    assert languages(turned) == (len(locales()) + 1 - count, "", "Language: automatic")
    back = await choose(server, turned, "language", "in Latin letters")
    assert languages(back) == languages(shown)
    japanese = await choose(server, turned, "language", "ja")
    assert "-# **Saved** · Language: 日本語" in text(japanese)
    assert languages(japanese)[1] == "Language: 日本語"


async def test_what_deletes_is_red(server: Server):
    shown = await card(server)
    assert text(shown).startswith("### Server settings ⚙️\nFor new games.\n-# Who may use me")
    below = [row.children for row in shown.response.message.components if row.type.value == 1]
    buttons_below = [
        [(button.label, button.style.name) for button in row if button.type.value == 2]
        for row in below
    ]
    assert [row for row in buttons_below if row] == [[("Reset leaderboard", "danger")]]


FOR_MANAGERS = sorted(
    name
    for name, found in BUTTONS.items()
    if found.handler.__module__ == "bot.servers.commands" or name.startswith(("daily", "stop"))
)


async def test_every_button_of_managers_refuses_others(server: Server):
    await server.ann.slash(server.general, "ttt start")
    for name in FOR_MANAGERS:
        before = len(server.env.http_requests)
        about = {"set": ":game", "stopnow": ":1"}.get(name, "")
        chosen = "misere" if name == "set" else None
        [pressed] = await server.send_presses((server.bob, f"ttt:{name}{about}"), chosen=chosen)
        words = "Only moderators" if name == "stopnow" else "Only people who manage"
        assert refused(pressed, words), name
        assert len(server.env.http_requests) == before + 1, name
        assert await server.moves() == (), name


async def test_only_managers_see_them_and_only_in_servers_that_have_the_bot(server: Server):
    by_another = await server.ann.slash(server.general, "ttt settings")
    assert refused(by_another, "Only people who manage this server")
    alone = await server.ann.user.slash("ttt settings")
    assert refused(alone, "I only have settings in servers that added me")
    as_their_own = {"authorizing_integration_owners": {"1": str(server.mod.id)}}
    server.env.backend.subscribers.pop(0)
    told = await server.send_command(server.mod, "settings", **as_their_own)
    assert refused(told, "I only have settings in servers that added me")


async def test_a_choice_that_no_menu_offers_changes_nothing(server: Server):
    shown = await card(server)
    for made_up in ("level unbeatable", "time 7", "language xx", "look ❌", "game chess", "mark X"):
        pressed = await choose(server, shown, *made_up.split())
        assert refused(pressed, "This button no longer works"), made_up
    assert chosen(await card(server)) == chosen(shown)


async def test_automatic_takes_the_operators_language_away_again(server: Server):
    server.set_defaults(language="de")
    shown = await card(server)
    assert "Language: Deutsch" in chosen(shown)
    changed = await choose(server, shown, "language", "automatic")
    assert "Language: automatic" in chosen(changed)
    assert "Your turn" in text(await server.ann.slash(server.general, "ttt start"))
