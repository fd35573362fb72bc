"""The playground's page over a world of its own, and a client that is no browser."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import urlsplit

import aiohttp

from bot.database.store import Store
from bot.playground.server import serve
from bot.playground.simulated_discord import World, open_world
from tests.support.waiting import LONG


@dataclass(frozen=True)
class Page:
    """The address of a page, and the world it shows."""

    address: str
    world: World

    @property
    def origin(self) -> str:
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}"


@asynccontextmanager
async def page(seed: int = 1) -> AsyncIterator[Page]:
    """A page with tiles, over a store in memory."""
    async with (
        Store.open("sqlite:///:memory:") as store,
        open_world(store, Random(seed)) as world,
        serve(world) as address,
    ):
        yield Page(address, world)


class Visitor:
    """The socket of a page, without the page."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket

    async def does(self, **frame: Any) -> None:
        await self.socket.send_json(frame)

    async def reads(self, kind: str) -> dict[str, Any]:
        """The next frame of a kind."""
        while True:
            frame: dict[str, Any] = await self.socket.receive_json(timeout=LONG)
            if frame["is"] == kind:
                return frame

    async def reads_messages(self) -> list[dict[str, Any]]:
        """The messages of the next frame that has any."""
        while True:
            if messages := (await self.reads("messages"))["messages"]:
                return list(messages)


@asynccontextmanager
async def visitor(
    page: Page, person: str = "alice", place: str = "general"
) -> AsyncIterator[Visitor]:
    address = f"{page.address}socket?person={person}&place={place}"
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(address, origin=page.origin) as socket,
    ):
        yield Visitor(socket)
