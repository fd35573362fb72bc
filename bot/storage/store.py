"""The store: runs transactions on the database, each saved or undone as a whole."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar, cast

from sqlalchemy import Connection

from bot.storage.database.address import read_address
from bot.storage.database.sqlite import Sqlite
from bot.storage.errors import CannotOpenStore

if TYPE_CHECKING:
    from bot.storage.database.postgres import Postgres

P = ParamSpec("P")
T = TypeVar("T")

_ANSWER_WAIT = 2.0  # seconds until a caller gives up, so that Discord still gets its answer within 3


class Store:
    """Sessions and moves in one database, SQLite or PostgreSQL; the event loop never waits for either."""

    def __init__(self, database: Sqlite | Postgres) -> None:
        self._database = database

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str) -> AsyncIterator[Store]:
        """A store whose tables are up to date, closed at the end of the block.

        Raises CannotOpenStore with a sentence for the operator.
        """
        database = _database(url)
        async with database.opened():
            yield cls(database)

    @property
    def waiting(self) -> int:
        """How many transactions wait for those before them."""
        return self._database.waiting

    async def run(
        self,
        transaction: Callable[Concatenate[Connection, P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run `transaction` and commit it; what it raises is raised here, and nothing is saved.

        It may run more than once, each time from the start, and only one run counts. So it must do nothing
        but use its connection, and draw from a random source, as each run does again. Raises
        StoreUnavailable when the database cannot save, and OutcomeUnknown when it does not answer in time.
        """
        done = await self._database.run(
            lambda connection: transaction(connection, *args, **kwargs), _ANSWER_WAIT
        )
        return cast("T", done)


def _database(url: str) -> Sqlite | Postgres:
    return postgres(url) if read_address(url).is_server else Sqlite(url)


def postgres(url: str) -> Postgres:
    """The database on a server. Raises CannotOpenStore where the library for it is missing."""
    try:
        from bot.storage.database.postgres import Postgres  # noqa: PLC0415 - an extra that a bot on SQLite does without
    except ImportError as error:
        raise CannotOpenStore(url, "that needs: pip install '.[postgres]'") from error
    return Postgres(url)
