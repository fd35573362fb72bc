"""The store: shared commits, failures, races between processes, and files it must not open."""

import asyncio
import resource
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, text
from sqlalchemy.exc import IntegrityError as Conflict
from sqlalchemy.exc import OperationalError

from bot.database.copies import back_up
from bot.database.errors import CannotOpenStore, OutcomeUnknown, StoreUnavailable, WrongDatabase
from bot.database.prepared_statements import AnotherWasFaster
from bot.database.sqlite import sole_owner
from bot.database.store import Store
from bot.database.transaction import AnyTransaction
from bot.play import transactions
from bot.play.actions import AlreadyPlaying
from bot.play.seats import Bot, Terms
from bot.play.session import Session
from bot.running import transactions as upkeep
from tests.support.requests import request
from tests.support.waiting import LONG


async def test_every_commit_reaches_the_disk(store: Store):
    def pragmas(transaction: AnyTransaction) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [transaction.connection.scalar(text(f"PRAGMA {name}")) for name in names]

    full = 2
    assert await store.run(pragmas) == ["wal", full, 1]


async def test_two_stores_on_one_file_start_one_session_between_them(database_url: str):
    async with Store.open(database_url) as one, Store.open(database_url) as two:
        outcomes = await asyncio.gather(
            *(
                store.serve(request(), transactions.start, Bot("easy"), Terms())
                for store in (one, two) * 10
            ),
            return_exceptions=True,
        )
        assert sum(isinstance(outcome, Session) for outcome in outcomes) == 1
        assert sum(isinstance(outcome, AlreadyPlaying) for outcome in outcomes) == 19


async def test_a_file_locked_by_another_program_is_reported_and_nothing_is_saved(database_url: str):
    path = database_url.removeprefix("sqlite:///")
    async with Store.open(database_url) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreUnavailable):
                await store.serve(request(), transactions.start, Bot("easy"), Terms())
        assert await store.serve(request(), transactions.start, Bot("easy"), Terms())


async def test_a_full_disk_is_reported_loses_nothing_and_heals(store: Store):
    def pages(transaction: AnyTransaction, limit: int) -> None:
        transaction.connection.exec_driver_sql(f"PRAGMA max_page_count = {limit}")

    async def fill() -> None:
        for channel in range(100, 400):
            await store.serve(request(channel=channel), transactions.start, Bot("easy"), Terms())

    session = await store.serve(request(), transactions.start, Bot("easy"), Terms())
    await store.run(pages, 1)  # SQLite answers "database or disk is full" from here on
    with pytest.raises(StoreUnavailable) as failed:
        await fill()
    assert "full" in str(failed.value.__cause__)
    assert await store.serve(request(), transactions.own_session) == session
    await store.run(pages, 1_000_000)
    assert await store.serve(request(), transactions.move, 5)


async def damaged_beyond(pages: int, database_url: str) -> tuple[Path, bytes]:
    """A file of many games, and its bytes if only so many pages were left."""
    path = Path(database_url.removeprefix("sqlite:///"))
    async with Store.open(database_url) as store:
        starts = [
            store.serve(request(number), transactions.start, Bot("easy"), Terms())
            for number in range(300)
        ]
        await asyncio.gather(*starts)
    whole, left = path.read_bytes(), pages * 4096
    return path, whole[:left] + b"\xff" * (len(whole) - left)


async def test_a_file_that_is_damaged_while_it_is_used_is_reported_and_never_made_worse(
    database_url: str,
):
    path, damaged = await damaged_beyond(2, database_url)
    async with Store.open(database_url) as store:
        path.write_bytes(damaged)
        with pytest.raises(StoreUnavailable):
            await store.serve(request(1000), transactions.start, Bot("easy"), Terms())
    assert path.read_bytes()[8192:] == damaged[8192:]


async def test_a_damaged_file_is_refused_with_what_to_do(database_url: str):
    path, damaged = await damaged_beyond(1, database_url)
    path.write_bytes(damaged)
    with pytest.raises(WrongDatabase, match="restore it from a backup"):
        async with Store.open(database_url):
            pass
    assert path.read_bytes() == damaged


