"""What runs by itself for the operator: bans, figures and the deletion of old data."""

from collections.abc import AsyncIterator

import pytest
from prometheus_client import REGISTRY
from sqlalchemy import Connection, update

from bot import metrics, service
from bot.rendering.links import Links
from bot.sessions.records import SECONDS_A_DAY
from bot.settings import Settings
from bot.storage import ban_transactions, figure_transactions
from bot.storage.errors import StoreUnavailable
from bot.storage.store import Store
from bot.storage.tables.games import sessions
from tests.support.server import Server, date, open_server, refused, text


@pytest.fixture
async def server(store: Store) -> AsyncIterator[Server]:
    async with open_server(store) as server:
        server.client._housekeeping._days = 30
        date(server.client, server.env)
        await server.env.advance_time(60)
        yield server


async def test_the_operators_settings_reach_the_bot(store: Store):
    page = "https://example.org/"
    settings = Settings(retention_days=7, privacy_url=page, terms_url=page + "terms", support_url=page + "us")
    async with service._client(settings, store) as client:
        assert client._housekeeping._days == 7
        assert client._buttons._links == Links(page, page + "terms", page + "us")


def figure(name: str, **labels: str) -> float:
    """A figure of /metrics."""
    return REGISTRY.get_sample_value(name, labels) or 0


async def test_a_ban_holds_within_a_minute(server: Server):
    await server.store.run(ban_transactions.ban, server.ann.id, is_server=False)
    await server.env.advance_time(60)
    assert refused(await server.ann.slash(server.general, "ttt start"), "operator has blocked you")


async def test_a_game_that_has_ended_is_counted_once_within_three_minutes(server: Server):
    resigned = {"game": "3x3", "against": "hard", "end": "resignation"}
    before = figure("ttt_games_total", **resigned)
    await server.ann.slash(server.general, "ttt start", level="hard")
    await server.ann.slash(server.general, "ttt move", cell=1)
    await server.ann.slash(server.general, "ttt resign")
    for _ in range(3):
        await server.env.advance_time(60)
    assert figure("ttt_games_total", **resigned) == before + 1
    await server.env.advance_time(60)
    assert figure("ttt_games_total", **resigned) == before + 1


async def test_answers_are_counted_by_language_and_the_database_is_measured(server: Server):
    before = figure("ttt_languages_total", language="en-US")
    await server.ann.slash(server.general, "ttt help")
    assert figure("ttt_languages_total", language="en-US") == before + 1
    await server.env.advance_time(60)
    assert figure("ttt_database_bytes") > 50_000


async def test_a_game_that_ended_long_ago_is_deleted(server: Server):
    def age(connection: Connection, days: int) -> None:
        connection.execute(update(sessions).values(ended_at=sessions.c.ended_at - days * SECONDS_A_DAY))

    await server.ann.slash(server.general, "ttt start")
    await server.ann.slash(server.general, "ttt move", cell=1)
    await server.ann.slash(server.general, "ttt resign")
    for days, said in ((29, "Review"), (2, "Nothing to review")):
        await server.store.run(age, days)
        await server.client._housekeeping._forget()
        assert said in text(await server.ann.slash(server.general, "ttt review"))


@pytest.mark.parametrize("error", [StoreUnavailable(), RuntimeError("boom")])
async def test_what_fails_is_logged_and_tried_again(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
):
    def fails(*_: object) -> None:
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(figure_transactions, "size", fails)
        await server.env.advance_time(60)
    assert "Housekeeping" in caplog.text
    metrics.DATABASE_BYTES.set(0)
    await server.env.advance_time(60)
    assert figure("ttt_database_bytes") > 50_000
