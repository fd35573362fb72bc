"""Statements that are compiled once, and executed by the database's own driver.

Most of what the bot costs is what an interaction costs while people wait. At each execution
SQLAlchemy looks a statement up, binds its parameters and wraps its rows: that is eight times
SQLite's own work. So all statements that people wait for are `Prepared`. Those that are built as
they are needed, for upkeep and for lists, go through SQLAlchemy; both may be used in one
transaction.

    _SEAT = Prepared(select(seats).where(seats.c.user_id == bindparam("player")))
    rows = _SEAT.run(connection, player=7)

With SQLAlchemy alone and a lock on the session's row, a tap of `tests/benchmarks/load.py` cost 1.4
times as much on SQLite and 2.5 times as much on PostgreSQL; to accept a challenge cost 1.7 and 4
times as much.

SQLite executes each at once. PostgreSQL gets as many together as it can; see
`bot.database.postgres_batches`.
"""

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Connection,
    Delete,
    Insert,
    Select,
    Table,
    Update,
    bindparam,
    column,
    func,
    select,
    table,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.sql import visitors
from sqlalchemy.sql.base import ReadOnlyColumnCollection
from sqlalchemy.sql.elements import KeyedColumnElement

from bot.database.postgres_batches import Compiled, current_attempt

Value: TypeAlias = str | int | float | bytes | None
Statement: TypeAlias = Select[Any] | Insert | Update | Delete
Excluded: TypeAlias = ReadOnlyColumnCollection[str, KeyedColumnElement[Any]]

_SQLITE = SQLiteDialect_pysqlite(paramstyle="named")
_POSTGRES = PGDialect_asyncpg()  # type: ignore[no-untyped-call]  # SQLAlchemy has no types here


class AnotherWasFaster(Exception):
    """Another transaction has changed what this one wanted to change, so this one is run again."""


class Prepared:
    """A statement with named parameters: its `bindparam`s, or for an insert the table's columns.

    It selects rows without locking them, or changes some and returns nothing.

    must_change  whether it must change exactly one row; if it changes none, another transaction was
                 faster
    on_postgres  the same statement for PostgreSQL, if it differs there
    """

    def __init__(
        self,
        statement: Statement,
        *,
        must_change: bool = False,
        on_postgres: Statement | None = None,
    ) -> None:
        self._statement = statement
        self._must_change = must_change
        if on_postgres is None:
            on_postgres = statement
        self._on_postgres = on_postgres

    def run(self, connection: Connection, **values: Value) -> Sequence[Any]:
        """Execute it; returns the rows it selects, as named tuples.

        Columns that an insert is not given become null.

        Raises the driver's own errors: sqlite3.Error, asyncpg.PostgresError or
        asyncpg.InterfaceError. If it changes nothing but must, it raises AnotherWasFaster on
        SQLite, and a PostgresError on PostgreSQL. There the error of a write is raised by a later
        statement or by the commit.
        """
        sqlite = sqlite_connection(connection)
        if sqlite is not None:
            return self._run_on_sqlite(sqlite, values)
        compiled, defaults = self._for_postgres
        arguments = [values.get(name, default) for name, default in defaults.items()]
        rows = current_attempt(connection).run(compiled, arguments)
        return [self._make_row(row) for row in rows]

    def _run_on_sqlite(self, sqlite: sqlite3.Connection, values: dict[str, Value]) -> Sequence[Any]:
        sql, defaults, booleans = self._for_sqlite
        if defaults:
            values = defaults | values
        cursor = sqlite.execute(sql, values)
        if self._must_change and cursor.rowcount != 1:
            raise AnotherWasFaster
        rows: Iterable[Any] = cursor
        if booleans:
            rows = [_with_booleans(row, booleans) for row in cursor]
        return [self._make_row(row) for row in rows]

    @cached_property
    def _for_sqlite(self) -> tuple[str, dict[str, Value], list[int]]:
        """The text for SQLite, values of what need not be given, and which columns are booleans."""
        compiled = self._statement.compile(dialect=_SQLITE)
        defaults = compiled.params
        if not isinstance(self._statement, Insert):
            # Any other statement must be given all its parameters: SQLite fails for a missing one.
            defaults = {name: value for name, value in defaults.items() if value is not None}
        columns = self._statement.exported_columns.values()
        booleans = [n for n, each in enumerate(columns) if isinstance(each.type, Boolean)]
        return str(compiled), defaults, booleans

    @cached_property
    def _for_postgres(self) -> tuple[Compiled, dict[str, Value]]:
        """The text for PostgreSQL and its parameters in order, with the values of optional ones."""
        statement = self._on_postgres
        text = statement.compile(dialect=_POSTGRES)
        touches = {each.name for each in visitors.iterate(statement) if isinstance(each, Table)}
        changes = ""
        if not isinstance(statement, Select):
            assert not statement.exported_columns, "a write returns nothing, because it may wait"
            changes = str(statement.table)
            touches.add(changes)
        defaults = {name: text.params[name] for name in text.positiontup or ()}
        compiled = Compiled(
            sql=str(text),
            parameters=len(defaults),
            changes=changes,
            touches=frozenset(touches),
            must_change=self._must_change,
        )
        return compiled, defaults

    @cached_property
    def _make_row(self) -> Callable[[Iterable[Any]], Any]:
        """What makes a named tuple of the values of a row."""
        names = [str(column.name) for column in self._statement.exported_columns]
        make: Callable[[Iterable[Any]], Any] = namedtuple("Row", names, rename=True)._make  # type: ignore[attr-defined]  # mypy knows no names from outside
        return make


