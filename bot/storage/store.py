"""The store: runs transactions in a thread of its own, each saved or undone as a whole."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from bot.storage.errors import CannotOpenStore
from bot.storage.group_commit import Job, Writer, transaction
from bot.storage.prepared import driver

P = ParamSpec("P")
T = TypeVar("T")

_LOCK_WAIT = 1.0  # seconds until SQLite gives up on another writer
_ANSWER_WAIT = 2.0  # seconds until a caller gives up, so that Discord still gets its answer within 3
_MIGRATIONS = Path(__file__).parent / "migrations"


class Store:
    """Sessions and moves in one SQLite database.

    SQLite writes one transaction at a time, so one thread serves them all, and commits together what
    has come in meanwhile; the event loop never waits for the disk.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._engine = _sqlite_engine(url)
        self._writer = Writer(self._engine)

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str) -> AsyncIterator[Store]:
        """A store whose tables are up to date, closed at the end of the block.

        Raises CannotOpenStore with a sentence for the operator.
        """
        store = cls(url)
        try:
            await asyncio.to_thread(store._migrate)
            store._writer.start()
            try:
                yield store
            finally:
                await store._writer.stop()
        finally:
            store._engine.dispose()

    @property
    def waiting(self) -> int:
        """How many transactions wait for those before them."""
        return self._writer.waiting

    async def run(
        self,
        transaction: Callable[Concatenate[Connection, P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Carry out `transaction` and commit it; what it raises is raised here, and nothing is saved.

        Raises StoreUnavailable when the database cannot save, and OutcomeUnknown when it does not
        answer in time.
        """
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        job = Job(lambda connection: transaction(connection, *args, **kwargs), done)
        patience = loop.call_later(_ANSWER_WAIT, job.give_up)
        self._writer.put(job)
        try:
            return await done
        finally:
            patience.cancel()

    def _migrate(self) -> None:
        """Bring the tables up to date, all or nothing, in a file that is ours."""
        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))  # % would interpolate
        known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
        try:
            with self._engine.connect() as connection:
                direct = driver(connection)
                # A step may build a table anew that others refer to; this is settled between transactions.
                direct.execute("PRAGMA foreign_keys = OFF")
                with transaction(connection):
                    self._refuse_what_is_not_ours(connection, known)
                    config.attributes["connection"] = connection
                    command.upgrade(config, "head")
                    if connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                        raise CannotOpenStore(self._url, "rows in it belong to nothing; restore a backup")
                    # A write in any case: a file that may not be written is found before anybody plays.
                    connection.exec_driver_sql("PRAGMA user_version = 1")
                direct.execute("PRAGMA foreign_keys = ON")
                direct.execute("PRAGMA journal_mode = WAL")  # kept in the file
        except (DBAPIError, sqlite3.Error) as error:
            raise CannotOpenStore(self._url, _reason(error)) from error

    def _refuse_what_is_not_ours(self, connection: Connection, known: set[str]) -> None:
        heads = MigrationContext.configure(connection).get_current_heads()
        if not known.issuperset(heads):
            raise CannotOpenStore(self._url, "a newer version of the bot wrote it; run that one")
        if not heads and inspect(connection).get_table_names():
            raise CannotOpenStore(self._url, "it belongs to some other program; name another file")


def _sqlite_engine(url: str) -> Engine:
    # One connection, which one thread at a time uses: that of the start, then the writer's.
    connect_args = {"timeout": _LOCK_WAIT, "check_same_thread": False}
    # Transactions are begun and ended by ourselves; SQLAlchemy would begin one of its own with each.
    engine = create_engine(url, poolclass=StaticPool, connect_args=connect_args, isolation_level="AUTOCOMMIT")

    @event.listens_for(engine, "connect")
    def _configure(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA synchronous = FULL")  # a commit is on the disk when it returns
        connection.execute("PRAGMA foreign_keys = ON")

    return engine


def _reason(error: DBAPIError | sqlite3.Error) -> str:
    """SQLite's own words, and what to do about them."""
    said = str(error.orig if isinstance(error, DBAPIError) else error)
    for words, advice in (
        ("unable to open", "check that its folder exists and may be written"),
        ("readonly", "give the bot the right to write it"),
        ("full", "free some space"),
        ("not a database", "it is some other file; name another one in DATABASE_URL"),
        ("malformed", "restore it from a backup"),
        ("locked", "stop the other program that is using it"),
    ):
        if words in said:
            return f"{said}; {advice}"
    return said
