"""PostgreSQL: one server, which many processes may share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.storage.database.row_locks import Lock, lock
from bot.storage.database.schema import bring_up_to_date
from bot.storage.errors import CannotOpenStore, OutcomeUnknown, StoreUnavailable

T = TypeVar("T")

_CONNECTIONS = 8
_CONNECT_WAIT = 2.0  # seconds
_COMMAND_WAIT = 10.0  # seconds, after which a server that hangs is left
_TRIES = 10  # at a transaction that others get in the way of
_PAUSE = 0.1  # seconds, until a server that has gone is asked again

# A commit is on the disk when it returns, whatever the server's own setting; who waits for a lock longer
# than people wait for us, or begins and vanishes, must not stand in the way.
_SETTINGS = {
    "application_name": "ttt-bot",
    "synchronous_commit": "on",
    "lock_timeout": "1500ms",
    "idle_in_transaction_session_timeout": "10s",
}
_RACES = {"40001", "40P01", "55P03"}  # serialization failure, deadlock, lock timeout
_GONE = ("08", "57P")  # classes of SQLSTATE: connection exceptions, and a server that stops or starts

_CannotConnect = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)


class Postgres:
    """A database on a server.

    Transactions run side by side, each on a connection of its own. Conflicts are resolved by `row_locks` and
    by the constraints of `tables`; the losing transaction is retried.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._engine = _connecting(
            url, _COMMAND_WAIT, pool_size=_CONNECTIONS, max_overflow=0, pool_timeout=_CONNECT_WAIT
        )
        self._at_hand: set[asyncio.Task[Any]] = set()

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[None]:
        """Ready to be used while the block runs. Raises CannotOpenStore."""
        await self.at_length(self._bring_up_to_date)  # of several processes that start, one does so
        try:
            yield
        finally:
            if self._at_hand:
                await asyncio.wait(self._at_hand, timeout=_CONNECT_WAIT)
            with suppress(TimeoutError):  # a server that hangs does not say goodbye
                await asyncio.wait_for(self._engine.dispose(), _CONNECT_WAIT)

    @property
    def waiting(self) -> int:
        """How many transactions wait for a connection."""
        return max(0, len(self._at_hand) - _CONNECTIONS)

    async def run(self, work: Callable[[Connection], Any], seconds: float) -> Any:
        """Carry out `work` and commit it, as `Store.run` says, within so many seconds."""
        attempts = _Attempts(self._engine, work)
        task = asyncio.create_task(attempts.run())
        self._at_hand.add(task)
        task.add_done_callback(self._at_hand.discard)
        # A server that hangs may keep even the cancellation waiting; whoever asked must not wait for that.
        try:
            await asyncio.wait({task}, timeout=seconds)
        finally:
            if not task.done():
                task.cancel()
        if task.done():
            return task.result()
        raise OutcomeUnknown if attempts.may_be_saved else StoreUnavailable

    async def at_length(self, work: Callable[[Connection], T]) -> T:
        """Carry out `work` in one transaction that may take long, on a connection of its own.

        Raises CannotOpenStore.
        """
        engine = _connecting(self._url, None, poolclass=NullPool)
        try:
            async with engine.begin() as connection:
                await connection.execute(text("SET LOCAL lock_timeout = '60s'"))
                await connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
                return await connection.run_sync(work)
        except DBAPIError as error:
            raise CannotOpenStore(self._url, _said(error.orig or error)) from error
        except _CannotConnect as error:
            raise CannotOpenStore(self._url, f"the server cannot be used ({_said(error)})") from error
        finally:
            await engine.dispose()

    def _bring_up_to_date(self, connection: Connection) -> None:
        lock(connection, Lock.SCHEMA)
        bring_up_to_date(connection, self._url)


def _connecting(url: str, command_wait: float | None, **options: Any) -> AsyncEngine:
    async def connect() -> asyncpg.Connection:
        return await asyncpg.connect(
            url, timeout=_CONNECT_WAIT, command_timeout=command_wait, server_settings=_SETTINGS
        )

    # asyncpg reads the address itself, so that it may hold all that libpq knows, as `sslmode`.
    return create_async_engine(
        "postgresql+asyncpg://", async_creator=connect, isolation_level="READ COMMITTED", **options
    )


class _Attempts:
    """One transaction, tried until it is saved or refused, for as long as anybody waits.

    `may_be_saved` says whether a commit was sent to which no answer came. To try again then tells what
    became of it: what has been carried out once finds its own interaction remembered, and changes nothing.
    """

    def __init__(self, engine: AsyncEngine, work: Callable[[Connection], Any]) -> None:
        self._engine = engine
        self._work = work
        self.may_be_saved = False

    async def run(self) -> Any:
        tries = 0
        while True:
            try:
                return await self._attempt()
            except (DBAPIError, NoConnectionFree, *_CannotConnect) as error:
                tries += _lost_a_race(error)
                if tries == _TRIES or not (_lost_a_race(error) or _has_gone(error)):
                    raise (OutcomeUnknown if self.may_be_saved else StoreUnavailable) from error
                if _has_gone(error):
                    await asyncio.sleep(_PAUSE)

    async def _attempt(self) -> Any:
        async with self._engine.connect() as connection:
            result = await connection.run_sync(self._work)
            before, self.may_be_saved = self.may_be_saved, True
            try:
                await connection.commit()
            except DBAPIError as error:
                if not _has_gone(error):
                    self.may_be_saved = before  # the server itself says that it is not
                raise
            return result


def _lost_a_race(error: Exception) -> bool:
    return isinstance(error, IntegrityError) or _sqlstate(error) in _RACES


def _has_gone(error: Exception) -> bool:
    """Whether the server, or the way to it, has gone; it may come back."""
    if isinstance(error, DBAPIError):
        return error.connection_invalidated or _sqlstate(error).startswith(_GONE)
    return isinstance(error, OSError | asyncpg.InterfaceError) or _sqlstate(error).startswith(_GONE)


def _sqlstate(error: Exception) -> str:
    """PostgreSQL's own number of an error, if it has one."""
    return getattr(getattr(error, "orig", error), "sqlstate", None) or ""


def _said(error: BaseException) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
