"""Copies a database from SQLite to PostgreSQL, for a bot that outgrows one process."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing

from sqlalchemy import Connection, func, insert, select, text

from bot.storage.database.address import read_address
from bot.storage.database.file_lock import sole_owner
from bot.storage.database.row_locks import Lock, lock
from bot.storage.database.schema import bring_up_to_date
from bot.storage.database.sqlite import Sqlite
from bot.storage.store import postgres
from bot.storage.tables.columns import metadata

_ROWS_AT_ONCE = 1_000  # rows


class CopyFailed(Exception):
    """Nothing was copied. The message is one sentence that says why."""


async def copy(source: str, target: str) -> Mapping[str, int]:
    """Copy everything from the SQLite file `source` to the empty database `target`.

    Returns the number of rows by table. The bot must not be running. Copies everything or nothing. Raises
    CopyFailed or CannotOpenStore.
    """
    original, goal = read_address(source), read_address(target)
    if original.is_server or not goal.is_server:
        raise CopyFailed("A copy goes from a SQLite file (--from) to PostgreSQL (DATABASE_URL or --to).")
    if not original.file or not original.file.is_file():
        raise CopyFailed(f"There is no database {original.shown} to copy.")
    server = postgres(target)
    with sole_owner(source):
        database = Sqlite(source)
        async with database.opened():
            pass  # opening it brought its tables up to date
        with closing(database.reading()) as rows:
            return await server.run_long(lambda connection: _copy_all(rows, connection, target))


def _copy_all(source: Connection, target: Connection, url: str) -> Mapping[str, int]:
    lock(target, Lock.SCHEMA)
    bring_up_to_date(target, url)
    if filled := [name for name, count in _count(target).items() if count]:
        raise CopyFailed(f"The database to copy to is not empty ({', '.join(filled)}): name a new one.")
    for table in metadata.sorted_tables:
        rows = source.execute(select(table).order_by(*table.primary_key)).mappings()
        for part in rows.partitions(_ROWS_AT_ONCE):
            target.execute(insert(table), [dict(row) for row in part])
    _continue_ids(source, target)
    copied = _count(target)
    if copied != _count(source):
        raise CopyFailed("What arrived is not as much as was sent, so all of it was taken back: try again.")
    return copied


def _count(connection: Connection) -> dict[str, int]:
    return {
        table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
        for table in metadata.sorted_tables
    }


def _continue_ids(source: Connection, target: Connection) -> None:
    """Never reuse an id, not even of a deleted row: an old button must not reach a new game."""
    for table, last in source.execute(text("SELECT name, seq FROM sqlite_sequence WHERE seq > 0")).all():
        target.execute(
            text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)"), {"name": table, "last": last}
        )
