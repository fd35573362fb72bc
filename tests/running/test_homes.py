"""What is done about servers that may have removed the bot, and about banned ones."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.database.errors import StoreUnavailable
from bot.database.store import Store
from bot.interactions.clock import Clock
from bot.interactions.request import Request
from bot.people.bans import Bans
from bot.play import rows
from bot.play.session import SECONDS_A_DAY
from bot.running.housekeeping import Housekeeping, leave
from bot.servers import transactions as server_transactions
from bot.servers.transactions import KEPT
from tests.support.refusals import discord_refuses
from tests.support.requests import GUILD, NOW, request
from tests.support.stores import new_sqlite

LATER = NOW + KEPT * SECONDS_A_DAY


def there() -> Request:
    return request(guild=GUILD)


class Client:
    """Discord, as far as it knows whether the bot is a member of a server."""

    application_id = 42

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.answer: Exception | None = None
        self.stays: set[int] = set()
        self.left: list[int] = []

    async def fetch_guild(self, guild_id: int, *, with_counts: bool) -> SimpleNamespace:
        self.asked.append(guild_id)
        if self.answer:
            raise self.answer

        async def leave() -> None:
            if guild_id in self.stays:
                raise discord_refuses(400, 50035)
            self.left.append(guild_id)

        return SimpleNamespace(leave=leave)


GONE = discord_refuses(404, 10004)


def clock(at: int) -> Clock:
    return Clock(now=lambda: at)


@pytest.fixture
async def here(tmp_path: Path):
    """Housekeeping of a bot that someone has used in a server with a setting."""
    async with Store.open(new_sqlite(tmp_path)) as store:
        client = Client()
        housekeeping = Housekeeping(SimpleNamespace(store=store, clock=clock(NOW)), client)
        await store.run(server_transactions.change, there(), GUILD, "level", "hard")
        housekeeping.see_home(GUILD)
        await housekeeping.record_homes(NOW)
        yield SimpleNamespace(housekeeping=housekeeping, store=store, client=client)


async def has_settings(here: Any) -> bool:
    return (await here.store.run(rows.settings_of, there())).level == "hard"


async def test_discord_is_asked_after_thirty_quiet_days_and_what_it_has_no_bot_in_goes(here: Any):
    here.client.answer = GONE
    await here.housekeeping.forget_homes(LATER - SECONDS_A_DAY)
    assert here.client.asked == []
    assert await has_settings(here)
    for _ in range(2):
        await here.housekeeping.forget_homes(LATER)
    assert here.client.asked == [GUILD], "then there is nothing left to ask about"
    assert not await has_settings(here)


async def test_a_server_discord_knows_us_in_keeps_everything_and_is_asked_for_thirty_days_later(
    here: Any,
):
    for now in (LATER, LATER, LATER + KEPT * SECONDS_A_DAY):
        await here.housekeeping.forget_homes(now)
    assert here.client.asked == [GUILD, GUILD]
    assert await has_settings(here)


@pytest.mark.parametrize(("status", "code"), [(500, 0), (401, 0), (403, 40333), (403, 0), (404, 0)])
async def test_while_discord_does_not_say_nothing_goes(here: Any, status: int, code: int):
    here.client.answer = discord_refuses(status, code)
    await here.housekeeping.forget_homes(LATER)
    assert await has_settings(here)
    with pytest.raises(discord.HTTPException):
        await leave(here.client, GUILD)


async def test_a_server_about_which_discord_does_not_say_does_not_stop_the_others(here: Any):
    for guild_id in (GUILD + 1, GUILD + 2):
        await here.store.run(server_transactions.record_homes, 42, {guild_id}, NOW)
    here.client.answer = discord_refuses(503)
    await here.housekeeping.forget_homes(LATER)
    assert sorted(here.client.asked) == [GUILD, GUILD + 1, GUILD + 2]


async def test_a_home_is_noted_once_a_day_and_until_the_store_has_it(
    here: Any, monkeypatch: pytest.MonkeyPatch
):
    async def failing(*_: object) -> None:
        raise StoreUnavailable

    here.housekeeping._clock = clock(LATER)
    here.housekeeping.see_home(GUILD)
    with monkeypatch.context() as broken:
        broken.setattr(here.store, "run", failing)
        with pytest.raises(StoreUnavailable):
            await here.housekeeping.record_homes(LATER)
    await here.housekeeping.record_homes(LATER)
    assert await here.store.run(server_transactions.quiet_homes, 42, LATER) == []
    here.housekeeping.see_home(GUILD)
    monkeypatch.setattr(here.store, "run", failing)
    await here.housekeeping.record_homes(LATER)  # there is nothing to note


async def test_a_banned_server_is_left_once_and_one_that_cannot_be_left_does_not_stop_the_others(
    here: Any, caplog: pytest.LogCaptureFixture
):
    here.housekeeping.bans = Bans(servers=frozenset({GUILD, 78}))
    here.client.stays = {GUILD}
    for _ in range(2):
        await here.housekeeping.leave_banned(NOW)
    assert here.client.left == [78]
    assert here.client.asked == [GUILD, 78, GUILD]
    assert (
        caplog.text.count(f"Server {GUILD} is banned, but Discord does not let the bot leave it: ")
        == 2
    )
    here.housekeeping.see_home(78)  # someone invites it again
    await here.housekeeping.leave_banned(NOW)
    assert here.client.left == [78, 78]
