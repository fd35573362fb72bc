"""Jobs that wait together share a commit, and none of them suffers from the others."""

import asyncio
import resource
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError as Conflict
from sqlalchemy.exc import OperationalError

from bot.storage import upkeep
from bot.storage.database.prepared import AnotherWasFaster, is_retry
from bot.storage.errors import OutcomeUnknown, StoreUnavailable
from bot.storage.store import Store
from tests.support.waiting import LONG


@asynccontextmanager
async def held_up(store: Store) -> AsyncIterator[None]:
    """A transaction that runs as long as the block."""
    begun, go_on = threading.Event(), threading.Event()

    def hold(_: Connection) -> None:
        begun.set()
        go_on.wait(LONG)

    holding = asyncio.create_task(store.run(hold))
    await asyncio.to_thread(begun.wait, LONG)
    yield
    go_on.set()
    await asyncio.gather(holding, return_exceptions=True)


async def together(store: Store, *works: Callable[[Connection], Any]) -> list[Any]:
    """The result or error of each of the works, which waited together while another one ran."""
    async with held_up(store):
        waiting = [asyncio.create_task(store.run(work)) for work in works]
        await asyncio.sleep(0)  # all of them have asked
        assert store.waiting == len(works)
    return await asyncio.gather(*waiting, return_exceptions=True)


def note(name: str, *, then: Exception | None = None) -> Callable[[Connection], str]:
    """Work that writes a note, and may fail after writing."""

    def work(connection: Connection) -> str:
        upkeep.write_note(connection, name, "written")
        if then:
            raise then
        return name

    return work


def refuse(_: Connection) -> None:
    raise LookupError


async def written(store: Store, *names: str) -> list[bool]:
    return [await store.run(upkeep.read_note, name) is not None for name in names]


def commits_of(store: Store) -> list[str]:
    """Grows by one with every commit."""
    commits: list[str] = []
    direct(store).set_trace_callback(lambda sql: commits.append(sql) if sql == "COMMIT" else None)
    return commits


def direct(store: Store) -> sqlite3.Connection:
    return store._database._engine.raw_connection().driver_connection


async def test_jobs_that_wait_together_share_one_commit(store: Store):
    commits = commits_of(store)
    names = [str(number) for number in range(50)]
    assert await together(store, *map(note, names)) == names
    assert len(commits) == 2  # one for the first, one for all others
    assert all(await written(store, *names))


async def test_more_than_a_transaction_should_hold_takes_several(store: Store):
    commits = commits_of(store)
    names = [str(number) for number in range(150)]
    assert await together(store, *map(note, names)) == names
    assert len(commits) == 4


async def test_a_refusal_is_nobody_elses(store: Store):
    commits = commits_of(store)
    one, refused, two = await together(store, note("one"), refuse, note("two"))
    assert (one, two) == ("one", "two")
    assert isinstance(refused, LookupError)
    assert len(commits) == 2
    assert await written(store, "one", "two") == [True, True]


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (LookupError(), LookupError),
        (OperationalError("UPDATE", {}, sqlite3.OperationalError("disk I/O error")), StoreUnavailable),
        (sqlite3.DatabaseError("database disk image is malformed"), StoreUnavailable),
    ],
)
async def test_one_that_fails_after_writing_is_rolled_back_and_the_others_are_saved(
    store: Store, error: Exception, told: type[Exception]
):
    one, failed, two = await together(store, note("one"), note("half", then=error), note("two"))
    assert (one, two) == ("one", "two")
    assert isinstance(failed, told)
    assert await written(store, "one", "half", "two") == [True, False, True]


async def test_a_refusal_that_has_written_first_is_undone_and_nobody_else_runs_again(store: Store):
    ran: list[str] = []

    def counted(name: str) -> Callable[[Connection], str]:
        def work(connection: Connection) -> str:
            ran.append(name)
            return note(name)(connection)

        return work

    refusal = LookupError()
    commits = commits_of(store)
    one, refused, two = await together(store, counted("one"), note("half", then=refusal), counted("two"))
    assert (one, refused, two) == ("one", refusal, "two")
    assert ran == ["one", "two"]
    assert len(commits) == 2
    assert await written(store, "one", "half", "two") == [True, False, True]


