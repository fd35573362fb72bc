"""/healthz, /readyz and /metrics, requested over HTTP."""

import re
import socket
import time
from collections.abc import AsyncIterator
from types import SimpleNamespace

import aiohttp
import discord
import pytest
from sqlalchemy import text

from bot.database.errors import StoreUnavailable
from bot.database.transaction import AnyTransaction
from bot.running import health
from bot.running import transactions as upkeep
from bot.running.failures import BadSetting, Failed
from bot.running.version import version
from tests.support.server import Server, open_server
from tests.support.server import text as shown


@pytest.fixture
def port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


@pytest.fixture
async def server(store, port: int) -> AsyncIterator[Server]:
    async with open_server(store) as server, health.serve("127.0.0.1", port, server.client, store):
        yield server


async def ask(port: int, page: str) -> tuple[int, str]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/{page}") as response,
    ):
        return response.status, await response.text()


async def figures(port: int) -> dict[str, float]:
    """The figures of /metrics by name and labels."""
    status, page = await ask(port, "metrics")
    assert status == 200
    lines = [line.rsplit(" ", 1) for line in page.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


async def test_the_front_page_links_to_the_others_and_the_figures_tell_the_version(
    server: Server, port: int
):
    status, page = await ask(port, "")
    links = re.findall(r'href="/(\w+)"', page)
    assert (status, links) == (200, ["healthz", "readyz", "metrics"])
    assert (await figures(port))[f'ttt_build_info{{version="{version()}"}}'] == 1


async def test_the_number_of_servers_is_what_discord_last_said(
    server: Server, port: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    async def hour(answer: int | Exception) -> float:
        """The number that is shown after Discord has answered the hourly question so."""

        async def application_info() -> SimpleNamespace:
            if isinstance(answer, Exception):
                raise answer
            return SimpleNamespace(approximate_guild_count=answer)

        monkeypatch.setattr(server.client, "application_info", application_info)
        await server.client._housekeeping.every_hour.do_once()
        return (await figures(port))["ttt_servers"]

    assert await hour(3) == 3
    assert await hour(aiohttp.ClientConnectionError("no network")) == 3
    assert caplog.messages[-1].startswith("Housekeeping has to wait: no network")
    assert await hour(KeyError("name")) == 3  # an answer that discord.py cannot read
    assert await hour(2) == 2
    forbidden = discord.Forbidden(SimpleNamespace(status=403, reason="Forbidden"), "no")
    assert await hour(forbidden) == 2
    assert caplog.messages[-1].startswith("Housekeeping has to wait: 403 Forbidden")


async def test_it_is_not_ready_while_the_database_does_not_answer(
    server: Server, port: int, monkeypatch: pytest.MonkeyPatch
):
    async def fails(*_: object, **__: object) -> None:
        raise StoreUnavailable

    monkeypatch.setattr(server.client, "is_connected", lambda: True)
    assert await ask(port, "readyz") == (200, "ok\n")
    monkeypatch.setattr(server.store, "serve", fails)
    assert await ask(port, "readyz") == (503, "the database does not save: it does not answer\n")
    assert await ask(port, "healthz") == (200, "ok\n")


async def test_it_is_not_ready_while_it_can_read_but_not_save_though_nobody_plays(
    server: Server, port: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(server.client, "is_connected", lambda: True)
    says_so = "SELECT RAISE(FAIL, 'database or disk is full')"
    await server.store.run(
        typed, f"CREATE TRIGGER full BEFORE INSERT ON notes BEGIN {says_so}; END"
    )
    assert await server.store.run(upkeep.read_note, "anything") is None
    assert await ask(port, "readyz") == (
        503,
        "the database does not save: database or disk is full\n",
    )
    await server.store.run(typed, "DROP TRIGGER full")
    seconds_pass(monkeypatch, 60)
    assert await ask(port, "readyz") == (200, "ok\n")


async def test_it_is_not_ready_while_no_answer_reaches_discord(
    server: Server, port: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(server.client, "is_connected", lambda: True)
    for _ in range(2):
        await lose_an_answer(server)
    assert await ask(port, "readyz") == (200, "ok\n")
    await lose_an_answer(server, code=50083)  # an archived thread's, which counts for nothing
    await lose_an_answer(server)
    assert await ask(port, "readyz") == (503, "the last 3 answers did not reach Discord\n")
    await server.ann.slash(server.general, "ttt help")
    assert await ask(port, "readyz") == (200, "ok\n")


async def lose_an_answer(server: Server, code: int = 10062) -> None:
    server.env.inject_error("POST", "/interactions/*/*/callback", status=400, code=code)
    await server.ann.slash(server.general, "ttt help")


async def test_it_is_not_ready_for_a_minute_after_a_request_that_was_not_saved(
    server: Server, port: int, monkeypatch: pytest.MonkeyPatch
):
    """On a full disk a note may still fit where a game does not."""
    monkeypatch.setattr(server.client, "is_connected", lambda: True)
    assert await ask(port, "readyz") == (200, "ok\n")
    await server.store.run(typed, "PRAGMA max_page_count = 1")  # that is, no more pages than now
    with pytest.raises(StoreUnavailable):
        await server.store.run(upkeep.write_note, "long", 100_000 * "x")
    await server.store.run(upkeep.write_note, "short", "x")
    seconds_pass(monkeypatch, 58)
    assert await ask(port, "readyz") == (503, "a request was not saved in the last minute\n")
    seconds_pass(monkeypatch, 60)
    assert await ask(port, "readyz") == (200, "ok\n")


def seconds_pass(monkeypatch: pytest.MonkeyPatch, seconds: int) -> None:
    """Let time pass for the store, from this moment on."""
    later = time.monotonic() + seconds
    monkeypatch.setattr("bot.database.store.monotonic", lambda: later)


def typed(transaction: AnyTransaction, statement: str) -> None:
    transaction.connection.execute(text(statement))


async def test_without_a_connection_to_discord_only_a_standby_is_ready(
    server: Server, port: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(server.client, "is_connected", lambda: False)
    assert await ask(port, "readyz") == (503, "not connected to Discord\n")
    server.client.is_standby = True
    assert await ask(port, "readyz") == (200, "ok\n")


async def test_every_answer_is_counted_by_its_kind(server: Server, port: int):
    before = await figures(port)
    result = await server.ann.slash(server.general, "ttt start")
    assert "Your turn" in shown(result)
    await server.ann.slash(server.general, "ttt move", cell=1)
    after = await figures(port)
    commands = 'ttt_answers_total{kind="application_command"}'
    assert after[commands] - before.get(commands, 0) == 2
    assert after["ttt_answer_seconds_count"] - before["ttt_answer_seconds_count"] == 2
    assert after["ttt_at_work"] == after["ttt_store_waiting"] == 0


async def test_what_goes_wrong_is_counted(
    server: Server, port: int, monkeypatch: pytest.MonkeyPatch
):
    before = await figures(port)

    async def fails(*_: object, **__: object) -> None:
        raise StoreUnavailable

    with monkeypatch.context() as broken:
        broken.setattr(server.store, "serve", fails)
        await server.ann.slash(server.general, "ttt start")
    server.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    await server.ann.slash(server.general, "ttt start")
    after = await figures(port)
    assert after["ttt_not_saved_total"] - before["ttt_not_saved_total"] == 1
    assert after["ttt_answers_lost_total"] - before["ttt_answers_lost_total"] == 1


async def test_no_label_names_a_person_a_server_or_a_channel(server: Server, port: int):
    await server.ann.slash(server.general, "ttt start")
    await server.ann.click(server.general.last_message, label="5")
    page = (await ask(port, "metrics"))[1]
    for number in (server.ann.id, server.ann.guild.id, server.general.id):
        assert str(number) not in page
    assert "ann" not in page


async def test_a_port_that_is_taken_is_the_setting_to_change(store, port: int):
    async with open_server(store) as server:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", port))
            taken.listen()
            with pytest.raises(Failed, match=f"^HEALTH_PORT {port} cannot be used: .*\\.$"):
                async with health.serve("127.0.0.1", port, server.client, store):
                    pass


@pytest.mark.parametrize(
    ("host", "kind"),
    [("nowhere.invalid", BadSetting), ("a..b", BadSetting), ("192.0.2.1", Failed)],
    ids=["no such name", "no name", "an address whose network may come up later"],
)
async def test_a_host_that_is_not_this_machine_is_named(
    store, port: int, host: str, kind: type[Exception]
):
    async with open_server(store) as server:
        with pytest.raises(kind, match=f"^HEALTH_HOST {host} cannot be used: .*\\.$"):
            async with health.serve(host, port, server.client, store):
                pass
