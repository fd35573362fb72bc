"""The store: runs transactions on the database; each is committed or rolled back as a whole."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar, cast

from sqlalchemy import ColumnElement, Connection, Table, delete, select, tuple_

from bot.database.address import read_address
from bot.database.errors import CannotOpenStore, OutcomeUnknown, StoreUnavailable
from bot.database.sqlite import Sqlite
from bot.database.transaction import AnyTransaction, Transaction

if TYPE_CHECKING:
    from bot.database.postgres import Postgres

P = ParamSpec("P")
T = TypeVar("T")
Served = TypeVar("Served")

AT_ONCE = 500  # rows that upkeep or a deletion handles in one transaction, while others wait
# Seconds until the caller gives up, so that Discord still gets an answer within 3.
_ANSWER_WAIT = 2.0


class Store:
    """All data in one database, SQLite or PostgreSQL. The event loop never waits for it."""

    def __init__(self, database: Sqlite | Postgres) -> None:
        self._database = database
        self._failed_at = -inf

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str, *, migrates: bool = True) -> AsyncIterator[Store]:
        """Open a store with up-to-date tables; the block's end closes it. Raises CannotOpenStore.

        migrates  whether to bring the tables up to date; otherwise they must be, since the bot may
                  be running
        """
        if read_address(url).is_server:
            database: Sqlite | Postgres = postgres(url)
        else:
            database = Sqlite(url)
        async with database.opened(migrates=migrates):
            yield cls(database)

    @property
    def waiting(self) -> int:
        """How many transactions wait for others to finish."""
        return self._database.waiting

    @property
    def seconds_since_failure(self) -> float:
        """How long ago the database last failed to save or to answer in time; infinite if never."""
        return monotonic() - self._failed_at

    async def run(
        self,
        work: Callable[Concatenate[Transaction[None], P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a transaction that serves no interaction; otherwise as `serve`."""
        return await self.serve(None, work, *args, **kwargs)

    async def serve(
        self,
        interaction: Served,
        work: Callable[Concatenate[Transaction[Served], P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a transaction and commit it. If it raises, nothing is saved and this raises the same.

        The transaction may run several times, each time from the start, but only one run counts. So
        it must have no effect except through its connection, or by `Transaction.after_commit`; it
        may draw from a random source.
        Raises StoreUnavailable if the database cannot save, and OutcomeUnknown if it does not
        answer in time.
        """
        transaction: Transaction[Served]

        def run_once(connection: Connection, *, is_retry: bool = False) -> T:
            nonlocal transaction
            transaction = Transaction(connection, interaction, is_retry=is_retry)
            return work(transaction, *args, **kwargs)

        try:
            result = await self._database.commit(run_once, _ANSWER_WAIT)
        except (StoreUnavailable, OutcomeUnknown):
            self._failed_at = monotonic()
            raise
        for do in transaction.to_do:
            do()
        return cast("T", result)

    async def read(self, work: Callable[[AnyTransaction], T]) -> T:
        """Run a transaction that only reads, for as long as it takes. Nobody waits for it.

        Raises CannotOpenStore.
        """
        return await self._database.run_long(lambda connection: work(Transaction(connection, None)))


def delete_some(transaction: AnyTransaction, of: Table, *which: ColumnElement[bool]) -> int:
    """Delete AT_ONCE of these rows; returns how many it deleted."""
    keys = of.primary_key.columns
    some = select(*keys).where(*which).limit(AT_ONCE)
    deleted = transaction.connection.execute(delete(of).where(tuple_(*keys).in_(some)))
    return deleted.rowcount


def postgres(url: str) -> Postgres:
    """The database on a server. Raises CannotOpenStore if the library for it is missing."""
    try:
        from bot.database.postgres import Postgres  # noqa: PLC0415 - an extra that a bot on SQLite does without
    except ImportError as error:
        raise CannotOpenStore(url, 'that needs: pip install ".[postgres]"') from error
    return Postgres(url)
