"""Group commit: jobs that wait at the same time share one transaction.

It works like a ferry. A commit, which waits for the disk, is a crossing: it takes as long with one
passenger as with sixty. Jobs that come meanwhile wait on the quay, and take the next one together;
each is told when it is across. A job that is refused has written nothing as a rule, and
affects no other. If one raises after it has written, or the database fails or refuses a
statement, all is rolled back, and each job runs in a transaction of its own. One that has waited
too long is given up, and never runs.
"""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.database.errors import OutcomeUnknown, StoreUnavailable
from bot.database.prepared_statements import AnotherWasFaster
from bot.database.transaction import Work, sqlite_connection

_logger = logging.getLogger(__name__)

_JOBS_AT_ONCE = 64  # a few milliseconds of work
_PRIMARY = 0xFF  # the part of SQLite's error codes that names the kind of error
_LOST_RACES = (IntegrityError, sqlite3.IntegrityError, AnotherWasFaster)
_DATABASE_ERRORS = (DBAPIError, sqlite3.Error, AnotherWasFaster)


class _Ended(NamedTuple):
    """What work has returned, or raised."""

    result: Any = None
    error: Exception | None = None


@dataclass(eq=False)
class Job:
    """Work for the database. `future` gets its result or error after the commit."""

    work: Work
    future: asyncio.Future[Any]
    _taken: threading.Lock = field(default_factory=threading.Lock)

    def take(self) -> bool:
        """True for the first caller only: the writer then runs the job, or `give_up` cancels it."""
        return self._taken.acquire(blocking=False)

    def give_up(self) -> None:
        """Stop waiting. A job that has not begun never runs; one that has may yet be committed."""
        if self.future.done():
            return
        if self.take():
            self.future.set_exception(StoreUnavailable())
        else:
            self.future.set_exception(OutcomeUnknown())


class Writer:
    """The one thread that uses the database, with its queue of jobs."""

    def __init__(self, engine: Engine, must_be_in_place: Callable[[], None]) -> None:
        """Write with the one connection of `engine`.

        must_be_in_place  raises StoreUnavailable if what is written now would be lost
        """
        self._engine = engine
        self._must_be_in_place = must_be_in_place
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store")

    @property
    def waiting(self) -> int:
        """How many jobs are in the queue."""
        return self._jobs.qsize()

    def start(self) -> None:
        self._thread.start()

    def put(self, job: Job) -> None:
        self._jobs.put(job)

    async def stop(self) -> None:
        """Run the jobs that still wait, then end the thread."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        with self._engine.connect() as connection:
            is_stopping = False
            while not is_stopping:
                batch = [self._jobs.get()]
                with suppress(Empty):
                    while len(batch) < _JOBS_AT_ONCE:
                        batch.append(self._jobs.get_nowait())
                is_stopping = None in batch
                jobs = [job for job in batch if job and job.take()]
                if not jobs:
                    continue
                try:
                    self._must_be_in_place()
                    _run_jobs(connection, jobs)
                except StoreUnavailable as error:
                    _deliver_error(jobs, error)
                except BaseException:
                    _logger.exception("Unexpected error in the database's thread")
                    _deliver_error(jobs, OutcomeUnknown())


@contextmanager
def committed(connection: Connection) -> Iterator[None]:
    """Commit at the block's end; roll back if it raises. Raises sqlite3.Error or OutcomeUnknown."""
    sqlite = _sqlite(connection)
    # If another process writes, wait here and not halfway through.
    sqlite.execute("BEGIN IMMEDIATE")
    try:
        yield
        try:
            sqlite.execute("COMMIT")
        except sqlite3.Error as error:
            if error.sqlite_errorcode & _PRIMARY == sqlite3.SQLITE_IOERR:
                raise OutcomeUnknown from error  # the disk may have all of the transaction
            raise
    finally:
        if sqlite.in_transaction:
            sqlite.rollback()


def _run_jobs(connection: Connection, jobs: Sequence[Job]) -> None:
    """Run the jobs, in one transaction if possible, and deliver what they return or raise."""
    sqlite = _sqlite(connection)
    ended: list[_Ended] = []
    try:
        with committed(connection):
            for job in jobs:
                changes = sqlite.total_changes
                try:
                    ended.append(_Ended(job.work(connection)))
                except Exception as error:
                    if isinstance(error, _DATABASE_ERRORS) or sqlite.total_changes != changes:
                        raise _RunEachAlone from error
                    ended.append(_Ended(error=error))
    except _RunEachAlone:
        for job in jobs:
            if not job.future.done():  # otherwise its caller has given up
                _deliver([job], [_run_alone(connection, job.work)])
    except OutcomeUnknown as error:
        _deliver_error(jobs, error)
    except sqlite3.Error as error:  # it could not begin or commit
        _deliver_error(jobs, _unavailable(error))
    else:
        _deliver(jobs, ended)


class _RunEachAlone(Exception):
    """The transaction that jobs share must be rolled back."""


def _run_alone(connection: Connection, work: Work) -> _Ended:
    """What `work` returns or raises in a transaction of its own."""
    try:
        try:
            with committed(connection):
                return _Ended(work(connection))
        except _LOST_RACES:
            # This time `work` sees what the winner wrote.
            with committed(connection):
                return _Ended(work(connection, is_retry=True))
    except _DATABASE_ERRORS as error:
        return _Ended(error=_unavailable(error))
    except Exception as error:  # noqa: BLE001 - the caller gets it
        return _Ended(error=error)


def _sqlite(connection: Connection) -> sqlite3.Connection:
    sqlite = sqlite_connection(connection)
    assert sqlite, "only SQLite is used by one thread"
    return sqlite


def _unavailable(error: Exception) -> StoreUnavailable:
    unavailable = StoreUnavailable()
    unavailable.__cause__ = error
    return unavailable


def _deliver_error(jobs: Sequence[Job], error: Exception) -> None:
    """Give all these jobs the same error."""
    _deliver(jobs, [_Ended(error=error) for _ in jobs])


def _deliver(jobs: Sequence[Job], ended: Sequence[_Ended]) -> None:
    """In the event loop, resolve the futures of the jobs that someone still waits for."""

    def resolve() -> None:
        for job, (result, error) in zip(jobs, ended, strict=True):
            if job.future.done():
                continue
            if error is None:
                job.future.set_result(result)
            elif isinstance(error, StopIteration):  # a future cannot hold this one
                job.future.set_exception(RuntimeError("a transaction raised StopIteration"))
            else:
                job.future.set_exception(error)

    jobs[0].future.get_loop().call_soon_threadsafe(resolve)
