"""What Discord's READY says about servers, and the second look before anything is deleted."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.homes import Homes, read_roll
from bot.sessions.homes import KEPT, Roll
from bot.storage import home_transactions, settings_transactions
from bot.storage.errors import StoreUnavailable
from bot.storage.request import Request
from bot.storage.store import Store
from tests.support.requests import NOW, request
from tests.support.stores import new_sqlite

GUILD = 77


def ready(*guilds: object, **changes: Any) -> dict[str, Any]:
    """A READY as Discord sends it, as far as we read it."""
    listed = [{"id": str(guild), "unavailable": True} for guild in guilds]
    return {"application": {"id": "42", "flags": 0}, "shard": [0, 1], "guilds": listed} | changes


def there() -> Request:
    return replace(request(), guild_id=GUILD)


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
                raise refused(discord.HTTPException, 400)
            self.left.append(guild_id)

        return SimpleNamespace(leave=leave)


class Clock:
    is_set = True

    def __init__(self) -> None:
        self.at = NOW

    def now(self) -> float:
        return self.at


def refused(kind: type[discord.HTTPException], status: int) -> discord.HTTPException:
    return kind(SimpleNamespace(status=status, reason="refused"), {"code": 10004, "message": "Unknown Guild"})


GONE = refused(discord.NotFound, 404)


@pytest.fixture
async def here(tmp_path: Path):
    """Homes whose server has a setting, was listed once, and then not any more."""
    async with Store.open(new_sqlite(tmp_path)) as store:
        client, clock = Client(), Clock()
        homes = Homes(store, client)
        await store.run(settings_transactions.change, there(), GUILD, "level", "hard")
        for each in (ready(GUILD), ready()):
            homes.ready(each)
            await homes.note(clock.at)
        yield SimpleNamespace(homes=homes, store=store, client=client, clock=clock)


async def has_settings(here: Any) -> bool:
    return (await here.store.run(settings_transactions.settings, there())).level == "hard"


def test_a_complete_list_is_a_roll_of_its_shard():
    assert read_roll(ready(1, 2), 42) == Roll(42, 0, 1, frozenset({1, 2}))


@pytest.mark.parametrize(
    "changes",
    [
        {"guilds": None},
        {"guilds": [{"unavailable": True}]},
        {"guilds": [{"id": "none"}]},
        {"shard": None},
        {"shard": [1, 1]},
        {"shard": ["0", "1"]},
        {"application": {}},
        {"application": {"id": "43"}},
    ],
)
def test_a_list_that_is_not_complete_or_not_ours_is_none(changes: dict[str, Any]):
    assert read_roll(ready(1, **changes), 42) is None
    assert read_roll("READY", 42) is None


async def test_nothing_goes_before_thirty_days_and_discord_is_asked_once_more(here: Any):
    here.client.answer = GONE
    here.clock.at = NOW + KEPT - 1
    await here.homes.forget(here.clock.at)
    assert here.client.asked == []
    here.clock.at = NOW + KEPT
    await here.homes.forget(here.clock.at)
    assert here.client.asked == [GUILD]
    assert not await has_settings(here)
    await here.homes.forget(here.clock.at)
    assert here.client.asked == [GUILD], "there is nothing left to ask about"


async def test_a_server_that_discord_knows_us_in_keeps_everything(here: Any):
    here.clock.at = NOW + KEPT
    for _ in range(2):
        await here.homes.forget(here.clock.at)
    assert here.client.asked == [GUILD], "it is a home again"
    assert await has_settings(here)


@pytest.mark.parametrize("status", [500, 401])
async def test_while_discord_does_not_say_nothing_goes(here: Any, status: int):
    here.client.answer = refused(discord.HTTPException, status)
    here.clock.at = NOW + KEPT
    with pytest.raises(discord.HTTPException):
        await here.homes.forget(here.clock.at)
    assert await has_settings(here)


async def test_a_server_that_uses_the_bot_is_no_longer_missing(here: Any):
    fresh = Homes(here.store, here.client)  # after a restart without a list
    fresh.seen({"guild_id": str(GUILD)})
    await fresh.note(here.clock.at)
    assert await here.store.run(home_transactions.homes_to_forget, 42, NOW + KEPT) == []


async def test_a_list_is_kept_until_the_store_has_it(here: Any, monkeypatch: pytest.MonkeyPatch):
    async def failing(*_: object) -> None:
        raise StoreUnavailable

    here.homes.ready(ready(GUILD))
    with monkeypatch.context() as broken:
        broken.setattr(here.store, "run", failing)
        with pytest.raises(StoreUnavailable):
            await here.homes.note(here.clock.at)
    await here.homes.note(here.clock.at)
    assert await here.store.run(home_transactions.homes_to_forget, 42, NOW + KEPT) == []


async def test_a_banned_server_that_cannot_be_left_keeps_no_other_from_being_left(
    here: Any, caplog: pytest.LogCaptureFixture
):
    """It is tried again a minute later; servers that the bot is not in are never asked about."""
    here.homes.ready(ready(GUILD, 78))
    here.client.stays = {GUILD}
    for _ in range(2):
        await here.homes.leave({GUILD, 78, 79})
    assert here.client.left == [78]
    assert here.client.asked == [GUILD, 78, GUILD]
    assert caplog.text.count(f"Server {GUILD} is banned, but Discord does not let the bot leave it: ") == 2
