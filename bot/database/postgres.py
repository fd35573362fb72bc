"""A PostgreSQL database, which several processes may share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.database.errors import CannotOpenStore, OutcomeUnknown, StoreUnavailable
from bot.database.locks import Lock, lock
from bot.database.prepared_statements import AnotherWasFaster
from bot.database.schema import bring_up_to_date, must_be_up_to_date
from bot.database.transaction import Work

T = TypeVar("T")

_CONNECTIONS = 8
_CONNECT_WAIT = 2.0  # seconds
_TRIES = 30  # of a transaction that loses races; each time, another one has won
_RETRY_PAUSE = 0.1  # seconds before the next try when the server is gone

# A commit is on the disk when it returns, whatever the server's own setting. A transaction that
# waits for a lock for longer than people wait for us, or stops halfway, must not block others.
_SETTINGS = {
    "application_name": "ttt-bot",
    "synchronous_commit": "on",
    "lock_timeout": "1500ms",
    "idle_in_transaction_session_timeout": "10s",
}
_RACES = {"40001", "40P01", "55P03"}  # serialization failure, deadlock, lock timeout
_CONSTRAINT = "23"  # class of SQLSTATE: a constraint was violated
_GONE = ("08", "57P")  # classes of SQLSTATE: connection exceptions; the server stops or starts

_CannotConnect = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)


class Postgres:
    """A database on a server.

    Transactions run side by side, each on its own connection. Locks (`locks`), the constraints in
    `tables`, and statements that must change a row resolve conflicts; the losing transaction is
    retried.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._engine = _connecting(url, pool_size=_CONNECTIONS, max_overflow=0)
        self._running: set[asyncio.Task[Any]] = set()

    @asynccontextmanager
    async def opened(self, *, migrates: bool = True) -> AsyncIterator[None]:
        """Keep the database open while the block runs. Raises CannotOpenStore.

        migrates  whether to bring the tables up to date; otherwise they must be
        """

        def verify(connection: Connection) -> None:
            if migrates:
                lock(connection, Lock.SCHEMA)  # so that one process does it
                bring_up_to_date(connection, self._url)
            else:
                must_be_up_to_date(connection, self._url)

        await self.run_long(verify)
        try:
            yield
        finally:
            if self._running:
                await asyncio.wait(self._running, timeout=_CONNECT_WAIT)
            with suppress(TimeoutError):  # the server may hang
                await asyncio.wait_for(self._engine.dispose(), _CONNECT_WAIT)

    @property
    def waiting(self) -> int:
        """How many transactions wait for a connection."""
        return max(0, len(self._running) - _CONNECTIONS)

    async def commit(self, work: Work, seconds: float) -> Any:
        """Run `work` and commit it, within so many seconds; see `Store.serve`."""
        attempts = _Attempts(self._engine, work)
        task = asyncio.create_task(attempts.result())
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        # If the server hangs, even the cancellation may have to wait; the caller must not.
        try:
            await asyncio.wait({task}, timeout=seconds)
        finally:
            if not task.done():
                task.cancel()
        if task.done():
            return task.result()
        raise attempts.failure()

    async def run_long(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in one transaction without a time limit, on its own connection.

        Raises CannotOpenStore.
        """
        engine = _connecting(self._url, poolclass=NullPool)
        try:
            async with engine.begin() as connection:
                await connection.execute(text("SET LOCAL lock_timeout = '60s'"))
                await connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
                return await connection.run_sync(work)
        except DBAPIError as error:
            raise CannotOpenStore(self._url, _first_line(error.orig or error)) from error
        except _CannotConnect as error:
            cause = _first_line(error)
            raise CannotOpenStore(self._url, f"the server cannot be used ({cause})") from error
        finally:
            await engine.dispose()


def _connecting(url: str, **options: Any) -> AsyncEngine:
    async def connect() -> asyncpg.Connection:
        return await asyncpg.connect(url, timeout=_CONNECT_WAIT, server_settings=_SETTINGS)

    # asyncpg parses the address itself, so all options of libpq work, such as `sslmode`.
    return create_async_engine(
        "postgresql+asyncpg://", async_creator=connect, isolation_level="READ COMMITTED", **options
    )


class _Attempts:
    """The attempts to commit one transaction, as long as `Postgres.commit` waits.

    `_may_be_saved` is True once a commit was sent and the server has not refused it. The next try
    finds out: if the transaction was committed, it finds its own interaction in the database and
    changes nothing.
    """

    def __init__(self, engine: AsyncEngine, work: Work) -> None:
        self._engine = engine
        self._work = work
        self._may_be_saved = False

    def failure(self) -> StoreUnavailable | OutcomeUnknown:
        """What to raise when nobody waits for the result any longer."""
        if self._may_be_saved:
            return OutcomeUnknown()
        return StoreUnavailable()

    async def result(self) -> Any:
        """The transaction's result. Raises what it raises, StoreUnavailable or OutcomeUnknown."""
        lost = 0
        while True:
            try:
                async with self._engine.connect() as connection:
                    return await connection.run_sync(self._attempt)
            except (DBAPIError, AnotherWasFaster, *_CannotConnect) as error:
                if _has_lost_a_race(error):
                    lost += 1
                    if lost == _TRIES:
                        raise self.failure() from error
                elif _has_gone(error):
                    await asyncio.sleep(_RETRY_PAUSE)
                else:
                    raise self.failure() from error

    def _attempt(self, connection: Connection) -> Any:
        """Do the work once, and commit it."""
        result = self._work(connection, is_retry=self._may_be_saved)
        was_sent_before = self._may_be_saved
        self._may_be_saved = True
        try:
            connection.commit()
        except DBAPIError as error:
            if not _has_gone(error):
                self._may_be_saved = was_sent_before  # the server has refused this one
            raise
        return result


def _sqlstate(error: Exception) -> str:
    """PostgreSQL's code for an error, or an empty string."""
    original = getattr(error, "orig", error)
    return getattr(original, "sqlstate", None) or ""


def _has_lost_a_race(error: Exception) -> bool:
    code = _sqlstate(error)
    is_lost = code in _RACES or code.startswith(_CONSTRAINT)
    return is_lost or isinstance(error, AnotherWasFaster)


def _has_gone(error: Exception) -> bool:
    """Whether the server or the connection to it is gone. It may come back."""
    if _sqlstate(error).startswith(_GONE):
        return True
    if isinstance(error, DBAPIError):
        return error.connection_invalidated
    return isinstance(error, OSError | asyncpg.InterfaceError)


def _first_line(error: BaseException) -> str:
    message = str(error)
    if not message:
        return type(error).__name__
    return message.splitlines()[0]