@pytest.mark.parametrize(
    "conflict",
    [
        Conflict("INSERT", {}, sqlite3.IntegrityError("UNIQUE")),
        sqlite3.IntegrityError("UNIQUE"),
        AnotherWasFaster(),
    ],
)
async def test_a_race_lost_in_a_shared_transaction_is_run_once_more_in_it(store: Store, conflict: Exception):
    tries = []

    def loses_at_first(connection: Connection) -> str:
        tries.append(is_retry(connection))
        if len(tries) == 1:
            note("half")(connection)
            raise conflict
        return "refused politely"

    commits = commits_of(store)
    assert await together(store, note("one"), loses_at_first) == ["one", "refused politely"]
    assert tries == [False, True]
    assert len(commits) == 2
    assert await written(store, "one", "half") == [True, False]


async def test_what_is_confirmed_is_on_the_disk(store: Store, database_url: str):
    path = database_url.removeprefix("sqlite:///")

    async def seen(work: Coroutine[Any, Any, str]) -> bool:
        name = await work
        with sqlite3.connect(path) as other:
            return other.execute("SELECT 1 FROM notes WHERE name = ?", (name,)).fetchone() is not None

    assert all(await asyncio.gather(*(seen(store.run(note(str(number)))) for number in range(30))))


async def test_when_the_commit_fails_nobody_is_told_that_it_is_saved(store: Store):
    def deny_once(action: int, what: str | None, *_: object) -> int:
        if (action, what) != (sqlite3.SQLITE_TRANSACTION, "COMMIT"):
            return sqlite3.SQLITE_OK
        direct(store).set_authorizer(None)
        return sqlite3.SQLITE_DENY

    direct(store).set_authorizer(deny_once)
    results = await asyncio.gather(*(store.run(note(name)) for name in "abc"), return_exceptions=True)
    failed = [isinstance(result, StoreUnavailable) for result in results]
    assert any(failed)
    assert await written(store, *"abc") == [not each for each in failed]


async def test_when_the_disk_fails_during_the_commit_nobody_is_told_that_nothing_was_saved(store: Store):
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, most[1]))  # bytes that a file may have
    try:
        with pytest.raises(OutcomeUnknown) as failed:
            await store.run(note("one"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert "disk I/O error" in str(failed.value.__cause__)
    assert await store.run(note("another")) == "another"


async def test_a_cancelled_job_never_runs(store: Store, monkeypatch: pytest.MonkeyPatch):
    async with held_up(store):
        monkeypatch.setattr("bot.storage.store._ANSWER_WAIT", 0.05)
        with pytest.raises(StoreUnavailable):
            await store.run(note("late"))
    monkeypatch.undo()
    assert await written(store, "late") == [False]


async def test_a_store_that_closes_runs_the_jobs_that_wait(database_url: str):
    async with Store.open(database_url) as store:
        waiting = [asyncio.create_task(store.run(note(str(number)))) for number in range(20)]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    async with Store.open(database_url) as store:
        assert all(await written(store, *map(str, range(20))))


async def test_whatever_a_job_raises_the_next_ones_run(store: Store):
    def ends_the_thread(_: Connection) -> None:
        raise SystemExit

    with pytest.raises(OutcomeUnknown):
        await store.run(ends_the_thread)
    assert await store.run(note("next")) == "next"
    assert await written(store, "next") == [True]


async def test_an_exception_that_no_future_takes_keeps_nobody_elses_answer(store: Store):
    def stops(_: Connection) -> None:
        raise StopIteration

    one, stopped, two = await together(store, note("one"), stops, note("two"))
    assert (one, two) == ("one", "two")
    assert isinstance(stopped, RuntimeError)


async def test_a_caller_that_gave_up_is_skipped_when_results_are_delivered(store: Store):
    async with held_up(store):
        gone, stays = (asyncio.create_task(store.run(note(name))) for name in ("gone", "stays"))
        await asyncio.sleep(0)
        gone.cancel()
    assert await stays == "stays"
