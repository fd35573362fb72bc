"""The store: commits, failures, races between processes, and files it must not open."""

import asyncio
import re
import shutil
import sqlite3
import threading
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import IntegrityError

from bot.sessions.challenge import State
from bot.sessions.endings import Ending, Termination
from bot.sessions.records import Count
from bot.sessions.refusals import AlreadyPlaying
from bot.sessions.seats import Bot, Person, Terms
from bot.sessions.session import Session
from bot.storage import challenge_transactions, record_transactions, transactions, upkeep
from bot.storage.database import schema
from bot.storage.database.file_lock import sole_owner
from bot.storage.errors import CannotOpenStore, OutcomeUnknown, StoreUnavailable
from bot.storage.session_rows import last_finished_session
from bot.storage.store import Store
from bot.storage.tables.columns import metadata
from engine.board import Mark
from engine.score import Result
from tests.support.requests import NOW, request

LATER_STEP = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "9999", "HEAD"

def upgrade():
    with op.batch_alter_table("sessions", recreate="always") as sessions:
        sessions.add_column(sa.Column("later", sa.Integer()))
"""


async def test_what_was_committed_is_there_after_opening_the_file_again(database_url: str):
    async with Store.open(database_url) as store:
        session = await store.run(transactions.start, request(), Bot("easy"), Terms(), Random(1))
    async with Store.open(database_url) as store:
        assert await store.run(transactions.look, request()) == session


async def test_every_commit_reaches_the_disk(store: Store):
    def pragmas(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        return [connection.scalar(text(f"PRAGMA {name}")) for name in names]

    full = 2
    assert await store.run(pragmas) == ["wal", full, 1]


async def test_migrations_build_just_the_tables_the_program_uses(store: Store):
    def differences(connection: Connection) -> list[object]:
        return compare_metadata(MigrationContext.configure(connection), metadata)

    def written_out(connection: Connection) -> set[str]:
        made = connection.execute(text("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"))
        return {word for (sql,) in made for word in re.findall(r"CONSTRAINT \w+ CHECK .*|AUTOINCREMENT", sql)}

    def from_the_tables(_: Connection) -> set[str]:
        engine = create_engine("sqlite://")
        with engine.begin() as connection:
            metadata.create_all(connection)
            return written_out(connection)

    assert await store.run(differences) == []
    constraints = await store.run(written_out)
    assert {line.rstrip(", ") for line in constraints} == {
        line.rstrip(", ") for line in await store.run(from_the_tables)
    }


async def test_transactions_run_off_the_event_loops_thread(store: Store):
    assert await store.run(lambda _: threading.current_thread().name) == "store"
    assert threading.current_thread().name != "store"


async def test_a_transaction_that_raises_leaves_nothing_behind(store: Store):
    def half_done(connection: Connection) -> None:
        upkeep.write_note(connection, "half", "done")
        raise LookupError

    with pytest.raises(LookupError):
        await store.run(half_done)
    assert await store.run(upkeep.read_note, "half") is None


async def test_a_lost_race_is_run_again_and_meets_what_the_winner_left(store: Store):
    tries = []

    def loses_once(connection: Connection) -> str:
        tries.append(None)
        if len(tries) == 1:
            raise IntegrityError("INSERT", {}, sqlite3.IntegrityError("UNIQUE constraint failed"))
        return "refused politely"

    assert await store.run(loses_once) == "refused politely"


async def test_two_stores_on_one_file_start_one_session_between_them(database_url: str):
    async with Store.open(database_url) as one, Store.open(database_url) as two:
        outcomes = await asyncio.gather(
            *(
                store.run(transactions.start, request(), Bot("easy"), Terms(), Random(1))
                for store in (one, two) * 10
            ),
            return_exceptions=True,
        )
        assert sum(isinstance(outcome, Session) for outcome in outcomes) == 1
        assert sum(isinstance(outcome, AlreadyPlaying) for outcome in outcomes) == 19


async def test_a_file_locked_by_another_program_is_reported_and_nothing_is_saved(database_url: str):
    async with Store.open(database_url) as store:
        other = sqlite3.connect(database_url.removeprefix("sqlite:///"), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable):
            await store.run(transactions.start, request(), Bot("easy"), Terms(), Random(1))
        other.execute("ROLLBACK")
        other.close()
        assert await store.run(transactions.start, request(), Bot("easy"), Terms(), Random(1))


async def test_a_full_disk_is_reported_loses_nothing_and_heals(store: Store):
    def pages(connection: Connection, limit: int) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {limit}")

    async def fill() -> None:
        for channel in range(100, 400):
            await store.run(transactions.start, request(channel=channel), Bot("easy"), Terms(), Random(1))

    session = await store.run(transactions.start, request(), Bot("easy"), Terms(), Random(1))
    await store.run(pages, 1)  # SQLite answers "database or disk is full" from here on
    with pytest.raises(StoreUnavailable) as failed:
        await fill()
    assert "full" in str(failed.value.__cause__)
    assert await store.run(transactions.look, request()) == session
    await store.run(pages, 1_000_000)
    assert await store.run(transactions.move, request(), 5, Random(1))


async def damaged_beyond(pages: int, database_url: str) -> tuple[Path, bytes]:
    """A file of many games, and its bytes if only so many pages were left."""
    path = Path(database_url.removeprefix("sqlite:///"))
    async with Store.open(database_url) as store:
        for number in range(300):
            await store.run(transactions.start, request(number), Bot("easy"), Terms(), Random(1))
    whole, left = path.read_bytes(), pages * 4096
    return path, whole[:left] + b"\xff" * (len(whole) - left)


async def test_a_file_that_is_damaged_while_it_is_used_is_reported_and_never_made_worse(database_url: str):
    path, damaged = await damaged_beyond(2, database_url)
    async with Store.open(database_url) as store:
        path.write_bytes(damaged)
        with pytest.raises(StoreUnavailable):
            await store.run(transactions.start, request(1000), Bot("easy"), Terms(), Random(1))
    assert path.read_bytes()[8192:] == damaged[8192:]


async def test_a_damaged_file_is_refused_with_what_to_do(database_url: str):
    path, damaged = await damaged_beyond(1, database_url)
    path.write_bytes(damaged)
    with pytest.raises(CannotOpenStore, match="restore it from a backup"):
        async with Store.open(database_url):
            pass
    assert path.read_bytes() == damaged


async def test_a_database_that_does_not_answer_in_time_leaves_the_outcome_open(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.storage.store._ANSWER_WAIT", 0.05)
    running, release = threading.Event(), threading.Event()

    def slow(_: Connection) -> None:
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


async def test_a_newer_database_is_refused_and_left_alone(database_url: str):
    async with Store.open(database_url) as store:
        await store.run(
            lambda connection: connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        )
    with pytest.raises(CannotOpenStore, match="newer version"):
        async with Store.open(database_url):
            pass
    with sqlite3.connect(database_url.removeprefix("sqlite:///")) as file:
        assert file.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]
    file.close()


@pytest.mark.parametrize(
    ("prepare", "words"),
    [
        (lambda path: path.write_bytes(b"not a database, " * 100), "some other file"),
        (lambda path: path.mkdir(), "check that its folder"),
    ],
)
async def test_a_file_that_cannot_be_used_is_refused_in_one_sentence(tmp_path: Path, prepare, words: str):
    path = tmp_path / "ttt.db"
    prepare(path)
    with pytest.raises(CannotOpenStore, match=words) as refused:
        async with Store.open(f"sqlite:///{path}"):
            pass
    assert "\n" not in str(refused.value)


async def test_another_programs_database_is_refused_and_left_alone(empty_sqlite: str):
    file = sqlite3.connect(empty_sqlite.removeprefix("sqlite:///"))
    file.execute("CREATE TABLE photos (id INTEGER)")
    file.commit()
    with pytest.raises(CannotOpenStore, match="some other program"):
        async with Store.open(empty_sqlite):
            pass
    assert file.execute("SELECT name FROM sqlite_master").fetchall() == [("photos",)]
    assert file.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    file.close()


async def test_a_folder_that_does_not_exist_is_refused(tmp_path: Path):
    with pytest.raises(CannotOpenStore, match="check that its folder"):
        async with Store.open(f"sqlite:///{tmp_path}/nowhere/ttt.db"):
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


SECOND_VERSION = """
INSERT INTO sessions (id, channel_id, guild_id, first, started_at, ended_at, end_reason, winner, message_id)
VALUES (5, 10, 77, 'X', 1, NULL, NULL, NULL, 66), (6, 10, 77, 'O', 1, 2, 'resignation', 'X', NULL);
INSERT INTO seats (session_id, mark, user_id, level, channel_id, live)
VALUES (5, 'X', 1, NULL, 10, 1), (5, 'O', NULL, 'easy', 10, 1),
(6, 'X', 1, NULL, 10, 0), (6, 'O', 2, NULL, 10, 0);
INSERT INTO moves (session_id, ply, cell) VALUES (5, 0, 1), (5, 1, 5), (6, 0, 9);
INSERT INTO challenges (id, channel_id, challenger_id, challenged_id, mark, first, expires_at, state)
VALUES (3, 10, 1, 2, 'X', 'me', 2000000000, 'open');
"""

THIRD_VERSION = """
INSERT INTO sessions (id, channel_id, guild_id, first, started_at, ended_at, end_reason, winner, assisted)
VALUES (5, 10, 77, 'X', 1, 10, 'line', 'X', 0), (6, 10, 77, 'X', 1, 20, 'resignation', 'O', 0),
(7, 10, 77, 'X', 1, 30, 'full board', NULL, 0), (8, 10, NULL, 'X', 1, 40, 'line', 'O', 0),
(10, 10, NULL, 'X', 1, 50, 'line', 'X', 1), (9, 10, 77, 'X', 1, NULL, NULL, NULL, 0);
INSERT INTO seats (session_id, mark, user_id, level, channel_id, live)
VALUES (5, 'X', 1, NULL, 10, 0), (5, 'O', 2, NULL, 10, 0),
(6, 'X', NULL, 'easy', 10, 0), (6, 'O', 1, NULL, 10, 0),
(7, 'X', 2, NULL, 10, 0), (7, 'O', 1, NULL, 10, 0),
(8, 'X', 1, NULL, 10, 0), (8, 'O', NULL, 'hard', 10, 0),
(10, 'X', 1, NULL, 10, 0), (10, 'O', NULL, 'easy', 10, 0),
(9, 'X', 1, NULL, 10, 1), (9, 'O', 2, NULL, 10, 1);
INSERT INTO moves (session_id, ply, cell) VALUES (9, 0, 5);
"""

FOURTH_VERSION = """
INSERT INTO sessions (id, channel_id, first, started_at, turn_since, closes_at)
VALUES (5, 10, 'X', 1, 1000, 87400), (6, 10, 'X', 1, 1000, 87400);
INSERT INTO seats (session_id, mark, user_id, level, channel_id, live)
VALUES (5, 'X', 1, NULL, 10, 1), (5, 'O', NULL, 'easy', 10, 1),
(6, 'X', NULL, 'hard', 10, 1), (6, 'O', NULL, 'easy', 10, 1);
INSERT INTO challenges (id, channel_id, challenger_id, challenged_id, mark, first, expires_at, state)
VALUES (3, 10, 2, 3, 'X', 'me', 1300, 'open');
"""

FIRST_VERSION = """
INSERT INTO sessions (id, channel_id, guild_id, first, started_at) VALUES (5, 10, 77, 'X', 1);
INSERT INTO seats (session_id, mark, user_id, channel_id, live) VALUES (5, 'X', 1, 10, 1);
INSERT INTO seats (session_id, mark, level, channel_id, live) VALUES (5, 'O', 'perfect', 10, 1);
INSERT INTO moves (session_id, ply, cell) VALUES (5, 0, 1), (5, 1, 5);
INSERT INTO interactions (id, session_id) VALUES (8, 5);
INSERT INTO notes (name, value) VALUES ('kept', 'yes');
"""


def written_by(revision: str, statements: str, database_url: str) -> None:
    """Write a database as an earlier version left it."""
    engine = create_engine(database_url)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(schema._MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        for statement in statements.strip().split(";\n"):
            connection.exec_driver_sql(statement)
    engine.dispose()


async def test_a_database_of_the_second_version_is_carried_forward_with_nothing_lost_and_a_line_in_the_log(
    empty_sqlite: str, caplog: pytest.LogCaptureFixture
):
    written_by("0002", SECOND_VERSION, empty_sqlite)
    caplog.set_level("INFO", "bot.storage.database.schema")
    async with Store.open(empty_sqlite) as store:
        assert caplog.messages == [f"Updated the tables from schema 0002 to {schema.newest()}"]
        live = await store.run(transactions.look, request(1, 10))
        assert (live.id, live.moves, live.message_id, live.assisted) == (5, (1, 5), 66, False)
        over = await store.run(transactions.review, request(2, 10))
        assert (over.id, over.moves, over.first) == (6, (9,), Mark.O)
        assert over.ending == Ending(Termination.RESIGNATION, Mark.X)
        challenge = await store.run(challenge_transactions.decline, request(2, 10), 3)
        assert (challenge.challenger, challenge.state) == (1, State.DECLINED)


async def test_a_database_of_the_third_version_is_carried_forward_with_its_results_counted(empty_sqlite: str):
    written_by("0003", THIRD_VERSION, empty_sqlite)
    async with Store.open(empty_sqlite) as store:
        ann = await store.run(record_transactions.stats, 1)
        assert ann.counts == {"people": Count(won=1, drawn=1), "easy": Count(won=1), "hard": Count(lost=1)}
        assert ann.assisted == Count(won=1)
        assert (ann.form.streak, ann.form.best) == (0, 2)
        assert ann.form.recent == (Result.WIN, Result.WIN, Result.DRAW, Result.LOSS)
        table = await store.run(record_transactions.leaderboard, replace(request(), guild_id=77), 0)
        assert [(row.user_id, row.points) for row in table.standings] == [(1, 4), (2, 1)]
        now = int(time.time())
        live = await store.run(transactions.look, request(1, 10, at=now))
        assert (live.id, live.time, live.moves) == (9, None, (5,))
        assert await store.run(upkeep.sweep, now - 60 + 24 * 3600) == (0, 0)
        assert await store.run(upkeep.sweep, now + 60 + 24 * 3600) == (0, 1)


async def test_the_demo_games_of_the_fourth_version_are_known_as_such_and_closed_after_ten_minutes(
    empty_sqlite: str,
):
    written_by("0004", FOURTH_VERSION, empty_sqlite)
    async with Store.open(empty_sqlite) as store:
        assert (await store.run(transactions.to_stop, request(2, 10, at=1001))).id == 5
        await store.run(transactions.stop, request(2, 10, at=1001), 5)
        assert await store.run(upkeep.sweep, 1599) == (1, 0)
        assert (await store.run(transactions.to_stop, request(2, 10, at=1599))).id == 6


async def test_a_challenge_of_the_fourth_version_can_be_answered(empty_sqlite: str):
    written_by("0004", FOURTH_VERSION, empty_sqlite)
    async with Store.open(empty_sqlite) as store:
        declined = await store.run(challenge_transactions.decline, request(3, 10, at=1001), 3)
        assert declined.state is State.DECLINED


async def test_a_table_of_challenges_that_is_built_again_uses_no_id_twice(empty_sqlite: str):
    gone = "DELETE FROM interactions;\nDELETE FROM challenges"
    written_by("0010", FOURTH_VERSION + gone, empty_sqlite)
    async with Store.open(empty_sqlite) as store:
        asked = await store.run(challenge_transactions.challenge_anyone, request(9, 99), Terms())
    assert asked.id == 4


async def test_a_database_of_the_first_version_is_carried_forward_with_nothing_lost(empty_sqlite: str):
    written_by("0001", FIRST_VERSION, empty_sqlite)
    async with Store.open(empty_sqlite) as store:
        session = await store.run(transactions.look, request(1, 10))
        assert (session.id, session.guild_id, session.moves) == (5, 77, (1, 5))
        assert session.seats == {Mark.X: Person(1), Mark.O: Bot("perfect")}
        done = request(1, 10, interaction=8)
        assert await store.run(transactions.move, done, 9, Random(1)) == session
        assert await store.run(upkeep.read_note, "kept") == "yes"
        assert len((await store.run(transactions.move, request(1, 10), 9, Random(1))).moves) == 4


def test_migrations_stand_in_the_order_of_their_files():
    in_order = ScriptDirectory(schema._MIGRATIONS).walk_revisions()
    assert schema._known() == [step.revision for step in in_order][::-1]


async def test_a_migration_may_rebuild_a_table_that_others_refer_to(
    empty_sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with Store.open(empty_sqlite) as store:
        session = await store.run(transactions.start, request(), Bot("easy"), Terms(first="them"), Random(1))
    steps = tmp_path / "migrations"
    shutil.copytree(schema._MIGRATIONS, steps)
    head = max(path.stem for path in (steps / "versions").glob("0*.py"))[:4]
    (steps / "versions" / "9999_later.py").write_text(LATER_STEP.replace("HEAD", head))
    monkeypatch.setattr(schema, "_MIGRATIONS", steps)
    async with Store.open(empty_sqlite) as store:
        assert await store.run(transactions.look, request()) == session
        assert await store.run(lambda connection: connection.scalar(text("PRAGMA foreign_keys"))) == 1


async def test_a_closed_store_leaves_no_thread_and_no_open_file(database_url: str):
    async with Store.open(database_url):
        assert any(thread.name.startswith("store") for thread in threading.enumerate())
    assert not any(thread.name.startswith("store") for thread in threading.enumerate())
    assert not Path(
        database_url.removeprefix("sqlite:///") + "-wal"
    ).exists()  # the last connection to close removes it


async def test_a_percent_sign_in_the_path_is_just_a_character(tmp_path: Path):
    async with Store.open(f"sqlite:///{tmp_path}/100%25.db") as store:
        assert await store.run(upkeep.read_note, "any") is None


def test_a_second_owner_of_a_file_is_refused_until_the_first_has_gone(database_url: str):
    with (
        sole_owner(database_url),
        pytest.raises(CannotOpenStore, match="another process"),
        sole_owner(database_url),
    ):
        pass
    with sole_owner(database_url):
        pass


def test_a_link_to_a_file_has_the_same_owner(database_url: str, tmp_path: Path):
    link = tmp_path / "link.db"
    link.symlink_to(database_url.removeprefix("sqlite:///"))
    with (
        sole_owner(database_url),
        pytest.raises(CannotOpenStore, match="another process"),
        sole_owner(f"sqlite:///{link}"),
    ):
        pass


def test_a_database_in_memory_has_no_owner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    with sole_owner("sqlite:///:memory:"), sole_owner("sqlite:///:memory:"):
        assert not list(tmp_path.iterdir())


def test_a_lock_in_a_folder_that_does_not_exist_is_refused(tmp_path: Path):
    with pytest.raises(CannotOpenStore, match="folder"), sole_owner(f"sqlite:///{tmp_path}/nowhere/ttt.db"):
        pass


async def test_the_last_game_of_a_person_is_found_by_an_index(store: Store):
    def plan(connection: Connection) -> str:
        statements = []

        def note(_c: object, _cursor: object, statement: str, parameters: object, *_: object) -> None:
            statements.append((statement, parameters))

        event.listen(connection, "before_cursor_execute", note)
        last_finished_session(connection, 10, 1, NOW)
        [(statement, parameters)] = statements
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)
        return " ".join(row.detail for row in rows)

    found = await store.run(plan)
    assert "ix_seats_of_a_person" in found
    assert "SCAN" not in found
    assert "TEMP B-TREE" not in found
