"""Statements that are compiled once, and executed by SQLite's own driver.

Most of what the bot costs is what an interaction costs while people wait. At each execution
SQLAlchemy looks a statement up, binds its parameters and wraps its rows: that is eight times
SQLite's own work. So all statements that people wait for are `Prepared`, and all with which the bot
looks every few seconds for what is due. Those that are built as they are needed, for upkeep and for
lists, go through SQLAlchemy; both may be used in one transaction. On PostgreSQL, where a round trip
costs more than that, SQLAlchemy executes all.

    _SEAT = Prepared(select(seats).where(seats.c.user_id == bindparam("player")))
    rows = _SEAT.execute(transaction, player=7)
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from sqlalchemy import (
    Boolean,
    ColumnElement,
    CompoundSelect,
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
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.sql.base import ReadOnlyColumnCollection
from sqlalchemy.sql.elements import KeyedColumnElement

from bot.database.transaction import AnyTransaction

Value: TypeAlias = str | int | float | bytes | None
Statement: TypeAlias = Select[Any] | CompoundSelect[Any] | Insert | Update | Delete
Excluded: TypeAlias = ReadOnlyColumnCollection[str, KeyedColumnElement[Any]]

_SQLITE = SQLiteDialect_pysqlite(paramstyle="named")


class AnotherWasFaster(Exception):
    """Another transaction has changed what this one wanted to change, so this one is run again."""


class Prepared:
    """A statement with named parameters: its `bindparam`s, or for an insert the table's columns.

    must_change  whether it must change exactly one row; if it changes none, another transaction was
                 faster
    """

    def __init__(self, statement: Statement, *, must_change: bool = False) -> None:
        self._statement = statement
        self._must_change = must_change

    def execute(self, transaction: AnyTransaction, **values: Value) -> Sequence[Any]:
        """Execute it; returns the rows it selects, as named tuples.

        Columns that an insert is not given become null.

        Raises sqlite3.Error, or on PostgreSQL SQLAlchemy's errors. If it changes nothing but must,
        it raises AnotherWasFaster.
        """
        if transaction.sqlite is None:
            done = transaction.connection.execute(self._statement, values)
            if self._must_change and done.rowcount != 1:
                raise AnotherWasFaster
            if not done.returns_rows:
                return ()
            return done.all()

        sql, defaults, booleans = self._for_sqlite
        if defaults:
            values = defaults | values
        cursor = transaction.sqlite.execute(sql, values)
        if self._must_change and cursor.rowcount != 1:
            raise AnotherWasFaster
        rows: Iterable[Any] = cursor
        if booleans:
            rows = [_with_booleans(row, booleans) for row in cursor]  # SQLite has only 0 and 1
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
    returning: tuple[ColumnElement[Any], ...] = (),
) -> Prepared:
    """A statement that inserts a row, or changes the row that already has its key.

    change     the new values of the row, from those to be inserted
    where      whether the row is changed at all
    returning  the columns that it selects of the row as it is then
    """
    # PostgreSQL's class serves for both: SQLite has taken over ON CONFLICT as it is.
    new = postgresql.insert(into).values({name: bindparam(name) for name in columns})
    new_or_changed = new.on_conflict_do_update(
        index_elements=list(into.primary_key),
        set_=change(new.excluded),
        where=where(new.excluded),
    )
    return Prepared(new_or_changed.returning(*returning))


def next_id(of: Table) -> Callable[[AnyTransaction], int]:
    """A function that selects the next `id` of a table, for a row that will be inserted."""
    # The last id that SQLite has used.
    counted_up = table("sqlite_sequence", column("name"), column("seq"))
    following = func.coalesce(func.max(counted_up.c.seq), 0) + 1
    on_sqlite = Prepared(select(following.label("id")).where(counted_up.c.name == of.name))
    on_postgres = Prepared(select(func.nextval(f"{of.name}_id_seq").label("id")))

    def following_id(transaction: AnyTransaction) -> int:
        statement = on_sqlite if transaction.sqlite else on_postgres
        [row] = statement.execute(transaction)
        return int(row.id)

    return following_id


def _with_booleans(row: Iterable[Any], booleans: Sequence[int]) -> list[Any]:
    """A row of SQLite, which has no booleans but 0 and 1."""
    values = list(row)
    for place in booleans:
        if values[place] is not None:
            values[place] = bool(values[place])
    return values