def prepared_upsert(
    into: Table,
    columns: tuple[str, ...],
    change: Callable[[Excluded], Any],
    where: Callable[[Excluded], ColumnElement[bool] | None] = lambda _: None,
) -> Prepared:
    """A statement that inserts a row, or changes the row that already has its key.

    change  the new values of the row, from those to be inserted
    where   whether the row is changed at all
    """
    # PostgreSQL's class serves for both: SQLite has taken over ON CONFLICT as it is.
    new = postgresql.insert(into).values({name: bindparam(name) for name in columns})
    new_or_changed = new.on_conflict_do_update(
        index_elements=list(into.primary_key),
        set_=change(new.excluded),
        where=where(new.excluded),
    )
    return Prepared(new_or_changed)


def next_id(of: Table) -> Callable[[Connection], int]:
    """A function that selects the next `id` of a table, so that an insert need return nothing."""
    # The last id that SQLite has used.
    counted_up = table("sqlite_sequence", column("name"), column("seq"))
    following = func.coalesce(func.max(counted_up.c.seq), 0) + 1
    on_sqlite = select(following.label("id")).where(counted_up.c.name == of.name)
    on_postgres = select(func.nextval(f"{of.name}_id_seq").label("id"))
    statement = Prepared(on_sqlite, on_postgres=on_postgres)

    def following_id(connection: Connection) -> int:
        [row] = statement.run(connection)
        return int(row.id)

    return following_id


def is_sqlite(connection: Connection) -> bool:
    """Whether the database is SQLite; otherwise it is PostgreSQL."""
    return connection.dialect.name == "sqlite"


def sqlite_connection(connection: Connection) -> sqlite3.Connection | None:
    """SQLite's own connection, in the same transaction; None on PostgreSQL."""
    own: object = connection.connection.dbapi_connection
    if isinstance(own, sqlite3.Connection):
        return own
    return None


def is_retry(connection: Connection) -> bool:
    """Whether the transaction was run before, on any connection, and may have been saved."""
    if is_sqlite(connection):
        return bool(connection.info.get(RETRY))
    return current_attempt(connection).is_retry


RETRY = "retry"
"""What SQLite's connection notes, in its `info`, while a transaction is run once more."""


def _with_booleans(row: Iterable[Any], booleans: Sequence[int]) -> list[Any]:
    """A row of SQLite, which has no booleans but 0 and 1."""
    values = list(row)
    for place in booleans:
        if values[place] is not None:
            values[place] = bool(values[place])
    return values
