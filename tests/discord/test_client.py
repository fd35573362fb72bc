"""Telling Discord our commands: when they changed, and only then."""

from discord import app_commands

from bot.storage.store import Store
from tests.support.server import Server, open_server


def syncs(server: Server) -> int:
    return sum(
        request.method == "PUT" and request.path.endswith("/commands") for request in server.env.http_requests
    )


async def test_the_first_start_tells_discord_the_commands(server: Server):
    assert syncs(server) == 1


async def test_another_start_on_the_same_store_does_not(server: Server, store: Store):
    await server.restart(store)
    assert syncs(server) == 1


async def test_changed_commands_are_told_again(server: Server, store: Store, monkeypatch):
    added = app_commands.Group(name="other", description="A new command")
    monkeypatch.setattr("bot.client.PlayCommands", lambda *_: added)
    await server.restart(store)
    assert syncs(server) == 2


async def test_a_store_that_remembers_nothing_tells_them_again(server: Server, tmp_path):
    async with Store.open("sqlite:///:memory:") as empty:
        await server.restart(empty)
        assert syncs(server) == 2


async def test_servers_do_not_share_games(store: Store):
    async with Store.open("sqlite:///:memory:") as other, open_server(store) as one:
        await one.ann.slash(one.general, "ttt start")
        assert one.store is store is not other
