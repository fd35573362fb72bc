"""How the bot runs on a simulated machine.

It starts the real client on the real store, and replaces two things that would leave virtual time:
the thread that writes, and the process that searches. For what is due the bot looks once a minute,
since hours pass in every world. Everything else comes from outside: the event
of an interaction, the requests of aiohttp, the statements of sqlite3, and the catalogues. What else
the simulation knows of the product stands in `messages` and `database`.
"""

import datetime as dt
import sqlite3
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from random import Random
from types import ModuleType
from typing import Any, Protocol
from unittest import mock

import aiohttp
import discord
from discord.webhook import async_ as webhook

from bot.database import group_commit
from bot.database.errors import CannotOpenStore, OutcomeUnknown, StoreUnavailable
from bot.database.store import Store
from bot.interactions.clock import Clock
from bot.interactions.limits import UNLIMITED
from bot.messages import texts
from bot.running import timers
from bot.running.client import Client
from bot.running.settings import Settings
from tests.simulation.database import SOON
from tests.simulation.messages import marked

_WRITER, _WORKER = "bot.database.sqlite.Writer", "bot.interactions.thinking.Worker"

FROM_OUTSIDE = (discord.HTTPException, aiohttp.ClientError, OSError)
"""Errors that Discord and the way to it may cause. Those in the log are no fault of the program."""
CANNOT_START = (*FROM_OUTSIDE, CannotOpenStore, OutcomeUnknown, StoreUnavailable)
"""Errors with which the program may end at its start, to be started again."""


class Host(Protocol):
    """The machine on which the process runs, as `replaced` needs it.

    session      stands in for aiohttp's
    connection   stands in for sqlite3's
    """

    session: type[Any]
    connection: type[sqlite3.Connection]

    def now(self) -> dt.datetime: ...
    def write_later(self, begin: Callable[[], None], commit: Callable[[], None]) -> None: ...
    def search_later(self, done: Callable[[bool], None]) -> None: ...


async def live(
    host: Host,
    url: str,
    rng: Random,
    retention: int | None,
    serves: Callable[[Callable[[Any], None]], None],
    stopping: Awaitable[Any],
) -> None:
    """The bot from its start until `stopping`.

    retention  how many days ended games are kept; None: for good
    serves     is told where the events of interactions go, once it takes them
    """
    webhook.async_context.set(webhook.AsyncWebhookAdapter())  # each process has its own
    settings = Settings(shard_count=1, tiles="off", retention_days=retention)
    clock = Clock(lambda: host.now().timestamp())
    async with (
        Store.open(url) as store,
        Client(store, rng, settings, limits=UNLIMITED, clock=clock) as client,
    ):
        await client.login("token")
        serves(client._connection.parsers["INTERACTION_CREATE"])
        await stopping
        await client.finish()


@contextmanager
def replaced(host: Host) -> Iterator[None]:
    """In the block, the product runs on a simulated machine."""
    connect = sqlite3.dbapi2.connect

    class Writer(group_commit.Writer):
        """Writes when the host lets it, without a thread."""

        def __init__(self, engine: Any, _: Any) -> None:
            self._engine = engine
            self._queue: deque[Any] = deque()
            self._taken: list[Any] = []
            self._at_work = self._is_over = False

        waiting = property(lambda self: len(self._queue))

        def start(self) -> None:
            self._connection = self._engine.connect()

        def put(self, job: Any) -> None:
            self._queue.append(job)
            self._go_on()

        def _go_on(self) -> None:
            if self._queue and not self._at_work:
                self._at_work = True
                host.write_later(self._begin, self._commit)

        def _begin(self) -> None:
            self._taken += [job for job in self._queue if job.take()]
            self._queue.clear()

        def _commit(self) -> None:
            if not self._is_over:
                jobs, self._taken = self._taken, []
                if jobs:
                    group_commit._run_jobs(self._connection, jobs)
                self._at_work = False
                self._go_on()

        async def stop(self) -> None:
            self._begin()
            self._commit()
            self._is_over = True
            self._connection.close()

    class Worker:
        """Searches within the loop, and answers after as much time as the host says."""

        def __init__(self) -> None:
            self._asked: list[Future[Any]] = []
            self._is_lost = False

        def ask(self, question: Any) -> Future[Any]:
            if self._is_lost:
                raise BrokenProcessPool
            answer: Future[Any] = Future()
            self._asked.append(answer)
            host.search_later(partial(self._end, question, answer))
            return answer

        def _end(self, question: Any, answer: Future[Any], is_lost: bool) -> None:
            if is_lost:
                self._is_lost = True
                for lost in self._asked:
                    if not lost.done():
                        lost.set_exception(BrokenProcessPool())
            elif not answer.done():
                if question not in _answers:
                    _answers[question] = question.find()
                answer.set_result(_answers[question])

        def end(self) -> None:
            pass

    def connected(*args: Any, **more: Any) -> sqlite3.Connection:
        return connect(*args, factory=host.connection, **more)

    with (
        mock.patch(_WRITER, Writer),
        mock.patch.object(timers, "EVERY", 60.0),
        mock.patch(_WORKER, Worker),
        mock.patch.object(aiohttp, "ClientSession", host.session),
        mock.patch.object(sqlite3.dbapi2, "connect", connected),
        mock.patch.object(discord.utils, "datetime", _clock_of(host)),
        mock.patch.object(texts, "_load_voice", marked),
    ):
        yield


_answers: dict[Any, Any] = {}  # of the engine; they are the same in every world


def _clock_of(host: Host) -> ModuleType:
    """The module datetime with the host's clock, for discord.py's timers."""

    class Datetime(dt.datetime):
        @classmethod
        def now(cls, _: Any = None) -> dt.datetime:
            return host.now()

    module = ModuleType("datetime")
    module.__dict__.update(dt.__dict__, datetime=Datetime)
    return module


def left_in_memory(receive: Any, now: float) -> dict[str, Any]:
    """What a process still holds that it needs only for a moment, by what it is."""
    client = receive.__self__
    timed = client.app.views._lapses.items()
    held = {
        "interactions": client._answering.at_work,
        "messages to send": client._timers._sending,
        "demo games": client.app.demo_games,
        "searches": [one for one in client.app.thinking._searches.values() if not one.done()],
        "reviews": client.app.thinking._reviews,
        "lapsed challenges": [key for key, lapses_at in timed if lapses_at < now - SOON],
    }
    return {name: found for name, found in held.items() if found}
