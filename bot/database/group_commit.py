"""Group commit: jobs that wait at the same time share one transaction.

A commit waits for the disk, and meanwhile more jobs arrive. They run together in the next
transaction, and all are answered after its commit. A job that is refused has written nothing as a
rule, and affects no other. If one has, the transaction is rolled back, and the jobs run again
together, each with a savepoint that undoes it alone. If the database itself fails, every job runs
again in a transaction of its own.
"""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.database.errors import OutcomeUnknown, StoreUnavailable
from bot.database.prepared_statements import RETRY, AnotherWasFaster, sqlite_connection

_logger = logging.getLogger(__name__)

_JOBS_AT_ONCE = 64  # a few milliseconds of work
_PRIMARY = 0xFF  # the part of SQLite's error codes that names the kind of error

Work: TypeAlias = Callable[[Connection], Any]
_Outcome: TypeAlias = tuple[Any, Exception | None]
_Block: TypeAlias = Callable[[Connection], AbstractContextManager[None]]


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

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
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
                try:
                    _run_jobs(connection, jobs)
                except BaseException:
                    _logger.exception("Unexpected error in the database's thread")
                    _deliver_error(jobs, OutcomeUnknown())


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
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


class _WroteInVain(Exception):
    """A job raised after it had written, which only a savepoint could have undone."""


@contextmanager
def _without_savepoint(connection: Connection) -> Iterator[None]:
    """Savepoints cost a quarter of all statements, so do without. Raises _WroteInVain."""
    sqlite = _sqlite(connection)
    changes = sqlite.total_changes
    try:
        yield
    except Exception as error:
        if sqlite.total_changes != changes:
            raise _WroteInVain from error
        raise


@contextmanager
def _savepoint(connection: Connection) -> Iterator[None]:
    """Undo what the block writes if it raises; the transaction goes on. Raises sqlite3.Error."""
    sqlite = _sqlite(connection)
    sqlite.execute("SAVEPOINT job")
    try:
        yield
    except BaseException:
        if sqlite.in_transaction:  # SQLite ends it by itself after some errors, such as a full disk
            sqlite.execute("ROLLBACK TO job")
        raise
    finally:
        if sqlite.in_transaction:
            sqlite.execute("RELEASE job")


def _run_jobs(connection: Connection, jobs: Sequence[Job]) -> None:
    """Run the jobs, in one transaction if possible, and deliver their outcomes."""
    if not jobs:
        return
    try:
        try:
            outcomes = _run_together(connection, jobs, _without_savepoint)
        except _WroteInVain:
            outcomes = _run_together(connection, jobs, _savepoint)
    except (_DatabaseFailed, sqlite3.IntegrityError):
        for job in jobs:
            if not job.future.done():  # otherwise its caller has given up
                _run_alone(connection, job)
    except OutcomeUnknown as error:
        _deliver_error(jobs, error)
    except sqlite3.Error as error:  # it could not begin or commit
        _deliver_error(jobs, _unavailable(error))
    else:
        _deliver(jobs, outcomes)


def _run_together(
    connection: Connection, jobs: Sequence[Job], undone_if_it_raises: _Block
) -> list[_Outcome]:
    """Run the jobs in one transaction. Raises _WroteInVain, _DatabaseFailed and sqlite3.Error."""
    with transaction(connection):
        return [_outcome(connection, job.work, undone_if_it_raises) for job in jobs]


def _run_alone(connection: Connection, job: Job) -> None:
    """Run a job in a transaction of its own, and deliver its outcome."""
    try:
        outcome = _outcome(connection, job.work, transaction)
    except _DatabaseFailed as failure:
        _deliver_error([job], _unavailable(failure.__cause__))
    else:
        _deliver([job], [outcome])


def _sqlite(connection: Connection) -> sqlite3.Connection:
    sqlite = sqlite_connection(connection)
    assert sqlite, "only SQLite is used by one thread"
    return sqlite


class _DatabaseFailed(Exception):
    """The database itself failed, so nothing of its transaction can be trusted."""


def _outcome(connection: Connection, work: Work, undone_if_it_raises: _Block) -> _Outcome:
    """What `work` returns or raises, run in such a block. Raises _DatabaseFailed, _WroteInVain."""
    try:
        try:
            with undone_if_it_raises(connection):
                return work(connection), None
        except (IntegrityError, sqlite3.IntegrityError, AnotherWasFaster):
            # It lost a race. This time `work` sees what the winner wrote.
            connection.info[RETRY] = True
            try:
                with undone_if_it_raises(connection):
                    return work(connection), None
            finally:
                del connection.info[RETRY]
    except (DBAPIError, sqlite3.Error) as error:
        raise _DatabaseFailed from error
    except _WroteInVain:
        raise
    except Exception as error:  # noqa: BLE001 - the caller gets it
        return None, error


def _unavailable(error: BaseException | None) -> StoreUnavailable:
    unavailable = StoreUnavailable()
    unavailable.__cause__ = error
    return unavailable


def _deliver_error(jobs: Sequence[Job], error: Exception) -> None:
    """Give all these jobs the same error."""
    _deliver(jobs, [(None, error) for _ in jobs])


def _deliver(jobs: Sequence[Job], outcomes: Sequence[_Outcome]) -> None:
    """In the event loop, resolve the futures of the jobs that someone still waits for."""

    def resolve() -> None:
        for job, (result, error) in zip(jobs, outcomes, strict=True):
            if job.future.done():
                continue
            if error is None:
                job.future.set_result(result)
            elif isinstance(error, StopIteration):  # a future cannot hold this one
                job.future.set_exception(RuntimeError("a transaction raised StopIteration"))
            else:
                job.future.set_exception(error)

    jobs[0].future.get_loop().call_soon_threadsafe(resolve)
