"""What Discord is told of our commands: when they changed, and what it takes in every language.

The limits: https://docs.discord.com/developers/interactions/application-commands
"""

from collections.abc import Iterator
from typing import Any

import pytest
from discord import Locale
from discord.app_commands import Group
from sqlalchemy import delete

from bot.database.store import Store
from bot.database.tables import notes
from bot.database.transaction import AnyTransaction
from bot.messages.content import Post
from bot.messages.texts import voice_of
from bot.running import transactions as upkeep
from tests.support.server import Server, text


def syncs(server: Server, method: str = "PUT") -> int:
    """How often Discord was told our commands, or with another method, asked for them."""
    sent = [request for request in server.env.http_requests if request.path.endswith("/commands")]
    return sum(request.method == method for request in sent)


@pytest.fixture
def changed(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands with another description, after the server has started."""
    told = Group.to_dict
    new = {"description": "New"}
    monkeypatch.setattr(Group, "to_dict", lambda self, tree: told(self, tree) | new)


async def test_the_first_start_tells_discord_the_commands_and_another_does_not(
    server: Server, store: Store
):
    assert syncs(server) == 1
    await server.restart(store)
    assert syncs(server) == 1


@pytest.mark.usefixtures("changed")
async def test_changed_commands_are_told_again(server: Server, store: Store):
    await server.restart(store)
    assert syncs(server) == 2


async def test_a_store_that_remembers_nothing_tells_them_again(server: Server):
    async with Store.open("sqlite:///:memory:") as empty:
        await server.restart(empty)
        assert syncs(server) == 2


async def test_each_application_is_told_on_its_own(server: Server, store: Store):
    def rename(transaction: AnyTransaction) -> None:
        note = upkeep.read_note(
            transaction, f"commands of application {server.client.application_id}"
        )
        transaction.connection.execute(delete(notes))
        upkeep.write_note(transaction, "commands of application 1", str(note))

    await store.run(rename)
    await server.restart(store)
    assert syncs(server) == 2


@pytest.mark.usefixtures("changed")
async def test_commands_that_discord_refuses_are_logged_and_the_bot_plays_with_the_old_ones(
    server: Server, store: Store, caplog: pytest.LogCaptureFixture
):
    """As for a translation that is too long; Discord does not say which."""
    server.env.inject_error("PUT", "/applications/*/commands", status=400, code=50035)
    await server.restart(store)
    assert "Discord refused our commands" in caplog.text
    assert "Your turn" in text(await server.ann.slash(server.general, "ttt start"))
    before = syncs(server)
    await server.restart(store)
    assert syncs(server) == before + 1


async def told_to_start(server: Server) -> str:
    return text(await server.ann.slash(server.general, "ttt board"))


async def test_commands_in_texts_can_be_tapped_after_the_first_start_and_every_other(
    server: Server, store: Store
):
    commands = await server.client.tree.fetch_commands()
    [mention] = [f"</ttt start:{command.id}>" for command in commands if command.name == "ttt"]
    assert mention in await told_to_start(server)
    before = syncs(server, "GET")
    await server.restart(store)
    assert mention in await told_to_start(server)
    assert (syncs(server), syncs(server, "GET")) == (1, before)


async def test_an_id_that_was_never_noted_is_asked_for_once(server: Server, store: Store):
    """As on the first start after an upgrade: the commands have not changed."""

    def forget(transaction: AnyTransaction) -> None:
        transaction.connection.execute(delete(notes).where(notes.c.name.startswith("id of /ttt")))

    await store.run(forget)
    for _ in range(2):
        await server.restart(store)
        assert "</ttt start:" in await told_to_start(server)
    assert (syncs(server), syncs(server, "GET")) == (1, 2)  # one belongs to the upload


async def test_while_discord_does_not_say_the_id_commands_stand_in_texts_as_they_are_typed(
    server: Server, store: Store, caplog: pytest.LogCaptureFixture
):
    await store.run(lambda transaction: transaction.connection.execute(delete(notes)))
    server.env.inject_error("PUT", "/applications/*/commands", status=400, code=50035)
    server.env.inject_error("GET", "/applications/*/commands", status=500, code=0, times=10)
    await server.restart(store)
    assert "`/ttt start`" in await told_to_start(server)
    assert "did not say the id of /ttt" in caplog.text


async def test_a_reminder_can_be_tapped_too(server: Server):
    server.client.appearance.command_id = 7
    await server.client.app.sender.post(server.general.id, Post("See `/ttt board`"))
    assert server.general.last_message.content == "See </ttt board:7>"


_MENUS = {2, 3}  # the types of commands in the menus of people and of messages
_LONGEST = {"name": 32, "description": 100}  # characters
_LONGEST_CHOICE = 100
_LONGEST_COMMAND = 8000  # of names, descriptions and values, with the longest of each localisation
_LOCALES = {locale.value for locale in Locale}
_ENGLISH = {"en-US", "en-GB"}


@pytest.fixture
def told(server: Server) -> list[dict[str, Any]]:
    """The commands as Discord is told of them."""
    return [request for request in server.env.http_requests if request.method == "PUT"][-1].json


def parts(command: dict[str, Any]) -> Iterator[tuple[dict[str, Any], bool]]:
    """A command with its options and choices, and whether each is a choice."""
    yield command, False
    for option in command.get("options", ()):
        yield from parts(option)
        yield from ((choice, True) for choice in option.get("choices", ()))


def is_menu(command: dict[str, Any]) -> bool:
    return command.get("type") in _MENUS


def each_form(part: dict[str, Any], field: str) -> list[str]:
    return [str(part.get(field) or ""), *(part.get(f"{field}_localizations") or {}).values()]


async def test_discord_takes_every_text_of_a_command(told: list[dict[str, Any]]):
    for part, is_choice in (found for command in told for found in parts(command)):
        for field, longest in _LONGEST.items():
            assert (part.get(f"{field}_localizations") or {}).keys() <= _LOCALES
            for form in each_form(part, field):
                assert len(form) <= (_LONGEST_CHOICE if is_choice else longest), form


async def test_every_description_and_menu_is_told_in_every_language_unless_it_is_new(
    told: list[dict[str, Any]],
):
    [ttt, *menus] = sorted(told, key=is_menu)
    described = [part for part, is_choice in parts(ttt) if not is_choice]
    # A new text is in no language until a release.
    translated = [part for part in described if part.get("description_localizations")]
    assert len(translated) > 30
    for part in translated:
        lacking = _LOCALES - part["description_localizations"].keys()
        assert lacking <= _ENGLISH, part["description"]
    assert len(menus) == 2
    for menu in menus:
        said = {each: voice_of(each).say(menu["name"]) for each in _LOCALES}
        assert menu["name_localizations"] == {
            each: name for each, name in said.items() if name != menu["name"]
        }


async def test_only_menus_and_choices_have_translated_names(told: list[dict[str, Any]]):
    for command in told:
        for part, is_choice in parts(command):
            assert is_choice or is_menu(command) or not part.get("name_localizations"), part["name"]


async def test_no_command_is_too_large_in_any_language(told: list[dict[str, Any]]):
    for command in told:
        size = sum(
            max(map(len, each_form(part, field)))
            for part, _ in parts(command)
            for field in ("name", "description", "value")
        )
        assert size <= _LONGEST_COMMAND


async def test_every_choice_that_has_words_has_them_in_every_language(told: list[dict[str, Any]]):
    for command in told:
        for choice in (part for part, is_choice in parts(command) if is_choice):
            if (
                not choice["value"].startswith("minimax depth")
                and choice["name"] != choice["value"]
            ):
                assert len(choice.get("name_localizations") or {}) > 20, choice
