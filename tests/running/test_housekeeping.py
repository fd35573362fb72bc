"""What runs by itself for the operator: bans, figures and the deletion of old data."""

from collections.abc import AsyncIterator
from datetime import timedelta
from random import Random
from types import SimpleNamespace

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import update

from bot.database import copies
from bot.database.errors import StoreUnavailable
from bot.database.store import Store
from bot.database.tables import sessions
from bot.database.transaction import AnyTransaction
from bot.messages.content import Links
from bot.people import transactions as record_transactions
from bot.play.session import SECONDS_A_DAY
from bot.running import housekeeping
from bot.running import transactions as upkeep
from bot.running.client import Client
from bot.running.settings import Settings
from tests.support.refusals import discord_refuses
from tests.support.server import Server, open_server, refused, text


@pytest.fixture
async def server(store: Store) -> AsyncIterator[Server]:
    async with open_server(store, keeps_house=True) as server:
        server.client._housekeeping._days = 30
        yield server


async def test_the_operators_settings_reach_the_bot(store: Store):
    page = "https://example.org/"
    settings = Settings(
        retention_days=7, privacy_url=page, terms_url=page + "terms", support_url=page + "us"
    )
    async with Client(store, Random(1), settings) as client:
        assert client._housekeeping._days == 7
        assert client.app.links == Links(page, page + "terms", page + "us")


def figure(name: str, **labels: str) -> float:
    """A figure of /metrics."""
    return REGISTRY.get_sample_value(name, labels) or 0


async def test_a_ban_holds_within_a_minute(server: Server):
    await server.store.run(record_transactions.ban, server.ann.id, is_server=False)
    await server.env.advance_time(62)
    assert refused(await server.ann.slash(server.general, "ttt start"), "operator has blocked you")


async def test_every_hour_the_database_and_the_age_of_its_backup_are_measured(server: Server):
    await server.store.run(upkeep.write_note, copies.NOTE, "1234")
    await server.env.advance_time(3600)
    assert figure("ttt_database_bytes") > 50_000
    assert figure("ttt_last_backup_timestamp_seconds") == 1234


async def a_game_that_ended(server: Server, days: int) -> None:
    """Ann resigns a game, so many days ago."""

    def age(transaction: AnyTransaction) -> None:
        transaction.connection.execute(
            update(sessions).values(ended_at=sessions.c.ended_at - days * SECONDS_A_DAY)
        )

    await server.ann.slash(server.general, "ttt start")
    await server.ann.slash(server.general, "ttt move", cell=1)
    await server.ann.slash(server.general, "ttt resign")
    await server.store.run(age)


async def hour(server: Server) -> None:
    """What housekeeping does every hour; in an hour of simcord's, much else would run too."""
    await server.client._housekeeping.every_hour.do_once()


async def test_an_hour_before_it_deletes_old_games_the_log_says_how_many(
    server: Server, caplog: pytest.LogCaptureFixture
):
    deleted = figure("ttt_games_deleted_total")
    await a_game_that_ended(server, 31)
    caplog.set_level("INFO", "bot.running.housekeeping")
    await hour(server)
    day = (server.env.now() - timedelta(days=30)).date()
    assert (
        f"RETENTION_DAYS is 30: in an hour 1 game that ended before {day} will be deleted"
        in caplog.messages
    )
    assert "Move 1 of" in text(await server.ann.slash(server.general, "ttt review"))
    await hour(server)
    assert f"Deleted 1 game that ended before {day}" in caplog.messages
    assert figure("ttt_games_deleted_total") == deleted + 1
    assert "Nothing to review" in text(await server.ann.slash(server.general, "ttt review"))


async def test_games_that_are_not_old_enough_stay_and_need_no_word(
    server: Server, caplog: pytest.LogCaptureFixture
):
    await a_game_that_ended(server, 29)
    for _ in range(3):
        await hour(server)
    assert "Move 1 of" in text(await server.ann.slash(server.general, "ttt review"))
    assert "game" not in caplog.text


@pytest.mark.parametrize("error", [StoreUnavailable(), RuntimeError("boom")])
async def test_what_fails_is_logged_and_tried_again(
    server: Server,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
):
    def fails(*_: object) -> None:
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(upkeep, "size", fails)
        await hour(server)
    assert "Housekeeping" in caplog.text
    housekeeping._DATABASE_BYTES.set(0)
    await hour(server)
    assert figure("ttt_database_bytes") > 50_000


async def test_how_many_servers_there_are_need_not_wait_for_the_deletion_of_old_data(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    done: list[str] = []

    async def application_info() -> SimpleNamespace:
        done.append("servers")
        return SimpleNamespace(approximate_guild_count=7)

    async def takes_long(_: object) -> int:
        done.append("old games")
        return 0

    monkeypatch.setattr(server.client, "application_info", application_info)
    monkeypatch.setattr(server.store, "read", takes_long)
    server.client._housekeeping._has_warned = False
    await hour(server)
    assert done == ["servers", "old games"]
    assert figure("ttt_servers") == 7


async def test_a_banned_server_that_cannot_be_left_does_not_stop_the_others(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    caplog.set_level("INFO", "bot.running.housekeeping")

    async def leave(_: object, guild_id: int) -> bool:
        if guild_id == 77:
            raise discord_refuses(400, 50035)
        return True

    monkeypatch.setattr(housekeeping, "leave", leave)
    server.client._housekeeping.to_leave = {77, 78}
    await server.client._housekeeping.leave_banned(0)
    refused, left = sorted(caplog.messages, key=len, reverse=True)
    assert refused.startswith("Server 77 is banned, but Discord does not let the bot leave it: ")
    assert left == "Left server 78, which is banned"


async def test_a_server_unused_for_a_year_is_forgotten(server: Server):
    await server.ann.slash(server.general, "ttt start")
    now = int(server.env.now().timestamp())
    await server.client._housekeeping.forget_servers(now + 364 * SECONDS_A_DAY)
    assert await server.moves() == ()
    await server.client._housekeeping.forget_servers(now + 365 * SECONDS_A_DAY)
    assert "You don't have a game here." in text(
        await server.ann.slash(server.general, "ttt board")
    )
