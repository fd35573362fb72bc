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

from bot.database.postgres_batches import Compiled, attempt_on

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
        self._on_postgres = statement if on_postgres is None else on_postgres

    def run(self, connection: Connection, **values: Any) -> Sequence[Any]:
        """Execute it; returns the rows it selects, as named tuples.

        What an insert is not given is null. Raises the driver's own errors: sqlite3.Error,
        asyncpg.PostgresError or asyncpg.InterfaceError; of a write, PostgreSQL's come with a later
        statement or with the commit. Raises AnotherWasFaster on SQLite.
        """
        if direct := driver(connection):
            sql, given, booleans = self._for_sqlite
            found = direct.execute(sql, given | values if given else values)
            if self._must_change and found.rowcount != 1:
                raise AnotherWasFaster
            if not booleans:
                return [self._row(row) for row in found]
            return [self._row(_with_booleans(row, booleans)) for row in found]
        compiled, given = self._for_postgres
        arguments = [values.get(name, value) for name, value in given.items()]
        return [self._row(row) for row in attempt_on(connection).run(compiled, arguments)]

    @cached_property
    def _for_sqlite(self) -> tuple[str, dict[str, Any], list[int]]:
        """The text for SQLite, values of what need not be given, and which columns are booleans."""
        compiled = self._statement.compile(dialect=_SQLITE)
        is_insert = isinstance(self._statement, Insert)
        given = {
            name: value for name, value in compiled.params.items() if is_insert or value is not None
        }
        columns = self._statement.exported_columns.values()
        return (
            str(compiled),
            given,
            [n for n, each in enumerate(columns) if isinstance(each.type, Boolean)],
        )

    @cached_property
    def _for_postgres(self) -> tuple[Compiled, dict[str, Any]]:
        """The text for PostgreSQL and its parameters in order, with the values of optional ones."""
        statement = self._on_postgres
        text = statement.compile(dialect=_POSTGRES)
        order = text.positiontup or ()
        touches = frozenset(
            each.name for each in visitors.iterate(statement) if isinstance(each, Table)
        )
        changes = "" if isinstance(statement, Select) else str(statement.table)
        assert not (changes and statement.exported_columns), (
            "a write returns nothing, because it may wait"
        )
        compiled = Compiled(str(text), len(order), changes, touches | {changes}, self._must_change)
        return compiled, {name: text.params[name] for name in order}

    @cached_property
    def _row(self) -> Callable[[Iterable[Any]], Any]:
        names = [str(column.name) for column in self._statement.exported_columns]
        row: Callable[[Iterable[Any]], Any] = namedtuple("Row", names, rename=True)._make  # type: ignore[attr-defined]  # mypy knows no names from outside
        return row


def put(
    into: Table,
    columns: tuple[str, ...],
    change: Callable[[Excluded], Any],
    where: Callable[[Excluded], ColumnElement[bool] | None] = lambda _: None,
) -> Prepared:
    """The statement that inserts a row, or changes the row that already has its key.

    change  the new values of the row, from those to be inserted
    where   whether the row is changed at all
    """
    # SQLite's is the same.
    new = postgresql.insert(into).values({name: bindparam(name) for name in columns})
    changed = {"set_": change(new.excluded), "where": where(new.excluded)}
    return Prepared(new.on_conflict_do_update(index_elements=list(into.primary_key), **changed))


def next_id(of: Table) -> Callable[[Connection], int]:
    """What selects the next `id` of a table, so that its row need return nothing."""
    # The last id that SQLite has used.
    counted_up = table("sqlite_sequence", column("name"), column("seq"))
    following = func.coalesce(func.max(counted_up.c.seq), 0) + 1
    statement = Prepared(
        select(following.label("id")).where(counted_up.c.name == of.name),
        on_postgres=select(func.nextval(f"{of.name}_id_seq").label("id")),
    )
    return lambda connection: int(statement.run(connection)[0].id)


def driver(connection: Connection) -> sqlite3.Connection | None:
    """SQLite's own connection, in the same transaction; None on PostgreSQL."""
    own = connection.connection.dbapi_connection
    return own if isinstance(own, sqlite3.Connection) else None


def is_retry(connection: Connection) -> bool:
    """Whether the transaction was run before, on any connection, and may have been saved."""
    if driver(connection):
        return bool(connection.info.get(RETRY))
    return attempt_on(connection).is_retry


RETRY = "retry"
"""What SQLite's connection notes, in its `info`, while a transaction is run once more."""


def _with_booleans(row: Iterable[Any], booleans: Sequence[int]) -> list[Any]:
    """A row of SQLite, which has no booleans but 0 and 1."""
    values = list(row)
    for place in booleans:
        values[place] = None if values[place] is None else bool(values[place])
    return values
