"""What goes wrong: on the way to Discord and back, on the disk, and with the process itself.

Each world has its own weather, drawn by its seed: some faults never come, others all the time. So a
fault is also met without the others, which would hide it.
"""

from __future__ import annotations

import asyncio
import contextvars
import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, fields
from email.utils import formatdate
from math import inf
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Self

import aiohttp
from yarl import URL

from tests.simulation import seams
from tests.simulation.discord import Answer, clock
from tests.simulation.loop import Loop, settle

if TYPE_CHECKING:
    from tests.simulation.world import World

_API = "/api/v10"


@dataclass(frozen=True)
class Weather:
    """How often what goes wrong, as probabilities; each default is the most that a seed draws."""

    late: float = 0.1  # a delivery comes up to four seconds late
    twice: float = 0.4  # an interaction is delivered twice
    again: float = 0.1  # what counts once is delivered again after a minute or more
    busy: float = 0.06  # Discord answers 429
    broken: float = 0.06  # Discord answers 502
    cut: float = 0.1  # the connection breaks, before Discord took the request or after
    slow_way: float = 0.04  # a request or its answer takes seconds
    slow: float = 0.04  # a commit takes seconds
    locked: float = 0.03  # another program locks the database, and SQLite gives up on it
    failing: float = 0.03  # a commit fails, and nothing is saved
    unlearned: float = 0.02  # a commit succeeds, and yet fails
    stalls: float = 0.02  # the machine stands still, in each ten seconds
    jumps: float = 0.01  # its clock jumps forwards or back, likewise
    drops: float = 0.02  # the gateway drops the connection, and resumes it or not
    outages: float = 0.01  # Discord is down
    operators: float = 0.04  # the operator does something
    changes: float = 0.8  # the bot starts with other settings than before
    crowds: float = 0.02  # sixteen people act at one instant
    full: float = 0.02  # the disk is full for a while
    lost: float = 0.05  # the search process ends in a search
    kills: float = 0.9  # a process is killed or stopped some time after its start
    upgrades: float = 0.1  # the bot starts as its next version

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(*(each.default * rng.choice((0, 0.4, 1)) for each in fields(cls)))


CALM = Weather(*[0.0] * len(fields(Weather)))


class Way:
    """The way to Discord: requests and their answers take time, and get lost."""

    def __init__(self, world: World, rng: Random) -> None:
        self._world = world
        self._rng = rng

    def send(self, request: Request, done: asyncio.Future[Any]) -> None:
        weather, rng = self._world.weather, self._rng
        fate = rng.random()
        for name in ("busy", "broken", "cut"):
            fate -= getattr(weather, name)
            if fate < 0:
                break
        else:
            name = ""
        if self._world.timeline.now < self._world.down_until:
            name = "down"
        self._world.sent(request)
        seconds = rng.uniform(1, 5) if rng.random() < weather.slow_way else rng.uniform(0.01, 0.15)
        back = rng.uniform(1, 5) if rng.random() < weather.slow_way else rng.uniform(0.01, 0.15)
        if seconds + back > 1:
            self._world.checkers.history.disturb()
        self._world.timeline.at(
            self._world.timeline.now + seconds, self._arrive, request, done, name, back
        )

    def _arrive(self, request: Request, done: asyncio.Future[Any], name: str, back: float) -> None:
        answer: Answer | Exception
        if name:
            self._world.lost(request, name)
        match name:
            case "busy":
                answer = Answer(
                    429, {"retry_after": round(self._rng.uniform(0.1, 2), 2), "global": False}
                )
            case "broken" | "down":
                answer = Answer(502)
            case "cut" if self._rng.random() < 0.5:
                answer = aiohttp.ServerDisconnectedError()
            case "cut":
                self._world.taken(request)
                answer = self._rng.choice(
                    [aiohttp.ServerDisconnectedError(), ConnectionResetError(104, "reset by peer")]
                )
            case _:
                answer = self._world.taken(request)
        request.has_failed = bool(name)
        now, response, error = self._world.timeline.now, None, None
        if isinstance(answer, Answer):
            request.outcome, response = answer, Response(answer, now)
        else:
            error = answer
        self._world.timeline.at(now + back, settle, done, response, error)


class Request:
    """A request on its way.

    outcome     Discord's answer, once that is on its way back
    has_failed  whether Discord was busy, or the connection broke, so that it may be sent again
    """

    def __init__(self, method: str, path: str, body: Any) -> None:
        self.method, self.path, self.body = method, path, body
        self.outcome: Answer | None = None
        self.has_failed = False


