"""A SQLite database: one file, used by one thread of one process."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import StaticPool

from bot.database.address import read_address
from bot.database.errors import CannotOpenStore, NoFolder, StoreUnavailable, WrongDatabase
from bot.database.group_commit import Job, Writer, committed
from bot.database.schema import bring_up_to_date, must_be_up_to_date
from bot.database.transaction import Work, sqlite_connection

T = TypeVar("T")

_OLDEST = (3, 35)  # version of SQLite: the first with RETURNING
_LOCK_WAIT = 1.0  # seconds until SQLite gives up on another writer, while a person waits
# Seconds for the same at a start, or for a long read: on a busy machine a process that was killed
# may still be ending.
_LONG_LOCK_WAIT = 15.0

_ADVICE = {
    "unable to open": "check that its folder exists and may be written",
    "readonly": "give the bot the right to write it",
    "full": "free some space",
    "not a database": "it is some other file; name another one in DATABASE_URL",
    "malformed": "restore it from a backup",
    "locked": "stop the other program that is using it",
}
"""What to do about SQLite's own messages, by words in them."""

_FOR_GOOD = {"not a database", "malformed"}
"""Words in those that the next start would get again."""

ONLY_ITS_OWNER = 0o600
"""Who may read and write a new file. SQLite gives the files beside it the same."""


class Sqlite:
    """A database in one file. Its thread commits jobs that wait together; see `group_commit`."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._engine = _engine(url)
        self._writer = Writer(self._engine, self._must_be_in_place)
        self._file = read_address(url).file
        self._opened: dict[Path, tuple[int, int]] = {}  # the files, and what they are to the kernel

    @asynccontextmanager
    async def opened(self, *, migrates: bool = True) -> AsyncIterator[None]:
        """Keep the database open while the block runs. Raises CannotOpenStore.

        migrates  whether to bring the tables up to date; otherwise they must be, since the bot may
                  be running
        """
        if sqlite3.sqlite_version_info < _OLDEST:
            has = f"it needs SQLite 3.35 or later, and this Python has {sqlite3.sqlite_version}"
            raise WrongDatabase(self._url, f"{has}; take a Python with a later one, or PostgreSQL")
        try:
            if migrates:
                await asyncio.to_thread(self._migrate)
            else:
                await asyncio.to_thread(self._check)
            with self._connect(self._engine) as connection:
                connection.exec_driver_sql(f"PRAGMA busy_timeout = {_LOCK_WAIT * 1000:.0f}")
                connection.exec_driver_sql("SELECT 1 FROM sqlite_master")  # makes its log
            if self._file:
                log = self._file.with_name(f"{self._file.name}-wal")
                self._opened = {path: _identity(path) for path in (self._file, log)}
            self._writer.start()
            try:
                yield
            finally:
                await self._writer.stop()
        finally:
            self._engine.dispose()

    @property
    def waiting(self) -> int:
        """How many transactions wait for the thread."""
        return self._writer.waiting

    async def commit(self, work: Work, seconds: float) -> Any:
        """Run `work` and commit it, within so many seconds; see `Store.serve`."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        job = Job(work, future)
        patience = loop.call_later(seconds, job.give_up)
        self._writer.put(job)
        try:
            return await future
        finally:
            patience.cancel()

    async def run_long(self, work: Callable[[Connection], T]) -> T:
        """Run `work`, which only reads, without a time limit, and without making anyone wait.

        Raises CannotOpenStore.
        """

        def read() -> T:
            with self.reading() as connection:
                return work(connection)

        return await asyncio.to_thread(read)

    def _must_be_in_place(self) -> None:
        """Raises StoreUnavailable if a file was moved or deleted, since what is open then is lost.

        SQLite would go on writing into a file that has no name any more.
        """
        for path, identity in self._opened.items():
            if _identity(path) != identity:
                gone = FileNotFoundError(
                    f"{path} was moved, deleted or replaced while the bot used it; move it back, "
                    "or stop the bot and restore a backup"
                )
                raise StoreUnavailable from gone

    @contextmanager
    def _connect(self, engine: Engine) -> Iterator[Connection]:
        """A connection for the block. Raises CannotOpenStore for the block's database errors."""
        try:
            with engine.connect() as connection:
                yield connection
        except (DBAPIError, sqlite3.Error) as error:
            kind: type[CannotOpenStore] = CannotOpenStore
            if any(words in str(error) for words in _FOR_GOOD):
                kind = WrongDatabase
            raise kind(self._url, _with_advice(error)) from error

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection of its own to read from. Raises CannotOpenStore."""
        engine = _engine(self._url)
        try:
            with self._connect(engine) as connection:
                yield connection
        finally:
            engine.dispose()

    def _check(self) -> None:
        """Raises CannotOpenStore if the tables are not those of this version."""
        file = read_address(self._url).file
        if not file or not file.is_file():
            place = "memory"
            if file:
                place = str(file.resolve().parent)
            advice = "type this in the bot's folder, or start the bot first"
            raise CannotOpenStore(self._url, f"there is none in {place}; {advice}")
        with self._connect(self._engine) as connection:
            must_be_up_to_date(connection, self._url)

    def _migrate(self) -> None:
        """Bring the tables up to date, all or nothing. Raises CannotOpenStore."""
        if self._file and self._file.is_dir():
            raise WrongDatabase(self._url, "it is a folder; name a file in DATABASE_URL")
        if self._file:
            with suppress(OSError):  # SQLite says so better
                self._file.touch(ONLY_ITS_OWNER)
        with self._connect(self._engine) as connection:
            sqlite = sqlite_connection(connection)
            assert sqlite, "this is SQLite"
            # A migration may rebuild a table that others refer to. No effect inside a transaction.
            sqlite.execute("PRAGMA foreign_keys = OFF")
            with committed(connection):
                bring_up_to_date(connection, self._url)
                if sqlite.execute("PRAGMA foreign_key_check").fetchone():
                    raise CannotOpenStore(
                        self._url, "rows in it belong to nothing; restore a backup"
                    )
                # Always write something, so that a read-only file is found before anyone plays.
                sqlite.execute("PRAGMA user_version = 1")
            sqlite.execute("PRAGMA foreign_keys = ON")
            sqlite.execute("PRAGMA journal_mode = WAL")  # stored in the file


def _identity(path: Path) -> tuple[int, int]:
    """What a file is to the kernel, whatever its name; zeros if there is none."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return 0, 0
    return found.st_dev, found.st_ino


