"""The operator's commands, typed while the bot holds the database."""

import asyncio
import io
import os
import re
import sys
from pathlib import Path
from typing import Any

import discord
import pytest
from sqlalchemy import text

from bot.__main__ import main
from bot.challenges import transactions as challenge_transactions
from bot.database.store import Store
from bot.database.transaction import AnyTransaction
from bot.people import transactions as record_transactions
from bot.play import transactions
from bot.play.seats import Bot, Terms
from bot.running.housekeeping import leave
from bot.running.settings import Settings
from bot.servers import transactions as server_transactions
from tests.support.requests import A_DAY, NOW, request
from tests.support.server import open_server
from tests.support.stores import on_both_stores

Printed = pytest.CaptureFixture[str]

ANN, BOB, GUILD = 111_111, 222_222, 777_777
GUIDE = Path(__file__).parents[2] / "docs" / "operating.md"


@pytest.fixture(autouse=True)
def settings(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("DATABASE_URL", database_url)


@pytest.fixture
async def played(store: Store) -> Store:
    """A store, still open, with a game that Ann has resigned in a server."""
    await store.serve(in_server(), transactions.start, Bot("easy"), Terms())
    await store.serve(in_server(), transactions.move, 5)
    await store.serve(in_server(), challenge_transactions.resign)
    return store


def in_server():
    return request(ANN, guild=GUILD)


async def typed(printed: Printed, command: str, exit_code: int = 0) -> str:
    """What a command prints."""
    assert await asyncio.to_thread(main, command.split()) == exit_code
    out, err = printed.readouterr()
    return out + err


@on_both_stores
async def test_the_guide_says_how_to_ask_the_database_who_plays_where_and_what(played: Store):
    await played.serve(request(BOB), transactions.start, Bot("hard"), Terms())
    await played.run(record_transactions.ban, BOB, is_server=False)
    [lines] = re.findall(r"```sql\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    lines = lines.replace("user_id = 1 ", f"user_id = {ANN} ")
    lines = lines.replace("guild_id = 1 ", f"guild_id = {GUILD} ")

    def ask(transaction: AnyTransaction) -> list[list[tuple[Any, ...]]]:
        statements = [line for line in lines.splitlines() if not line.startswith("--")]
        return [[*map(tuple, transaction.connection.execute(text(each)))] for each in statements]

    day = NOW // A_DAY
    on, ended, people, servers, used, bans, of_ann, in_server = await played.run(ask)
    assert on == [(1,)]
    assert ended == [(day, 1)]
    assert sorted(people) == [(ANN, 1), (BOB, 1)]
    assert {*servers} == {(GUILD, 1, NOW), (None, 1, NOW)}
    assert used == [(GUILD, day)]
    assert bans == [(BOB, False)]
    assert of_ann == [(1, "3x3", GUILD, NOW, "resignation")]
    assert {row[:3] + row[4:] for row in in_server} == {
        (1, "3x3", NOW, ANN, None, "resignation"),
        (1, "3x3", NOW, None, "easy", "resignation"),
    }


@pytest.mark.parametrize("command", ["users", "servers"])
def test_what_to_do_about_somebody_must_be_said(capsys: Printed, command: str):
    with pytest.raises(SystemExit) as refused:
        main([command])
    assert refused.value.code == 2
    assert "required: ACTION" in capsys.readouterr().err


async def test_nobody_is_bothered_with_a_traceback_when_the_output_is_not_read_to_its_end(
    played: Store, capsys: Printed, monkeypatch: pytest.MonkeyPatch
):
    reader, writer = os.pipe()
    os.close(reader)  # as head does after its last line
    with os.fdopen(writer, "w", buffering=1, encoding="utf-8") as unread:
        monkeypatch.setattr(sys, "stdout", unread)
        assert await typed(capsys, f"users show {ANN}") == ""


@on_both_stores
async def test_a_person_can_be_shown_and_deleted_on_request(
    played: Store, capsys: Printed, monkeypatch: pytest.MonkeyPatch
):
    shown = await typed(capsys, f"users show {ANN}")
    assert f"# people: user_id={ANN}, " in shown
    assert "3x3 X: 5 " in shown
    asked = f"Delete everything that is kept about {ANN}, with 1 game? [y/N] "
    for answer, said in (
        ("", ""),
        ("\n", ""),
        ("no\n", ""),
        ("y\n", "Deleted what was kept about"),
    ):
        monkeypatch.setattr("sys.stdin", io.StringIO(answer))
        told = await typed(capsys, f"users delete {ANN}", exit_code=0 if said else 1)
        assert told.startswith(f"{asked}{said}")
        assert told.endswith("as /ttt privacy does.\n" if said else "Nothing was deleted.\n")
    assert (await played.run(record_transactions.personal_data, ANN)).games == 0


@pytest.mark.parametrize("command", ["users show 1", "users delete 1"])
async def test_someone_of_whom_nothing_is_kept_is_said_to_be_unknown(
    played: Store, capsys: Printed, command: str
):
    assert await typed(capsys, command, exit_code=1) == "Nothing is kept about 1: check the ID.\n"


@pytest.mark.parametrize(
    "number", ["0", "-3", "99999999999999999999", "9223372036854775808", "ann", "1.5", "１２３"]
)
@pytest.mark.parametrize(
    "command", ["users show", "users delete", "users ban", "servers leave", "servers unban"]
)
def test_what_is_not_an_id_is_refused(capsys: Printed, command: str, number: str):
    with pytest.raises(SystemExit) as ended:
        main([*command.split(), number])
    assert ended.value.code == 2
    assert f"{number!r} is not an ID" in capsys.readouterr().err


async def test_people_and_servers_can_be_banned_and_let_in_again(played: Store, capsys: Printed):
    for what, number in (("users", ANN), ("servers", GUILD)):
        assert (await typed(capsys, f"{what} ban {number}")).startswith(f"Banned {number}. ")
        found = await played.run(record_transactions.load_bans)
        assert (found.people, found.servers) == (
            ({number}, set()) if what == "users" else (set(), {number})
        )
        assert (await typed(capsys, f"{what} unban {number}")).startswith(
            f"Lifted the ban of {number}."
        )
        assert await typed(capsys, f"{what} unban {number}") == f"{number} was not banned.\n"


@on_both_stores
async def test_a_ban_of_an_unknown_id_says_so(played: Store, capsys: Printed):
    await played.serve(request(guild=8), server_transactions.change, 8, "level", "easy")
    for what, known in (("users", ANN), ("servers", GUILD), ("servers", 8)):
        assert "Nothing is kept" not in await typed(capsys, f"{what} ban {known}")
        assert "Nothing is kept about 5: check the ID." in await typed(capsys, f"{what} ban 5")
        await typed(capsys, f"{what} unban 5")


async def test_the_bot_leaves_a_server_and_says_if_it_was_not_there(store: Store):
    async with open_server(store) as server:
        guild_id = server.ann.guild.id
        for status, code in ((403, 40333), (404, 0), (503, 0)):  # whoever says so, it may be there
            server.env.inject_error("GET", "/guilds/*", status=status, code=code)
            with pytest.raises(discord.HTTPException):
                await leave(server.client, guild_id)
        assert await leave(server.client, guild_id)
        assert not await leave(server.client, guild_id)


async def test_leaving_needs_a_token(played: Store, capsys: Printed):
    said = await typed(capsys, f"servers leave {GUILD}", exit_code=2)
    assert said == "To leave a server the bot needs DISCORD_TOKEN.\n"


async def test_a_database_that_is_not_there_is_not_made(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch, tmp_path
):
    monkeypatch.setenv("DATABASE_URL", "sqlite:///none.db")
    monkeypatch.chdir(tmp_path)
    said = f"there is none in {tmp_path}; type this in the bot's folder, or start the bot first"
    assert said in await typed(capsys, "users show 1", exit_code=1)
    assert not list(tmp_path.glob("none.db*"))