class Response:
    """What aiohttp returns for a request."""

    reason = "as simulated"

    def __init__(self, answer: Answer, at: float) -> None:
        self.status = answer.status
        self.headers = {"Via": "1.1 simulation", "Date": formatdate(clock(at), usegmt=True)} | (
            {"content-type": "application/json"} if answer.body is not None else {}
        )
        self._body = answer.body

    async def text(self, encoding: str = "utf-8") -> str:
        return "" if self._body is None else json.dumps(self._body)


class Session:
    """Stands in for aiohttp's session. Each world has a subclass with itself as `world`."""

    world: World

    def __init__(
        self, *, trace_configs: Iterable[aiohttp.TraceConfig] | None = None, **_: Any
    ) -> None:
        self._process = self.world.process
        self._traces = trace_configs or ()

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
        for trace in self._traces:
            for observe in trace.on_request_end:
                await observe(None, None, SimpleNamespace(response=response))
        yield response

    async def close(self) -> None:
        pass


def _read(data: Any) -> Any:
    """The body of a request: JSON, or a form that carries it beside a file."""
    if isinstance(data, aiohttp.FormData):
        fields = {options["name"]: value for options, _, value in data._fields}
        return json.loads(fields["payload_json"]) | {"file": fields["files[0]"].getvalue().decode()}
    return json.loads(data) if data else None


class Disk:
    """The disk: how long a commit takes, and what becomes of a statement."""

    def __init__(self, world: World, rng: Random) -> None:
        self._world = world
        self._rng = rng
        self._is_locked = self._is_slow = self._writes_cups = False
        self._full_until = 0.0

    def write_later(self, begin: Callable[[], None], commit: Callable[[], None]) -> None:
        """Let a transaction begin soon, and write after as much time as the disk takes."""
        world, rng, seconds = self._world, self._rng, self._rng.uniform(0.0005, 0.01)
        fate = rng.random()
        if fate < world.weather.slow or self._is_slow:
            seconds, self._is_slow = rng.uniform(1, 5), False
        elif fate < world.weather.slow + world.weather.locked:
            seconds, self._is_locked = 1.0, True
        if seconds >= 1:
            world.checkers.history.disturb()
        begins = world.timeline.now + rng.uniform(0, 0.002)
        world.timeline.at(begins, world.process.loop.outside, begin)
        world.timeline.at(begins + seconds, world.process.loop.outside, commit)

    def be_slow(self) -> None:
        """Let the next commit take seconds."""
        self._is_slow = True

    def fill(self, seconds: float) -> None:
        """Let the disk have no room for so many seconds, so that nothing can be committed."""
        self._full_until = self._world.timeline.now + seconds
        self._world.tell(f"the disk is full for {seconds:.0f} seconds")

    def execute(self, execute: Callable[..., Any], sql: str, *values: Any) -> Any:
        """Let a statement happen, or what happens in its place."""
        world, verb = self._world, sql.lstrip()[:6].upper()
        if verb in {"INSERT", "UPDATE", "DELETE", "CREATE", "ALTER ", "DROP T"}:
            world.process.writes(verb)
            self._writes_cups |= " cup" in sql
        elif verb == "BEGIN " and self._is_locked:
            self._is_locked = False
            world.sometimes("the database was locked")
            raise sqlite3.OperationalError("database is locked")
        elif verb == "COMMIT":
            return self._commit(execute, sql)
        return execute(sql, *values)

    def _commit(self, execute: Callable[..., Any], sql: str) -> Any:
        world, fate = self._world, self._rng.random()
        world.process.writes("before COMMIT")
        if fate < world.weather.failing:
            world.sometimes("a commit failed")
            world.checkers.history.disturb()
            raise _disk_error()
        if world.timeline.now < self._full_until:
            world.sometimes("the disk was full")
            world.checkers.history.disturb()
            if self._rng.random() < 0.5:
                execute("ROLLBACK")  # SQLite does that itself after some errors
            raise _disk_error("database or disk is full", sqlite3.SQLITE_FULL)
        done = execute(sql)
        if self._writes_cups:
            self._writes_cups = False
            world.checkers.expected.cups_changed()
        world.process.writes("after COMMIT")
        if fate < world.weather.failing + world.weather.unlearned:
            world.sometimes("a commit was made whose outcome nobody learned")
            world.checkers.history.disturb()
            raise _disk_error()
        return done

    def connection(self) -> type[sqlite3.Connection]:
        """A connection whose statements go over this disk."""
        disk = self

        class Cursor(sqlite3.Cursor):
            def execute(self, sql: str, *values: Any) -> Any:
                return disk.execute(super().execute, sql, *values)

            def executemany(self, sql: str, *values: Any) -> Any:
                return disk.execute(super().executemany, sql, *values)

        class Connection(sqlite3.Connection):
            def __init__(self, *args: Any, **more: Any) -> None:
                super().__init__(*args, **more)
                disk._world.process.connections.append(self)

            def cursor(self, factory: Any = None) -> sqlite3.Cursor:
                return super().cursor(Cursor)

            def execute(self, sql: str, *values: Any) -> Any:
                return disk.execute(super().execute, sql, *values)

        return Connection