def _with_advice(error: DBAPIError | sqlite3.Error) -> str:
    """SQLite's own message, and what to do about it if we know."""
    original = error.orig if isinstance(error, DBAPIError) else error
    message = str(original)
    for words, advice in _ADVICE.items():
        if words in message:
            return f"{message}; {advice}"
    return message


def _engine(url: str) -> Engine:
    # One connection, used by one thread at a time: first at the start, then by the writer.
    connect_args = {"timeout": _LONG_LOCK_WAIT, "check_same_thread": False}
    # We begin and end transactions ourselves, so SQLAlchemy must not begin its own.
    engine = create_engine(
        url, poolclass=StaticPool, connect_args=connect_args, isolation_level="AUTOCOMMIT"
    )

    @event.listens_for(engine, "connect")
    def _configure(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA synchronous = FULL")  # a commit is on the disk when it returns
        connection.execute("PRAGMA foreign_keys = ON")

    return engine


@contextmanager
def sole_owner(url: str) -> Iterator[None]:
    """Hold a kernel lock on a file beside the database while the block runs.

    The kernel releases the lock when the process ends, however it ends; the empty file stays and
    means nothing. A database in memory or on a server needs no lock. Raises CannotOpenStore if
    another process holds it, and NoFolder.
    """
    database = read_address(url).file
    if database is None:
        yield
        return
    file = database.resolve()  # links to one file share one lock
    path = file.with_name(f"{file.name}.lock")
    if not path.parent.is_dir():
        raise NoFolder(url, path.parent)
    # A soft lock would outlive a killed process, so without a kernel lock we fail instead.
    lock = FileLock(path, timeout=0, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise CannotOpenStore(
            url, "another process of the bot is using it; stop that one first"
        ) from error
    except OSError as error:
        raise CannotOpenStore(
            url,
            f"its lock {path} cannot be made ({error.strerror}); check that the folder may be "
            "written",
        ) from error
    try:
        yield
    finally:
        lock.release()
