"""The way to Discord: requests and their answers take time, and get lost."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING, Any

import aiohttp
from yarl import URL

from tests.simulation.discord import Answer
from tests.simulation.loop import settle

if TYPE_CHECKING:
    from tests.simulation.world import World

_API = "/api/v10"


class Way:
    """The way to Discord: requests and their answers take time, and get lost."""

    def __init__(self, world: World, rng: Random) -> None:
        self._world = world
        self._rng = rng

    def send(self, request: Request, done: asyncio.Future[Any]) -> None:
        """Send a request, perhaps in vain; then `done` gets Discord's response, or an error."""
        world, now = self._world, self._world.timeline.now
        fate = self._fate()
        world.sent(request)
        there, back = self._seconds(), self._seconds()
        if there + back > 1:
            world.checkers.history.disturb()
        world.timeline.at(now + there, self._arrive, request, done, fate, back)

    def _fate(self) -> str:
        """What goes wrong with a request; empty if nothing does."""
        if self._world.timeline.now < self._world.down_until:
            return "down"
        drawn = self._rng.random()
        for fate in ("busy", "broken", "cut"):
            drawn -= getattr(self._world.weather, fate)
            if drawn < 0:
                return fate
        return ""

    def _seconds(self) -> float:
        if self._rng.random() < self._world.weather.slow_way:
            return self._rng.uniform(1, 5)
        return self._rng.uniform(0.01, 0.15)

    def _arrive(self, request: Request, done: asyncio.Future[Any], fate: str, back: float) -> None:
        world = self._world
        if fate:
            world.lost(request, fate)
            request.has_failed = True
        comes_back = world.timeline.now + back
        if fate == "cut":
            if self._rng.random() < 0.5:
                request.outcome = world.taken(request)
            error = self._rng.choice((aiohttp.ServerDisconnectedError(), ConnectionResetError()))
            world.timeline.at(comes_back, settle, done, None, error)
            return
        match fate:
            case "busy":
                seconds = round(self._rng.uniform(0.1, 2), 2)
                answer = Answer(429, {"retry_after": seconds, "global": False})
            case "broken" | "down":
                answer = Answer(502)
            case _:
                answer = world.taken(request)
        request.outcome = answer
        response = Response(answer)
        world.timeline.at(comes_back, settle, done, response, None)


class Request:
    """A request on its way.

    number      in the order in which requests are sent
    outcome     Discord's answer, whether or not that comes back; None if the request never arrived
    has_failed  whether Discord was busy, or the connection broke, so that it may be sent again
    """

    _numbers = itertools.count()

    def __init__(self, method: str, path: str, body: Any) -> None:
        self.number = next(self._numbers)
        self.method, self.path, self.body = method, path, body
        self.outcome: Answer | None = None
        self.has_failed = False


class Response:
    """What aiohttp returns for a request."""

    reason = "as simulated"

    def __init__(self, answer: Answer) -> None:
        self.status = answer.status
        self.headers = {"Via": "1.1 simulation"}
        if answer.body is not None:
            self.headers["content-type"] = "application/json"
        self._body = answer.body

    async def text(self, encoding: str = "utf-8") -> str:
        return "" if self._body is None else json.dumps(self._body)


class Session:
    """Stands in for aiohttp's session. Each world has a subclass with itself as `world`."""

    world: World

    def __init__(self, **_: Any) -> None:
        self._process = self.world.process

    @asynccontextmanager
    async def request(
        self, method: str, url: Any, *, data: Any = None, **_: Any
    ) -> AsyncIterator[Response]:
        """Make a request when the block is entered."""
        if not self._process.lives:
            raise aiohttp.ClientConnectionError
        done = asyncio.get_running_loop().create_future()
        path = URL(str(url)).raw_path.removeprefix(_API)
        self.world.way.send(Request(method, path, _read(data)), done)
        response: Response = await done
        yield response

    async def close(self) -> None:
        pass


def _read(data: Any) -> Any:
    """The body of a request: JSON, or a form that carries it beside a file."""
    if isinstance(data, aiohttp.FormData):
        fields = {options["name"]: value for options, _, value in data._fields}
        return json.loads(fields["payload_json"]) | {"file": fields["files[0]"].getvalue().decode()}
    return json.loads(data) if data else None