def _disk_error(
    says: str = "disk I/O error", code: int = sqlite3.SQLITE_IOERR_FSYNC
) -> sqlite3.Error:
    error = sqlite3.OperationalError(says)
    error.sqlite_errorcode = code
    return error


class Process:
    """The bot from one start to its end, which may come between any two callbacks or writes.

    settings  the operator's
    lives     until it is killed or has ended
    serves    where events of interactions go, once it takes them
    """

    def __init__(self, world: World, number: int, settings: Mapping[str, Any], rng: Random) -> None:
        self.world = world
        self.number = number
        self.settings = settings
        self.lives = True
        self.serves: Callable[[Any], None] | None = None
        self.asked_to_stop, self._stops_soon = inf, False
        self.connections: list[sqlite3.Connection] = []
        self.loop = Loop(world.timeline, self._steps, self.bury)
        self.stopping = self.loop.create_future()
        self._callbacks_left = self._writes_left = inf
        self._draw_end(rng)

    def _draw_end(self, rng: Random) -> None:
        if rng.random() >= self.world.weather.kills:
            return
        match rng.choice(("callbacks", "writes", "writes", "stopped")):
            case "callbacks":
                self._callbacks_left = int(10 ** rng.uniform(1.3, 2.8))
            case "writes":
                self._writes_left = int(10 ** rng.uniform(0.5, 1.8))
            case "stopped":
                self.world.timeline.soon(300, self._stop_soon)

    def dies_soon(self, rng: Random) -> None:
        """Let it be killed within its next callbacks or writes."""
        if rng.random() < 0.5:
            self._callbacks_left = min(self._callbacks_left, int(10 ** rng.uniform(0, 2.5)))
        else:
            self._writes_left = int(10 ** rng.uniform(0, 1.5))

    def _stop_soon(self) -> None:
        """Ask it to stop while it answers somebody, or after a minute."""
        self._stops_soon = True
        self.world.timeline.soon(60, self._stop)

    def _stop(self) -> None:
        """Ask it to stop, as systems do before they restart."""
        if self.serves and not self.stopping.done():
            self.serves, self.asked_to_stop = None, self.world.timeline.now
            self.world.tell("the bot is asked to stop")
            self.world.checkers.history.disturb()
            self.stopping.set_result(None)

    def begin(self, life: Coroutine[Any, Any, None]) -> None:
        """Start the program; what it leaves behind in a context belongs to this process alone."""
        self._context = contextvars.Context()
        self._life = self._context.run(self.loop.create_task, life)
        self._life.add_done_callback(self._has_ended)

    def _has_ended(self, life: asyncio.Task[None]) -> None:
        if not self.lives:
            return
        error = life.exception()
        if error and not isinstance(error, seams.CANNOT_START):
            self.world.errors.append(f"the bot ends with {error!r}")
        self.bury(f"it could not start: {type(error).__name__}" if error else "it has stopped")

    def receive(self, event: Any) -> None:
        """Take an interaction from the gateway."""
        self.loop.call_soon(self.serves, event, context=self._context)
        if self._stops_soon:
            self.world.timeline.soon(0.1, self._stop)

    def spare(self) -> None:
        """Let it live."""
        self._callbacks_left = self._writes_left = inf

    def _steps(self) -> None:
        self._callbacks_left -= 1
        if self._callbacks_left < 0:
            self.loop.kill("between two callbacks")

    def writes(self, what: str) -> None:
        self._writes_left -= 1
        if self._writes_left == 0:
            self.loop.kill(what)

    def bury(self, why: str) -> None:
        """Do what the system does for a process that is gone: close its files, and nothing else."""
        self.lives = False
        self.world.errors += [
            f"{each['message']}: {each.get('exception')!r}" for each in self.loop.errors
        ]
        for connection in self.connections:
            connection.close()  # without its commit
        self.loop.die()
        self.world.died(self, why)
