"""The operator's commands, typed while the bot holds the database."""

import asyncio
from dataclasses import replace
from random import Random

import pytest
from sqlalchemy import Connection, text

from bot.cli import main
from bot.operator_commands import leave
from bot.sessions.seats import Bot, Terms
from bot.settings import Settings
from bot.storage import ban_transactions, record_transactions, transactions
from bot.storage.store import Store
from tests.support.requests import request
from tests.support.server import open_server
from tests.support.stores import on_both_stores

Printed = pytest.CaptureFixture[str]

ANN, GUILD = 111_111, 777_777


@pytest.fixture(autouse=True)
def settings(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("DATABASE_URL", database_url)


@pytest.fixture
async def played(store: Store) -> Store:
    """A store, still open, with a game that Ann has resigned in a server."""
    await store.run(transactions.start, in_server(), Bot("easy"), Terms(), Random(1))
    await store.run(transactions.move, in_server(), 5, Random(1))
    await store.run(transactions.resign, in_server())
    return store


def in_server():
    return replace(request(ANN), guild_id=GUILD)


async def typed(printed: Printed, command: str, exit_code: int = 0) -> str:
    """What a command prints."""
    assert await asyncio.to_thread(main, command.split()) == exit_code
    out, err = printed.readouterr()
    return out or err


@on_both_stores
async def test_who_plays_and_where_is_listed(played: Store, capsys: Printed):
    assert await typed(capsys, "users") == "user    games   last game\n111111      1  2023-11-14\n"
    assert await typed(capsys, "servers") == "server  games   last game\n777777      1  2023-11-14\n"
    assert (await typed(capsys, "games")).startswith("3x3 X: 5 ")
    lines = dict(line.rsplit(maxsplit=1) for line in (await typed(capsys, "stats")).splitlines()[1:])
    assert lines["people with games"] == lines["servers with games"] == lines["rows of sessions"] == "1"
    assert lines["games that are on"] == "0"


@on_both_stores
async def test_a_person_can_be_shown_and_deleted_on_request(played: Store, capsys: Printed):
    shown = await typed(capsys, f"users show {ANN}")
    assert f"# people: user_id={ANN}, " in shown
    assert "3x3 X: 5 " in shown
    assert (
        await typed(capsys, f"users delete {ANN}")
        == f"Deleted what was kept about {ANN}, as /ttt privacy does.\n"
    )
    assert (await played.run(record_transactions.kept, ANN)).counted == 0
    assert await typed(capsys, "users") == "user  games  last game\n"


async def test_people_and_servers_can_be_banned_and_let_in_again(played: Store, capsys: Printed):
    for what, number in (("users", ANN), ("servers", GUILD)):
        assert (await typed(capsys, f"{what} ban {number}")).startswith(f"Banned {number}.")
        assert (await typed(capsys, what)).endswith("  banned\n")
        found = await played.run(ban_transactions.load_bans)
        assert (found.people, found.servers) == (({number}, set()) if what == "users" else (set(), {number}))
        assert (await typed(capsys, f"{what} unban {number}")).startswith(f"Lifted the ban of {number}.")
        assert await typed(capsys, f"{what} unban {number}") == f"{number} was not banned.\n"


async def test_the_bot_leaves_a_server_and_says_if_it_was_not_there(store: Store):
    async with open_server(store) as server:
        guild_id = server.ann.guild.id
        assert await leave(server.client, guild_id) == f"Left {guild_id}."
        assert await leave(server.client, guild_id) == f"The bot is not in {guild_id}."


async def test_leaving_needs_a_token(played: Store, capsys: Printed):
    said = await typed(capsys, f"servers leave {GUILD}", exit_code=2)
    assert said == "To leave a server the bot needs DISCORD_TOKEN.\n"


async def test_a_database_of_another_version_is_left_alone(played: Store, capsys: Printed):
    def older(connection: Connection) -> None:
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))

    await played.run(older)
    assert "another version of the bot wrote it" in await typed(capsys, "stats", exit_code=1)


async def test_a_database_that_is_not_there_is_not_made(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch, tmp_path
):
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'none.db'}")
    assert "there is none; start the bot first" in await typed(capsys, "users", exit_code=1)
    assert not list(tmp_path.glob("none.db*"))
