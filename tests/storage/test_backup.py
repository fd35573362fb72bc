"""Backups of a SQLite file in use; tests/test_service.py restores one."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage import upkeep
from bot.storage.database.copies import BackupFailed, back_up
from bot.storage.store import Store


async def test_a_backup_holds_what_was_saved_and_nothing_is_left_beside_it(tmp_path: Path):
    url, copy = f"sqlite:///{tmp_path / 'ttt.db'}", tmp_path / "copies" / "copy.db"
    copy.parent.mkdir()
    async with Store.open(url) as store:
        await store.run(upkeep.write_note, "a", "b")
        back_up(url, copy)
    assert list(copy.parent.iterdir()) == [copy]
    async with Store.open(f"sqlite:///{copy}") as store:
        assert await store.run(upkeep.read_note, "a") == "b"


async def test_the_database_knows_when_it_was_last_backed_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    url = f"sqlite:///{tmp_path / 'ttt.db'}"
    async with Store.open(url) as store:
        assert await store.run(upkeep.last_backup) is None
        for now, copy in ((1_000.5, "one.db"), (2_000.5, "two.db")):
            monkeypatch.setattr("bot.storage.database.copies.time", lambda now=now: now)
            back_up(url, tmp_path / copy)
            assert await store.run(upkeep.last_backup) == int(now)


async def test_a_copy_is_kept_even_if_the_database_has_no_room_to_note_it(tmp_path: Path):
    source, copy = tmp_path / "ttt.db", tmp_path / "copy.db"
    async with Store.open(f"sqlite:///{source}"):
        pass
    with closing(sqlite3.connect(source)) as connection:
        connection.execute("CREATE TRIGGER full BEFORE INSERT ON notes BEGIN SELECT RAISE(FAIL, 'full'); END")
    with pytest.raises(BackupFailed) as failed:
        back_up(f"sqlite:///{source}", copy)
    assert str(failed.value) == f"All games are in {copy}, but {source} cannot note that: full."
    async with Store.open(f"sqlite:///{copy}"):
        pass


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("sqlite:///:memory:", "There is no database sqlite:///:memory: to back up."),
        ("postgresql://ttt:hunter2@host/ttt", "That database is on a server: pg_dump copies it"),
    ],
)
def test_only_a_file_can_be_backed_up(tmp_path: Path, url: str, said: str):
    with pytest.raises(BackupFailed, match=said):
        back_up(url, tmp_path / "copy.db")


def test_a_backup_never_overwrites_a_file(tmp_path: Path):
    for name in ("ttt.db", "copy.db"):
        (tmp_path / name).write_text("my diary")
    with pytest.raises(BackupFailed, match="exists already; name a new file"):
        back_up(f"sqlite:///{tmp_path / 'ttt.db'}", tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "my diary"


def test_a_file_that_is_not_a_database_is_not_copied(tmp_path: Path):
    (tmp_path / "ttt.db").write_text("my diary")
    with pytest.raises(BackupFailed, match="file is not a database"):
        back_up(f"sqlite:///{tmp_path / 'ttt.db'}", tmp_path / "copy.db")
    assert [file.name for file in tmp_path.iterdir()] == ["ttt.db"]
