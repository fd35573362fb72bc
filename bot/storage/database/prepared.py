"""Statements of a move, compiled once, and how they reach PostgreSQL in as few round trips as possible.

A move is made while people wait, so what it costs is most of what the bot costs. Two things are dear. At each
execution SQLAlchemy looks a statement up, binds its parameters and wraps its rows: that is eight times
SQLite's own work. And a round trip to PostgreSQL costs more than the server's own work. So:

- a `Prepared` statement is compiled once and executed by the database's own driver;
- what a transaction writes at its end is one statement (`write_together`), which needs no BEGIN and COMMIT;
- reads begin no transaction (`Attempt`): at READ COMMITTED each statement sees what was committed before it,
  in a transaction or not.

With SQLAlchemy alone and a lock on the session's row, a tap of `tests/benchmarks/load.py` cost 1.4 times as
much on SQLite and 2.5 times as much on PostgreSQL. With prepared statements in a plain transaction it cost no
more on SQLite, and 1.5 times as much on PostgreSQL. Only moves are worth this: the statements of all other
transactions go through SQLAlchemy.
"""

from __future__ import annotations

import re
import sqlite3
from collections import namedtuple
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, TypeAlias

from sqlalchemy import ColumnElement, Connection, Delete, Insert, Select, Table, Update, bindparam
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.sql.base import ReadOnlyColumnCollection
from sqlalchemy.sql.elements import KeyedColumnElement
from sqlalchemy.util import await_only

Statement: TypeAlias = Select[Any] | Insert | Update | Delete

_SQLITE = SQLiteDialect_pysqlite(paramstyle="named")
_POSTGRES = PGDialect_asyncpg()  # type: ignore[no-untyped-call]  # SQLAlchemy has no types here
_PARAMETER = re.compile(r"\$(\d+)")


class AnotherWasFaster(Exception):
    """Another transaction has changed what this one wanted to write, so this one is run again."""


class Prepared:
    """A statement with named parameters: its `bindparam`s, and for an insert all columns of the table.

    on_postgres  the same statement for PostgreSQL, if it differs there
    name         the name of its rows in later statements of `write_together`, on PostgreSQL

    Raises the driver's own errors: sqlite3.Error, asyncpg.PostgresError or asyncpg.InterfaceError. SQLite's
    values are not converted: a boolean is 0 or 1.
    """

    def __init__(self, statement: Statement, *, on_postgres: Statement | None = None, name: str = "") -> None:
        compiled = statement.compile(dialect=_SQLITE)
        self._sql = str(compiled)
        self._given = {name: value for name, value in compiled.params.items() if value is not None}
        self._row = _row_of(statement)
        self._on_postgres = statement if on_postgres is None else on_postgres
        self.name = name

    def rows(self, connection: Connection, **values: Any) -> Sequence[Any]:
        """The rows it selects or returns, as named tuples."""
        if direct := driver(connection):
            return [self._row(row) for row in self.on_sqlite(direct, values)]
        return [self._row(row) for row in self._fetch(attempt_on(connection), values)]

    def execute(self, connection: Connection, **values: Any) -> None:
        """Execute it, as one of the statements of a transaction."""
        if direct := driver(connection):
            self.on_sqlite(direct, values)
        else:
            self._fetch(attempt_on(connection), values)

    def on_sqlite(self, direct: sqlite3.Connection, values: dict[str, Any]) -> sqlite3.Cursor:
        """Execute it on SQLite's own connection."""
        return direct.execute(self._sql, self._given | values if self._given else values)

    def _fetch(self, attempt: Attempt, values: Mapping[str, Any]) -> list[Any]:
        sql, _ = self.postgres
        if not isinstance(self._on_postgres, Select):
            attempt.begin()
        return attempt.fetch(sql, self.arguments(values))

    @cached_property
    def postgres(self) -> tuple[str, tuple[tuple[str, Any], ...]]:
        """The text for PostgreSQL's driver, and the parameters in order, with their default values.

        What returns nothing returns a row for each that it changed.
        """
        compiled = self._on_postgres.compile(dialect=_POSTGRES)
        order = compiled.positiontup or ()
        sql = str(compiled)
        if not isinstance(self._on_postgres, Select) and not self._on_postgres.exported_columns:
            sql += " RETURNING 1"
        return sql, tuple((name, compiled.params[name]) for name in order)

    def arguments(self, values: Mapping[str, Any]) -> list[Any]:
        """The parameters in the order of PostgreSQL's text."""
        _, parameters = self.postgres
        return [values.get(name, given) for name, given in parameters]


Write: TypeAlias = tuple[Prepared, dict[str, Any]]
"""A statement and its values."""


def write_together(connection: Connection, first: Write, *others: Write) -> None:
    """Execute the last statements of a transaction, all or none; PostgreSQL gets them as one.

    `first` must change exactly one row. It changes none if another transaction was faster. Then nothing is
    written, and the transaction is run again. Raises AnotherWasFaster on SQLite; PostgreSQL raises its own.
    """
    if direct := driver(connection):
        prepared, values = first
        if prepared.on_sqlite(direct, values).rowcount != 1:
            raise AnotherWasFaster
        for prepared, values in others:
            prepared.on_sqlite(direct, values)
        return
    writes = (first, *others)
    arguments = [argument for prepared, values in writes for argument in prepared.arguments(values)]
    attempt_on(connection).write_last(_together(tuple(prepared for prepared, _ in writes)), arguments)