async def test_a_database_that_does_not_answer_in_time_leaves_the_outcome_open(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.database.store._ANSWER_WAIT", 0.05)
    running, release = threading.Event(), threading.Event()

    def slow(_: AnyTransaction) -> None:
        running.set()
        release.wait()

    first = asyncio.create_task(store.run(slow))
    await asyncio.sleep(0)
    running.wait()  # the event loop stands still meanwhile, so the slow one is not cancelled
    with pytest.raises(StoreUnavailable):  # it waits behind the slow one and is cancelled
        await store.run(upkeep.write_note, "late", "never")
    with pytest.raises(OutcomeUnknown):
        await first
    release.set()
    monkeypatch.undo()
    assert await store.run(upkeep.read_note, "late") is None


@pytest.mark.parametrize(
    ("prepare", "words"),
    [
        (lambda path: path.write_bytes(b"not a database, " * 100), "some other file"),
        (lambda path: path.mkdir(), "it is a folder"),
    ],
)
async def test_what_is_no_database_is_refused_in_one_sentence_and_for_good(
    tmp_path: Path, prepare, words: str
):
    path = tmp_path / "ttt.db"
    prepare(path)
    with pytest.raises(WrongDatabase, match=words) as refused:
        async with Store.open(f"sqlite:///{path}"):
            pass
    assert "\n" not in str(refused.value)


async def test_a_python_with_too_old_an_sqlite_is_refused_for_good(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    url = f"sqlite:///{tmp_path / 'ttt.db'}"
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 35, 0))
    async with Store.open(url):
        pass
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 34, 1))
    monkeypatch.setattr("sqlite3.sqlite_version", "3.34.1")
    words = r"it needs SQLite 3\.35 or later, and this Python has 3\.34\.1;"
    for migrates in (True, False):
        with pytest.raises(WrongDatabase, match=words):
            async with Store.open(url, migrates=migrates):
                pass


async def test_a_new_file_and_a_backup_are_for_their_owner_alone(tmp_path: Path):
    new, backup = tmp_path / "new.db", tmp_path / "backup.db"
    async with Store.open(f"sqlite:///{new}"):
        files = sorted(tmp_path.iterdir())
        assert len(files) == 3, "SQLite keeps two beside it"
        assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    back_up(f"sqlite:///{new}", backup)
    assert backup.stat().st_mode & 0o777 == 0o600


