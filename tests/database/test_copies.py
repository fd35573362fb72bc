"""Copies of a SQLite file: a backup while it is used, and a copy to PostgreSQL."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.challenges import transactions as challenge_transactions
from bot.challenges.challenge import Challenge
from bot.database.copies import NOTE, CopyFailed, back_up, copy
from bot.database.errors import CannotOpenStore
from bot.database.sqlite import sole_owner
from bot.database.store import Store
from bot.database.tables import metadata
from bot.database.transaction import AnyTransaction
from bot.people import transactions as record_transactions
from bot.play import transactions
from bot.play.seats import Bot, Terms
from bot.play.session import Session
from bot.running import transactions as upkeep
from tests.support.postgres import Server
from tests.support.requests import NOW, request
from tests.support.stores import new_sqlite


@pytest.fixture
async def played(tmp_path: Path) -> str:
    """A SQLite file with a finished game, a live one, an open challenge, and two deleted ones."""
    url = new_sqlite(tmp_path)
    async with Store.open(url) as store:
        won = await store.serve(request(), transactions.start, Bot("easy"), Terms())
        await store.serve(request(), transactions.press_cell, won.id, 0, 5)
        await store.serve(request(), challenge_transactions.resign)
        await store.serve(request(2), transactions.start, Bot("hard"), Terms())
        await store.serve(request(3), challenge_transactions.challenge, 4, Terms())
        await store.run(record_transactions.choose, 5, "takes_challenges", chosen=False)
        await store.run(upkeep.write_note, "swept at", str(NOW))
        gone = [
            (await store.serve(request(user), challenge_transactions.challenge, 7, Terms())).id
            for user in (6, 11)
        ]
    with closing(sqlite3.connect(tmp_path / "ttt.db")) as file, file:
        for number in gone:
            file.execute("DELETE FROM challenges WHERE id = ?", (number,))
    return url


def everything(transaction: AnyTransaction) -> dict[str, set[tuple[object, ...]]]:
    return {
        table.name: {tuple(row) for row in transaction.connection.execute(select(table))}
        for table in metadata.sorted_tables
    }


async def all_in(url: str) -> dict[str, set[tuple[object, ...]]]:
    async with Store.open(url) as store:
        return await store.run(everything)


async def test_every_row_arrives_as_it_was(played: str, empty_postgres: str):
    before = await all_in(played)
    copied = await copy(played, empty_postgres)
    assert copied == {name: len(rows) for name, rows in before.items()}
    assert all(copied[name] for name in ("sessions", "seats", "challenges", "people", "notes"))
    assert await all_in(empty_postgres) == before


async def test_a_copy_does_not_say_that_its_server_was_backed_up(
    played: str, empty_postgres: str, tmp_path: Path
):
    back_up(played, tmp_path / "copy.db")
    await copy(played, empty_postgres)
    async with Store.open(empty_postgres) as store:
        assert await store.run(upkeep.read_note, NOTE) is None
        assert await store.run(upkeep.read_note, "swept at") == str(NOW)


async def test_games_go_on_where_they_were_and_no_number_is_given_twice(
    played: str, empty_postgres: str
):
    await copy(played, empty_postgres)
    async with Store.open(empty_postgres) as store:
        session: Session = await store.serve(request(2), transactions.move, 5)
        assert session.moves[0] == 5
        begun = await store.serve(request(8), transactions.start, Bot("easy"), Terms())
        assert begun.id == session.id + 1
        asked: Challenge = await store.serve(
            request(9), challenge_transactions.challenge, 10, Terms()
        )
        assert asked.id == 4, "two are gone, but their buttons may be there"


async def test_a_database_that_holds_anything_is_refused_and_stays_as_it_was(
    played: str, postgres_server: Server
):
    async with postgres_server.database() as used:
        async with Store.open(used) as store:
            await store.run(upkeep.write_note, "swept at", "1")
        before = await all_in(used)
        with pytest.raises(CopyFailed, match=r"not empty \(notes\)"):
            await copy(played, used)
        assert await all_in(used) == before


async def test_a_copy_that_fails_half_way_leaves_nothing(
    played: str, empty_postgres: str, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_: object) -> None:
        raise CopyFailed("half way")

    monkeypatch.setattr("bot.database.copies.text", fail)  # once all rows have arrived
    with pytest.raises(CopyFailed, match="half way"):
        await copy(played, empty_postgres)
    monkeypatch.undo()
    await copy(played, empty_postgres)


async def test_a_file_that_a_bot_uses_is_not_copied(played: str, empty_postgres: str):
    with sole_owner(played), pytest.raises(CannotOpenStore, match="stop that one first"):
        await copy(played, empty_postgres)


@pytest.mark.parametrize(
    ("source", "target", "said"),
    [
        ("sqlite:///none.db", "postgresql://host/db", "There is no database sqlite:///none.db"),
        (
            "sqlite:///:memory:",
            "postgresql://host/db",
            "There is no database sqlite:///:memory: to copy",
        ),
        (
            "postgresql://host/db",
            "sqlite:///ttt.db",
            r"from a SQLite file \(--from\) to PostgreSQL",
        ),
        ("sqlite:///a.db", "sqlite:///b.db", r"from a SQLite file \(--from\) to PostgreSQL"),
    ],
)
async def test_what_cannot_be_copied_is_told(source: str, target: str, said: str):
    with pytest.raises(CopyFailed, match=said):
        await copy(source, target)


async def test_a_backup_holds_what_was_saved_and_nothing_is_left_beside_it(tmp_path: Path):
    url, copy = f"sqlite:///{tmp_path / 'ttt.db'}", tmp_path / "copies" / "copy.db"
    copy.parent.mkdir()
    async with Store.open(url) as store:
        await store.run(upkeep.write_note, "a", "b")
        back_up(url, copy)
    assert list(copy.parent.iterdir()) == [copy]
    async with Store.open(f"sqlite:///{copy}") as store:
        assert await store.run(upkeep.read_note, "a") == "b"


def test_a_file_of_another_program_is_no_backup_of_all_games(tmp_path: Path):
    with closing(sqlite3.connect(tmp_path / "other.db")) as other, other:
        other.execute("CREATE TABLE friends (name)")
    with pytest.raises(CopyFailed, match=r"cannot be backed up to .*: no such table: notes\."):
        back_up(f"sqlite:///{tmp_path / 'other.db'}", tmp_path / "copy.db")
    assert not (tmp_path / "copy.db").exists()


async def test_the_database_knows_when_it_was_last_backed_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    url = f"sqlite:///{tmp_path / 'ttt.db'}"
    async with Store.open(url) as store:
        assert await store.run(upkeep.read_note, NOTE) is None
        for now, copy in ((1_000.5, "one.db"), (2_000.5, "two.db")):
            monkeypatch.setattr("bot.database.copies.time", lambda now=now: now)
            back_up(url, tmp_path / copy)
            assert await store.run(upkeep.read_note, NOTE) == str(int(now))


async def test_a_copy_is_kept_even_if_the_database_has_no_room_to_note_it(tmp_path: Path):
    source, copy = tmp_path / "ttt.db", tmp_path / "copy.db"
    async with Store.open(f"sqlite:///{source}"):
        pass
    with closing(sqlite3.connect(source)) as connection:
        connection.execute(
            "CREATE TRIGGER full BEFORE INSERT ON notes BEGIN SELECT RAISE(FAIL, 'full'); END"
        )
    with pytest.raises(CopyFailed) as failed:
        back_up(f"sqlite:///{source}", copy)
    assert str(failed.value) == f"All games are in {copy}, but {source} cannot note that: full."
    async with Store.open(f"sqlite:///{copy}"):
        pass


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("sqlite:///:memory:", "That database is in memory, which cannot be backed up."),
        ("postgresql://ttt:hunter2@host/ttt", "That database is on a server: pg_dump copies it"),
    ],
)
def test_only_a_file_can_be_backed_up(tmp_path: Path, url: str, said: str):
    with pytest.raises(CopyFailed, match=said):
        back_up(url, tmp_path / "copy.db")


def test_a_backup_never_overwrites_a_file(tmp_path: Path):
    for name in ("ttt.db", "copy.db"):
        (tmp_path / name).write_text("my diary")
    with pytest.raises(CopyFailed, match="exists already; name a new file"):
        back_up(f"sqlite:///{tmp_path / 'ttt.db'}", tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "my diary"


def test_a_backup_into_a_folder_that_does_not_exist_says_to_create_that(tmp_path: Path):
    folder = tmp_path / "backups"
    (tmp_path / "ttt.db").touch()
    with pytest.raises(CopyFailed, match=f"The folder {folder} does not exist; create that first"):
        back_up(f"sqlite:///{tmp_path / 'ttt.db'}", folder / "copy.db")


def test_a_file_that_is_not_a_database_is_not_copied(tmp_path: Path):
    (tmp_path / "ttt.db").write_text("my diary")
    with pytest.raises(CopyFailed, match="file is not a database"):
        back_up(f"sqlite:///{tmp_path / 'ttt.db'}", tmp_path / "copy.db")
    assert [file.name for file in tmp_path.iterdir()] == ["ttt.db"]
