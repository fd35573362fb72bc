"""The store: runs transactions one after another in a thread of its own, each saved or undone as a whole."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.storage.errors import CannotOpenStore, OutcomeUnknown, StoreUnavailable

P = ParamSpec("P")
T = TypeVar("T")

_LOCK_WAIT = 1.0  # seconds until SQLite gives up on another writer
_ANSWER_WAIT = 2.0  # seconds until a caller gives up, so that Discord still gets its answer within 3
_MIGRATIONS = Path(__file__).parent / "migrations"


class Store:
    """Sessions and moves in one SQLite database.

    SQLite writes one transaction at a time, so one thread serves them all; the event loop never
    waits for the disk.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._engine = _sqlite_engine(url)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str) -> AsyncIterator[Store]:
        """A store whose tables are up to date, closed at the end of the block.

        Raises CannotOpenStore with a sentence for the operator.
        """
        store = cls(url)
        try:
            await asyncio.wrap_future(store._thread.submit(store._migrate))
            yield store
        finally:
            await asyncio.wrap_future(store._thread.submit(store._engine.dispose))
            store._thread.shutdown()

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
        work = self._thread.submit(self._save, lambda connection: transaction(connection, *args, **kwargs))
        try:
            async with asyncio.timeout(_ANSWER_WAIT):
                return await asyncio.wrap_future(work)
        except TimeoutError:
            # A transaction that has not begun is taken back; one that runs may still be saved.
            raise StoreUnavailable if work.cancelled() else OutcomeUnknown from None

    def _save(self, work: Callable[[Connection], T]) -> T:
        try:
            try:
                return self._once(work)
            except IntegrityError:
                # Another process won a race; this time `work` meets what that one left.
                return self._once(work)
        except DBAPIError as error:
            raise StoreUnavailable from error

    def _once(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    def _migrate(self) -> None:
        """Bring the tables up to date, all or nothing, in a file that is ours."""
        config = Config()
        config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))  # % would interpolate
        known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
        try:
            with self._engine.connect() as connection:
                driver = _driver(connection)
                # A step may build a table anew that others refer to; this is settled between transactions.
                driver.execute("PRAGMA foreign_keys = OFF")
                with connection.begin():
                    self._refuse_what_is_not_ours(connection, known)
                    config.attributes["connection"] = connection
                    command.upgrade(config, "head")
                    if connection.exec_driver_sql("PRAGMA foreign_key_check").first():
                        raise CannotOpenStore(self._url, "rows in it belong to nothing; restore a backup")
                    # A write in any case: a file that may not be written is found before anybody plays.
                    connection.exec_driver_sql("PRAGMA user_version = 1")
                driver.execute("PRAGMA foreign_keys = ON")
                driver.execute("PRAGMA journal_mode = WAL")  # kept in the file
        except (DBAPIError, sqlite3.Error) as error:
            raise CannotOpenStore(self._url, _reason(error)) from error

    def _refuse_what_is_not_ours(self, connection: Connection, known: set[str]) -> None:
        heads = MigrationContext.configure(connection).get_current_heads()
        if not known.issuperset(heads):
            raise CannotOpenStore(self._url, "a newer version of the bot wrote it; run that one")
        if not heads and inspect(connection).get_table_names():
            raise CannotOpenStore(self._url, "it belongs to some other program; name another file")


def _driver(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _sqlite_engine(url: str) -> Engine:
    engine = create_engine(url, connect_args={"timeout": _LOCK_WAIT})

    @event.listens_for(engine, "connect")
    def _configure(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # Python's driver would begin transactions of its own
        connection.execute("PRAGMA synchronous = FULL")  # a commit is on the disk when it returns
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")  # other processes wait here, not in mid-transaction

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
