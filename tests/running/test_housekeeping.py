"""What runs by itself for the operator: bans, figures and the deletion of old data."""

from collections.abc import AsyncIterator
from datetime import timedelta
from random import Random
from types import SimpleNamespace

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import Connection, update

from bot.database import copies
from bot.database.errors import StoreUnavailable
from bot.database.store import Store
from bot.database.tables import sessions
from bot.messages.reply import Links
from bot.people import transactions as record_transactions
from bot.play.session import SECONDS_A_DAY
from bot.running import housekeeping
from bot.running import transactions as upkeep
from bot.running.client import Client
from bot.running.settings import Settings
from bot.servers import transactions as server_transactions
from tests.support.server import Server, open_server, refused, text


@pytest.fixture
async def server(store: Store) -> AsyncIterator[Server]:
    async with open_server(store) as server:
        server.client._housekeeping._days = 30
        await server.env.advance_time(60)
        server.client._housekeeping._has_warned = False
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


async def test_the_database_and_the_age_of_its_backup_are_measured(server: Server):
    await server.store.run(upkeep.write_note, copies.NOTE, "1234")
    await hour(server)
    assert figure("ttt_database_bytes") > 50_000
    assert figure("ttt_last_backup_timestamp_seconds") == 1234


async def a_game_that_ended(server: Server, days: int) -> None:
    """Ann resigns a game, so many days ago."""

    def age(connection: Connection) -> None:
        connection.execute(
            update(sessions).values(ended_at=sessions.c.ended_at - days * SECONDS_A_DAY)
        )

    await server.ann.slash(server.general, "ttt start")
    await server.ann.slash(server.general, "ttt move", cell=1)
    await server.ann.slash(server.general, "ttt resign")
    await server.store.run(age)


async def hour(server: Server) -> None:
    """What housekeeping does every hour; in an hour of simcord's, much else would run too."""
    await server.client._housekeeping.every_hour.run()


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


async def test_a_home_seen_in_the_last_minute_before_a_stop_is_noted(server: Server):
    guild_id = server.ann.guild.id
    await server.send_command(server.ann, "help", **server.home)
    await server.client.finish()
    later = int(server.env.now().timestamp()) + server_transactions.KEPT * SECONDS_A_DAY
    application_id = server.client.application_id
    assert await server.store.run(server_transactions.quiet_homes, application_id, later) == [
        guild_id
    ]


async def test_a_stop_does_not_fail_because_a_home_cannot_be_noted(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    await server.send_command(server.ann, "help", **server.home)

    def fails(*_: object) -> None:
        raise StoreUnavailable

    monkeypatch.setattr(server_transactions, "record_homes", fails)
    await server.client.finish()
    assert "The note of servers in use has to wait: it does not answer" in caplog.text
