"""Copies of a database: a backup of a SQLite file, or all of it on PostgreSQL."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from time import time

from sqlalchemy import Connection, delete, func, insert, select, text

from bot.database.address import read_address
from bot.database.locks import Lock, lock
from bot.database.schema import bring_up_to_date
from bot.database.sqlite import ONLY_ITS_OWNER, Sqlite, sole_owner
from bot.database.store import postgres
from bot.database.tables import metadata, notes

NOTE = "backed up at"
"""The name of the note that says when, in seconds since 1970, UTC."""


class CopyFailed(Exception):
    """There is no copy, or a backup is not noted. The message says which and why in a sentence."""


def back_up(url: str, target: Path) -> None:
    """Copy the database at `url`, as it is at this moment, to the new file `target`.

    The file gets its name only when it is complete and checked. The database notes when that was,
    by the clock of this machine. Raises CopyFailed. If only the note fails, the copy is kept.
    """
    address = read_address(url)
    if address.is_server:
        raise CopyFailed(
            "That database is on a server: pg_dump copies it, as docs/processes.md says."
        )
    source = address.file
    if not source:
        raise CopyFailed("That database is in memory, which cannot be backed up.")
    if not source.is_file():
        raise CopyFailed(
            f"There is no database {source.resolve()} to back up: type this in the bot's folder."
        )
    if not target.parent.is_dir():
        raise CopyFailed(f"The folder {target.parent} does not exist; create that first.")
    if target.exists():
        raise CopyFailed(f"{target} exists already; name a new file.")
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        unfinished.touch(ONLY_ITS_OWNER)
        with closing(sqlite3.connect(source)) as original:
            original.execute("SELECT 1 FROM notes")  # some other program's file has none
            original.execute("VACUUM INTO ?", (str(unfinished),))
        with closing(sqlite3.connect(unfinished)) as copy:
            [[verdict]] = copy.execute("PRAGMA integrity_check(1)")
        if verdict != "ok":
            raise CopyFailed(f"The database is damaged: {verdict}. Keep your last backup.")
        unfinished.rename(target)
    except (sqlite3.Error, OSError) as error:
        raise CopyFailed(f"{source} cannot be backed up to {target}: {error}.") from error
    finally:
        unfinished.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(source)) as original, original:
            original.execute(
                "INSERT OR REPLACE INTO notes (name, value) VALUES (?, ?)", (NOTE, f"{time():.0f}")
            )
    except sqlite3.Error as error:
        raise CopyFailed(
            f"All games are in {target}, but {source} cannot note that: {error}."
        ) from error


_ROWS_AT_ONCE = 1_000  # rows


async def copy(source: str, target: str) -> Mapping[str, int]:
    """Copy everything from the SQLite file `source` to the empty database `target`.

    Returns the number of rows by table. The bot must not be running. Copies everything or nothing.
    Raises CopyFailed or CannotOpenStore.
    """
    original = read_address(source)
    goal = read_address(target)
    if original.is_server or not goal.is_server:
        raise CopyFailed(
            "A copy goes from a SQLite file (--from) to PostgreSQL (DATABASE_URL or --to)."
        )
    if not original.file or not original.file.is_file():
        raise CopyFailed(f"There is no database {original.printable} to copy.")
    server = postgres(target)
    with sole_owner(source):
        database = Sqlite(source)
        async with database.opened():
            pass  # opening it brought its tables up to date
        with database.reading() as rows:
            return await server.run_long(lambda connection: _copy_all(rows, connection, target))


def _copy_all(source: Connection, target: Connection, url: str) -> Mapping[str, int]:
    lock(target, Lock.SCHEMA)
    bring_up_to_date(target, url)
    filled = ", ".join(name for name, rows in _count(target).items() if rows)
    if filled:
        raise CopyFailed(f"The database to copy to is not empty ({filled}): name a new one.")
    for table in metadata.sorted_tables:
        rows = source.execute(select(table).order_by(*table.primary_key)).mappings()
        for part in rows.partitions(_ROWS_AT_ONCE):
            target.execute(insert(table), [dict(row) for row in part])
    # Never use an id again, not even of a deleted row: an old button must not reach a new game.
    counted = text("SELECT name, seq AS last FROM sqlite_sequence WHERE seq > 0")
    go_on = text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)")
    for ids in source.execute(counted).mappings():
        target.execute(go_on, dict(ids))
    copied = _count(target)
    if copied != _count(source):
        raise CopyFailed(
            "What arrived is not as much as was sent, so all of it was taken back: try again."
        )
    # A server has backups of its own, so this would be older with every day.
    target.execute(delete(notes).where(notes.c.name == NOTE))
    return copied


def _count(connection: Connection) -> dict[str, int]:
    """How many rows each table has."""
    counts = {}
    for table in metadata.sorted_tables:
        count = select(func.count()).select_from(table)
        counts[table.name] = connection.execute(count).scalar_one()
    return counts
