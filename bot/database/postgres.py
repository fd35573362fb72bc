"""A PostgreSQL database, which several processes may share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection, event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from bot.database.errors import CannotOpenStore, OutcomeUnknown, StoreUnavailable
from bot.database.locks import Lock, lock
from bot.database.postgres_batches import (
    GONE,
    OTHERS_WERE_FASTER,
    Attempt,
    current_attempt,
    sqlstate,
)
from bot.database.schema import bring_up_to_date, must_be_up_to_date
from bot.database.tables import metadata

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
_TAKEN = "23505"  # the error of a unique constraint

_SKIP_TAKEN = """
SELECT setval(ids::regclass, greatest(nextval(ids::regclass), (SELECT max(id) FROM {table})))
FROM pg_get_serial_sequence('{table}', 'id') AS ids
"""

_CannotConnect = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)


class Postgres:
    """A database on a server.

    Transactions run side by side, each on its own connection. Locks (`locks`) and the constraints
    in `tables` resolve conflicts; the losing transaction is retried.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        # An attempt begins its transaction itself.
        self._engine = _connecting(url, isolation_level="AUTOCOMMIT")
        self._pool = Connections(self._engine, _CONNECTIONS)
        # Of a statement that SQLAlchemy executes we do not know whether it writes.
        event.listen(self._engine.sync_engine, "before_cursor_execute", _begin)
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
                await asyncio.wait_for(self._pool.close(), _CONNECT_WAIT)

    @property
    def waiting(self) -> int:
        """How many transactions wait for a connection."""
        return max(0, len(self._running) - _CONNECTIONS)

    async def commit(self, work: Callable[[Connection], Any], seconds: float) -> Any:
        """Run `work` and commit it, within so many seconds; see `Store.run`."""
        transaction = _Transaction(self._pool, work)
        task = asyncio.create_task(transaction.result())
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
        raise transaction.failure()

    async def run_long(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in one transaction without a time limit, on its own connection.

        Raises CannotOpenStore.
        """
        engine = _connecting(self._url)
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


def _begin(connection: Connection, *_: Any) -> None:
    current_attempt(connection).begin()


def _connecting(url: str, **options: Any) -> AsyncEngine:
    async def connect() -> asyncpg.Connection:
        return await asyncpg.connect(url, timeout=_CONNECT_WAIT, server_settings=_SETTINGS)

    # asyncpg parses the address itself, so all options of libpq work, such as `sslmode`.
    options = {"isolation_level": "READ COMMITTED"} | options
    return create_async_engine(
        "postgresql+asyncpg://", async_creator=connect, poolclass=NullPool, **options
    )


class _Transaction:
    """One transaction, attempted until committed or refused, as long as `Postgres.commit` waits.

    `may_be_saved` is True if a commit was sent and no answer came. The next try finds out: if the
    transaction was committed, it finds its own interaction in the database and changes nothing.
    """

    def __init__(self, connections: Connections, work: Callable[[Connection], Any]) -> None:
        self._pool = connections
        self._work = work
        self._attempts: list[Attempt] = []

    def failure(self) -> StoreUnavailable | OutcomeUnknown:
        """What to raise when nobody waits for the result any longer."""
        if any(attempt.may_be_saved for attempt in self._attempts):
            return OutcomeUnknown()
        return StoreUnavailable()

    async def result(self) -> Any:
        """The transaction's result. Raises what it raises, StoreUnavailable or OutcomeUnknown."""
        tries = 0
        while True:
            try:
                connection = await self._pool.take()
                try:
                    return await connection.run_sync(self._attempt)
                finally:
                    await self._pool.give_back(connection)
            except (DBAPIError, *_CannotConnect) as error:
                has_lost_a_race = _has_lost_a_race(error)
                has_gone = _has_gone(error)
                if has_lost_a_race:
                    tries += 1
                can_try_again = has_lost_a_race or has_gone
                if tries == _TRIES or not can_try_again:
                    raise self.failure() from error
                if has_gone and not self._pool.any_idle:
                    await asyncio.sleep(_RETRY_PAUSE)

    def _attempt(self, connection: Connection) -> Any:
        """Do the work once, and commit it. Raises what keeps it from that, after undoing it all.

        If it cannot be undone, the connection is closed, so that no other transaction gets it.
        """
        attempt = Attempt(connection, is_retry=bool(self._attempts))
        self._attempts.append(attempt)
        is_clean = False  # whether nothing that this attempt has begun is left on the connection
        try:
            result = self._work(connection)
            attempt.commit()
            is_clean = True
        except Exception as error:
            attempt.roll_back()
            _skip_taken_ids(attempt, error)
            is_clean = True
            raise
        else:
            return result
        finally:
            if not is_clean:  # it was cancelled, perhaps because the server hangs
                attempt.driver.terminate()
            if attempt.driver.is_closed():
                connection.invalidate()
            elif connection.in_transaction():  # as SQLAlchemy sees it, for what it has executed
                connection.rollback()


def _has_lost_a_race(error: Exception) -> bool:
    code = sqlstate(error)
    return code in _RACES or code.startswith((_CONSTRAINT, OTHERS_WERE_FASTER))


def _skip_taken_ids(attempt: Attempt, error: Exception) -> None:
    """Have ids go on after the greatest, if the error is that another row has the one given out.

    PostgreSQL counts ids apart from the rows. So rows that came from outside, or from another
    server by logical replication, have ids that it would still give out.

    It comes after the rollback: until then a transaction that has failed runs no statement.
    """
    table = _with_taken_id(error)
    if table:
        attempt.fetch(_SKIP_TAKEN.format(table=table), ())


def _with_taken_id(error: Exception) -> str | None:
    """The table in which another row has the id that was given out; None after other errors."""
    refused: BaseException | None = error
    if isinstance(error, DBAPIError) and error.orig:
        refused = error.orig.__cause__
    if sqlstate(error) != _TAKEN or not isinstance(refused, asyncpg.UniqueViolationError):
        return None
    table = metadata.tables.get(refused.table_name)
    if table is None or table.autoincrement_column is None:
        return None
    if refused.constraint_name != f"pk_{table.name}":
        return None
    return table.name


def _has_gone(error: Exception) -> bool:
    """Whether the server or the connection to it is gone. It may come back."""
    if sqlstate(error).startswith(GONE):
        return True
    if isinstance(error, DBAPIError):
        return error.connection_invalidated
    return isinstance(error, OSError | asyncpg.InterfaceError)


def _first_line(error: BaseException) -> str:
    message = str(error)
    if not message:
        return type(error).__name__
    return message.splitlines()[0]


class Connections:
    """At most `most` connections of an engine that keeps none itself.

    SQLAlchemy's own pool hands one out and takes it back at a quarter of the cost of a move.
    """

    def __init__(self, engine: AsyncEngine, most: int) -> None:
        self._engine = engine
        self._free = asyncio.Semaphore(most)
        self._idle: list[AsyncConnection] = []

    async def take(self) -> AsyncConnection:
        """A connection for the caller alone, who gives it back."""
        await self._free.acquire()
        try:
            if self._idle:
                return self._idle.pop()
            return await self._engine.connect()
        except BaseException:
            self._free.release()
            raise

    async def give_back(self, connection: AsyncConnection) -> None:
        """Keep the connection for the next caller, or close it if `invalidate` says it is lost."""
        self._free.release()
        if connection.invalidated:
            await connection.close()
        else:
            self._idle.append(connection)

    @property
    def any_idle(self) -> bool:
        """Whether one is open that nobody uses, and that may have been lost unnoticed."""
        return bool(self._idle)

    async def close(self) -> None:
        """Close all that nobody uses."""
        while self._idle:
            await self._idle.pop().close()
