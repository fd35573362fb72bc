"""What waits together is committed together.

A commit waits for the disk, and meanwhile others come in. They are carried out in one transaction,
and nobody is answered before the commit that holds them all. Who is refused has written nothing, so
that the others need not care; should one of them fail in the midst of writing, the transaction is
undone as a whole, and each is carried out again in one of its own.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from bot.storage.database.prepared import driver
from bot.storage.errors import OutcomeUnknown, StoreUnavailable

_log = logging.getLogger(__name__)

_MOST = 64  # in one transaction: some milliseconds of work

Work: TypeAlias = Callable[[Connection], Any]
_Outcome: TypeAlias = tuple[Any, Exception | None]


@dataclass(eq=False)
class Job:
    """Work for the database; `done` gets what it returns or raises, once that is committed."""

    work: Work
    done: asyncio.Future[Any]
    _claim: threading.Lock = field(default_factory=threading.Lock)

    def claim(self) -> bool:
        """Whether the caller is the first to want it: to carry it out, or to take it back."""
        return self._claim.acquire(blocking=False)

    def give_up(self) -> None:
        """Wait no longer: what has not begun is taken back, what is under way may still be saved."""
        if not self.done.done():
            self.done.set_exception(StoreUnavailable() if self.claim() else OutcomeUnknown())


class Writer:
    """The one thread that uses the database, and the jobs that wait for it, in order."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store")

    @property
    def waiting(self) -> int:
        """How many jobs have not been taken up."""
        return self._jobs.qsize()

    def start(self) -> None:
        self._thread.start()

    def put(self, job: Job) -> None:
        self._jobs.put(job)

    async def stop(self) -> None:
        """Carry out what still waits, and end."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        with self._engine.connect() as connection:
            while job := self._jobs.get():
                jobs = [job]
                while len(jobs) < _MOST and (more := self._at_once()):
                    jobs.append(more)
                jobs = [job for job in jobs if job.claim()]
                try:
                    _work_off(connection, jobs)
                except BaseException:  # noqa: BLE001 - without this thread nobody would be answered any more
                    _log.exception("The database's thread met what nobody thought of")
                    _tell(jobs, [(None, OutcomeUnknown())] * len(jobs))

    def _at_once(self) -> Job | None:
        """The next job, if one waits."""
        try:
            job = self._jobs.get_nowait()
        except Empty:
            return None
        if job is None:
            self._jobs.put(None)  # the end is for the next round
        return job


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """What the block does is saved at its end, or undone. Raises sqlite3.Error."""
    direct = _direct(connection)
    direct.execute("BEGIN IMMEDIATE")  # other processes wait here, not in mid-transaction
    try:
        yield
        direct.execute("COMMIT")
    finally:
        if direct.in_transaction:
            direct.rollback()


def _work_off(connection: Connection, jobs: Sequence[Job]) -> None:
    """Carry out the jobs, in one transaction if that can be, and tell what came of them."""
    try:
        with transaction(connection):
            outcomes = [_attempt(connection, job.work) for job in jobs]
    except (_FailedInTheMidst, sqlite3.IntegrityError):
        for job in jobs:
            if not job.done.done():  # nobody waits for what took too long
                _tell([job], [_alone(connection, job.work)])
    except sqlite3.Error as error:  # it could not begin, or not commit
        _tell(jobs, [(None, _unavailable(error))] * len(jobs))
    else:
        _tell(jobs, outcomes)


def _direct(connection: Connection) -> sqlite3.Connection:
    direct = driver(connection)
    assert direct, "only SQLite is used by one thread"
    return direct


class _FailedInTheMidst(Exception):
    """Something was written before a job failed, or the database itself did."""


def _attempt(connection: Connection, work: Work) -> _Outcome:
    """Do the work in a transaction that it shares with others. Raises _FailedInTheMidst."""
    changes = _direct(connection).total_changes
    try:
        return work(connection), None
    except (DBAPIError, sqlite3.Error) as error:
        raise _FailedInTheMidst from error
    except Exception as error:
        if _direct(connection).total_changes != changes:
            raise _FailedInTheMidst from error
        return None, error


def _alone(connection: Connection, work: Work) -> _Outcome:
    """The same in a transaction of its own."""
    try:
        try:
            with transaction(connection):
                return work(connection), None
        except (IntegrityError, sqlite3.IntegrityError):
            # Another process won a race; this time `work` meets what that one left.
            with transaction(connection):
                return work(connection), None
    except (DBAPIError, sqlite3.Error) as error:
        return None, _unavailable(error)
    except Exception as error:  # noqa: BLE001 - it belongs to whoever asked
        return None, error


def _unavailable(error: Exception) -> StoreUnavailable:
    unavailable = StoreUnavailable()
    unavailable.__cause__ = error
    return unavailable


def _tell(jobs: Sequence[Job], outcomes: Sequence[_Outcome]) -> None:
    """Let the event loop know what came of the jobs."""
    if jobs:
        jobs[0].done.get_loop().call_soon_threadsafe(_hand_out, jobs, outcomes)


def _hand_out(jobs: Sequence[Job], outcomes: Sequence[_Outcome]) -> None:
    """Give the outcomes to those who still wait for them."""
    for job, (result, error) in zip(jobs, outcomes, strict=True):
        if job.done.done():
            continue
        if error is None:
            job.done.set_result(result)
        elif isinstance(error, StopIteration):  # a future takes any but this
            job.done.set_exception(RuntimeError("a transaction raised StopIteration"))
        else:
            job.done.set_exception(error)