@cache
def _together(statements: tuple[Prepared, ...]) -> str:
    """Several statements as one, which fails as a whole unless the first changes one row."""
    parts, before = [], 0
    for place, prepared in enumerate(statements):
        sql, parameters = prepared.postgres
        parts.append(f"{prepared.name or f'write{place}'} AS ({_numbered_from(before, sql)})")
        before += len(parameters)
    told = "CASE count(*) WHEN 1 THEN '1' ELSE 'another transaction was faster' END"
    return f"WITH {', '.join(parts)} SELECT CAST({told} AS INTEGER) FROM write0"  # noqa: S608 - ours alone


def _numbered_from(before: int, sql: str) -> str:
    """A statement with its parameters numbered after so many others."""
    return _PARAMETER.sub(lambda found: f"${int(found[1]) + before}", sql)


Excluded = ReadOnlyColumnCollection[str, KeyedColumnElement[Any]]


def put(
    into: Table,
    columns: tuple[str, ...],
    change: Callable[[Excluded], Any],
    where: Callable[[Excluded], ColumnElement[bool] | None] = lambda _: None,
    **more: Any,
) -> Prepared:
    """The statement that inserts a row, or changes the row that already has its key.

    change  the new values of the row, from those to be inserted
    where   whether the row is changed at all
    """
    values: dict[str, Any] = {name: bindparam(name) for name in columns}
    on_sqlite, on_postgres = sqlite.insert(into).values(values), postgresql.insert(into).values(values)
    key = list(into.primary_key)
    returned = more.pop("returning", ())
    return Prepared(
        on_sqlite.on_conflict_do_update(
            index_elements=key, set_=change(on_sqlite.excluded), where=where(on_sqlite.excluded)
        ),
        on_postgres=on_postgres.on_conflict_do_update(
            index_elements=key, set_=change(on_postgres.excluded), where=where(on_postgres.excluded)
        ).returning(*returned),
        **more,
    )


def driver(connection: Connection) -> sqlite3.Connection | None:
    """SQLite's own connection, in the same transaction; None on PostgreSQL."""
    own = connection.connection.driver_connection
    return own if isinstance(own, sqlite3.Connection) else None


def is_retry(connection: Connection) -> bool:
    """Whether the transaction was run before, on any connection, and may have been saved."""
    if driver(connection):
        return bool(connection.info.get(RETRY))
    return attempt_on(connection).is_retry


RETRY = "retry"
"""What SQLite's connection notes, in its `info`, while a transaction is run once more."""


def _row_of(statement: Statement) -> Callable[[Iterable[Any]], Any]:
    names = [column.name for column in getattr(statement, "exported_columns", ())]
    row: Callable[[Iterable[Any]], Any] = namedtuple("Row", names)._make  # type: ignore[attr-defined]  # mypy knows no names from outside
    return row


_KEY = "attempt"  # in Connection.info


class Attempt:
    """What has been sent so far.

    is_retry      whether this transaction was run before, and perhaps even committed
    may_be_saved  whether a commit has been sent, and the server has not refused it
    """

    def __init__(self, connection: Connection, *, is_retry: bool) -> None:
        driver = connection.connection.driver_connection
        assert driver, "the connection is open"
        self.driver: Any = driver
        self.is_retry = is_retry
        self.may_be_saved = False
        self._has_begun = False
        connection.info[_KEY] = self

    def begin(self) -> None:
        """Begin a transaction, if none has begun."""
        if not self._has_begun:
            assert not self.may_be_saved, "the statement that writes everything comes last"
            await_only(self.driver.execute("BEGIN ISOLATION LEVEL READ COMMITTED"))
            self._has_begun = True

    def fetch(self, sql: str, arguments: Sequence[Any]) -> list[Any]:
        """The rows of a statement."""
        rows: list[Any] = await_only(self.send(sql, arguments))
        return rows

    def send(self, sql: str, arguments: Sequence[Any]) -> Awaitable[Any]:
        """Send a statement to the server."""
        sent: Awaitable[Any] = self.driver.fetch(sql, *arguments)
        return sent

    def write_last(self, sql: str, arguments: Sequence[Any]) -> None:
        """Execute the last statement, in the transaction or, if none has begun, by itself."""
        if self._has_begun:
            self.fetch(sql, arguments)
        else:
            self._finish(self.send(sql, arguments))

    def commit(self) -> None:
        """Commit the transaction, if one has begun."""
        if self._has_begun:
            self._finish(self.driver.execute("COMMIT"))
            self._has_begun = False

    def roll_back(self) -> None:
        """Roll the transaction back, if one has begun."""
        if self._has_begun and not self.driver.is_closed():
            await_only(self.driver.execute("ROLLBACK"))

    def _finish(self, sent: Awaitable[Any]) -> None:
        self.may_be_saved = True
        try:
            await_only(sent)
        except Exception as error:
            if sqlstate(error) and not sqlstate(error).startswith(GONE):
                self.may_be_saved = False  # the server has refused it
            raise


GONE = ("08", "57P")  # classes of SQLSTATE: connection exceptions; the server stops or starts


def sqlstate(error: Exception) -> str:
    """PostgreSQL's code for an error, or an empty string."""
    return getattr(getattr(error, "orig", error), "sqlstate", None) or ""


def attempt_on(connection: Connection) -> Attempt:
    """The attempt that uses this connection."""
    attempt: Attempt = connection.info[_KEY]
    return attempt
