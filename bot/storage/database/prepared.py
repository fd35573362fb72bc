"""Statements that every move needs, compiled once.

At each execution SQLAlchemy looks a statement up, binds its parameters and wraps its rows. That costs eight
times as much as SQLite's own work. So the statements of a move are compiled once, at import, and SQLite's
driver executes them. All other statements, and all statements on PostgreSQL, go through SQLAlchemy.
"""

from __future__ import annotations

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Delete, Insert, Select, Table, Update, bindparam, insert
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite

_DIALECT = SQLiteDialect_pysqlite(paramstyle="named")


class Prepared:
    """A statement with named parameters: its `bindparam`s, and for an insert all columns of the table.

    Raises SQLAlchemy's errors, or sqlite3.Error. SQLite's values are not converted: a boolean is 0 or 1.
    """

    def __init__(self, statement: Select[Any] | Insert | Update | Delete) -> None:
        self._statement = statement
        compiled = statement.compile(dialect=_DIALECT)
        columns = getattr(statement, "exported_columns", ())
        self._sql = str(compiled)
        self._given = {name: value for name, value in compiled.params.items() if value is not None}
        names = [column.name for column in columns]
        self._row: Callable[[Iterable[Any]], Any] = namedtuple("Row", names)._make  # type: ignore[attr-defined]

    def rows(self, connection: Connection, **values: Any) -> Sequence[Any]:
        """The rows it selects or returns, as named tuples."""
        if direct := driver(connection):
            return [self._row(row) for row in direct.execute(self._sql, self._given | values)]
        return connection.execute(self._statement, values).all()

    def scalar(self, connection: Connection, **values: Any) -> Any:
        """The first column of the first row, or None."""
        if direct := driver(connection):
            row = direct.execute(self._sql, self._given | values).fetchone()
            return row[0] if row else None
        return connection.execute(self._statement, values).scalar()

    def run(self, connection: Connection, **values: Any) -> int:
        """Execute it; returns the number of rows it changed."""
        if direct := driver(connection):
            return direct.execute(self._sql, self._given | values).rowcount
        return connection.execute(self._statement, values).rowcount

    def run_many(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
        """Execute it once for each row."""
        if direct := driver(connection):
            direct.executemany(self._sql, [self._given | row for row in rows])
        else:
            connection.execute(self._statement, rows)


@cache
def new_row(table: Table, *columns: str) -> Prepared:
    """The statement that inserts these columns into a table with an automatic id, and returns that id."""
    values: dict[str, Any] = {column: bindparam(column) for column in columns}
    return Prepared(insert(table).values(values).returning(table.c.id))


def driver(connection: Connection) -> sqlite3.Connection | None:
    """The connection of SQLite's driver, in the same transaction; None for another database."""
    own = connection.connection.driver_connection
    return own if isinstance(own, sqlite3.Connection) else None