def replace(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    other.replace(path)


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


@pytest.mark.parametrize("go", [Path.unlink, move, replace])
@pytest.mark.parametrize("suffix", ["", "-wal"])
async def test_a_file_that_is_moved_away_saves_nothing_until_it_is_back(
    database_url: str, go: Callable[[Path], object], suffix: str
):
    path = Path(database_url.removeprefix("sqlite:///") + suffix)
    async with Store.open(database_url) as store:
        await store.run(upkeep.write_note, "before", "1")
        kept = path.with_name("kept")
        kept.hardlink_to(path)
        go(path)
        with pytest.raises(StoreUnavailable, match="was moved, deleted or replaced"):
            await store.run(upkeep.write_note, "meanwhile", "1")
        kept.replace(path)
        await store.run(upkeep.write_note, "after", "1")
    async with Store.open(database_url) as store:
        saved = [
            await store.run(upkeep.read_note, name) for name in ("before", "meanwhile", "after")
        ]
        assert saved == ["1", None, "1"]


def test_a_lock_that_cannot_be_made_is_refused_with_what_to_do(tmp_path: Path):
    (tmp_path / "ttt.db.lock").mkdir()  # unlike permissions, this stops root, too
    with (
        pytest.raises(CannotOpenStore, match="check that the folder may be written"),
        sole_owner(f"sqlite:///{tmp_path}/ttt.db"),
    ):
        pass


async def test_a_file_that_may_not_be_written_is_refused(database_url: str):
    async with Store.open(database_url):
        pass

    def only_read(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA query_only = ON")  # unlike file permissions, this stops root too

    event.listen(Engine, "connect", only_read)
    try:
        with pytest.raises(CannotOpenStore, match="right to write it"):
            async with Store.open(database_url):
                pass
    finally:
        event.remove(Engine, "connect", only_read)


async def test_a_closed_store_leaves_no_thread_and_no_open_file(database_url: str):
    async with Store.open(database_url):
        assert any(thread.name.startswith("store") for thread in threading.enumerate())
    assert not any(thread.name.startswith("store") for thread in threading.enumerate())
    log = Path(database_url.removeprefix("sqlite:///") + "-wal")
    assert not log.exists(), "the last connection to close removes it"


async def test_a_percent_sign_in_the_path_is_just_a_character(tmp_path: Path):
    async with Store.open(f"sqlite:///{tmp_path}/100%25.db") as store:
        assert await store.run(upkeep.read_note, "any") is None


def test_a_second_owner_of_a_file_or_a_link_to_it_is_refused_until_the_first_has_gone(
    database_url: str, tmp_path: Path
):
    link = tmp_path / "link.db"
    link.symlink_to(database_url.removeprefix("sqlite:///"))
    for second in (database_url, f"sqlite:///{link}"):
        with (
            sole_owner(database_url),
            pytest.raises(CannotOpenStore, match="another process"),
            sole_owner(second),
        ):
            pass
    with sole_owner(database_url):
        pass


def test_a_database_in_memory_has_no_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    with sole_owner("sqlite:///:memory:"), sole_owner("sqlite:///:memory:"):
        assert not list(tmp_path.iterdir())


@asynccontextmanager
async def held_up(store: Store) -> AsyncIterator[None]:
    """A transaction that runs as long as the block."""
    begun, go_on = threading.Event(), threading.Event()

    def hold(_: AnyTransaction) -> None:
        begun.set()
        go_on.wait(LONG)

    holding = asyncio.create_task(store.run(hold))
    await asyncio.to_thread(begun.wait, LONG)
    yield
    go_on.set()
    await asyncio.gather(holding, return_exceptions=True)


async def together(store: Store, *works: Callable[[AnyTransaction], Any]) -> list[Any]:
    """The result or error of each of the works, which waited together while another one ran."""
    async with held_up(store):
        waiting = [asyncio.create_task(store.run(work)) for work in works]
        await asyncio.sleep(0)  # all of them have asked
        assert store.waiting == len(works)
    return await asyncio.gather(*waiting, return_exceptions=True)


def note(name: str, *, then: Exception | None = None) -> Callable[[AnyTransaction], str]:
    """Work that writes a note, and may fail after writing."""

    def work(transaction: AnyTransaction) -> str:
        upkeep.write_note(transaction, name, "written")
        if then:
            raise then
        return name

    return work


async def written(store: Store, *names: str) -> list[bool]:
    return [await store.run(upkeep.read_note, name) is not None for name in names]


def commits_of(store: Store) -> list[str]:
    """Grows by one with every commit."""
    commits: list[str] = []
    direct(store).set_trace_callback(lambda sql: commits.append(sql) if sql == "COMMIT" else None)
    return commits


def direct(store: Store) -> sqlite3.Connection:
    return store._database._engine.raw_connection().driver_connection


@pytest.mark.parametrize(("jobs", "shared"), [(50, 1), (150, 3)])
async def test_jobs_that_wait_together_share_commits_of_at_most_so_many(
    store: Store, jobs: int, shared: int
):
    commits = commits_of(store)
    names = [str(number) for number in range(jobs)]
    assert await together(store, *map(note, names)) == names
    assert len(commits) == 1 + shared  # one for the job that held them up
    assert all(await written(store, *names))


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (LookupError(), LookupError),
        (
            OperationalError("UPDATE", {}, sqlite3.OperationalError("disk I/O error")),
            StoreUnavailable,
        ),
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


async def test_a_refusal_that_has_written_nothing_makes_nobody_else_run_again(store: Store):
    ran: list[str] = []

    def counted(name: str) -> Callable[[AnyTransaction], str]:
        def work(transaction: AnyTransaction) -> str:
            ran.append(name)
            return note(name)(transaction)

        return work

    def refuses(transaction: AnyTransaction) -> None:
        raise refusal

    refusal = LookupError()
    one, refused, two = await together(store, counted("one"), refuses, counted("two"))
    assert (one, refused, two) == ("one", refusal, "two")
    assert ran == ["one", "two"]


@pytest.mark.parametrize(
    "conflict",
    [
        Conflict("INSERT", {}, sqlite3.IntegrityError("UNIQUE")),
        sqlite3.IntegrityError("UNIQUE"),
        AnotherWasFaster(),
    ],
)
async def test_one_that_loses_a_race_runs_once_more_and_sees_that_it_does(
    store: Store, conflict: Exception
):
    def loses_at_first(transaction: AnyTransaction) -> str:
        if not transaction.is_retry:
            note("half")(transaction)
            raise conflict
        return "refused politely"

    assert await together(store, note("one"), loses_at_first) == ["one", "refused politely"]
    assert await written(store, "one", "half") == [True, False]
    assert await store.run(lambda transaction: transaction.is_retry) is False


async def test_what_follows_a_commit_is_done_once_and_only_if_the_transaction_was_saved(
    store: Store,
):
    done: list[str] = []

    def follows(name: str, *, error: Exception | None = None) -> Callable[[AnyTransaction], None]:
        def work(transaction: AnyTransaction) -> None:
            transaction.after_commit(partial(done.append, name))
            if error and not transaction.is_retry:
                raise error

        return work

    await together(
        store,
        follows("one"),
        follows("refused", error=LookupError()),
        follows("run twice", error=AnotherWasFaster()),
        lambda _: None,
    )
    assert sorted(done) == ["one", "run twice"]


async def test_when_the_commit_fails_nobody_is_told_that_it_is_saved(store: Store):
    def deny_once(action: int, what: str | None, *_: object) -> int:
        if (action, what) != (sqlite3.SQLITE_TRANSACTION, "COMMIT"):
            return sqlite3.SQLITE_OK
        direct(store).set_authorizer(None)
        return sqlite3.SQLITE_DENY

    direct(store).set_authorizer(deny_once)
    results = await asyncio.gather(
        *(store.run(note(name)) for name in "abc"), return_exceptions=True
    )
    failed = [isinstance(result, StoreUnavailable) for result in results]
    assert any(failed)
    assert await written(store, *"abc") == [not each for each in failed]


async def test_when_the_disk_fails_during_the_commit_nobody_is_told_that_nothing_was_saved(
    store: Store,
):
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, most[1]))  # bytes that a file may have
    try:
        with pytest.raises(OutcomeUnknown) as failed:
            await store.run(note("one"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert "disk I/O error" in str(failed.value.__cause__)
    assert await store.run(note("another")) == "another"


async def test_a_store_that_closes_runs_the_jobs_that_wait(database_url: str):
    async with Store.open(database_url) as store:
        waiting = [asyncio.create_task(store.run(note(str(number)))) for number in range(20)]
        await asyncio.sleep(0)
    await asyncio.gather(*waiting)
    async with Store.open(database_url) as store:
        assert all(await written(store, *map(str, range(20))))


async def test_whatever_a_job_raises_the_next_ones_run(store: Store):
    def ends_the_thread(_: AnyTransaction) -> None:
        raise SystemExit

    with pytest.raises(OutcomeUnknown):
        await store.run(ends_the_thread)
    assert await store.run(note("next")) == "next"
    assert await written(store, "next") == [True]


async def test_an_exception_that_no_future_takes_keeps_nobody_elses_answer(store: Store):
    def stops(_: AnyTransaction) -> None:
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


async def test_a_start_waits_for_who_is_still_writing_to_the_file(
    empty_sqlite: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.database.sqlite._LOCK_WAIT", 0.0)
    with closing(sqlite3.connect(empty_sqlite.removeprefix("sqlite:///"))) as other:
        other.isolation_level = None
        other.execute("BEGIN EXCLUSIVE")
        asyncio.get_running_loop().call_later(0.2, other.execute, "COMMIT")
        async with Store.open(empty_sqlite) as store:
            assert await store.serve(request(), transactions.start, Bot("easy"), Terms())
