"""The one argument of every transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:
    from sqlalchemy import Connection

Served_co = TypeVar("Served_co", covariant=True)


class Transaction(Generic[Served_co]):
    """What a transaction works with, while it runs once.

    connection   runs statements of SQLAlchemy
    sqlite       SQLite's own connection, in the same transaction; None on PostgreSQL
    interaction  what the transaction serves; None for what runs by itself
    is_retry     whether it was run before, on any connection, and may have been saved
    to_do        what is done in the event loop once this run is saved
    """

    def __init__(
        self, connection: Connection, interaction: Served_co, *, is_retry: bool = False
    ) -> None:
        self.connection = connection
        self.sqlite = sqlite_connection(connection)
        self.interaction = interaction
        self.is_retry = is_retry
        self.to_do: list[Callable[[], object]] = []

    def after_commit(self, do: Callable[[], object]) -> None:
        """Have something done in the event loop once this run is saved."""
        self.to_do.append(do)


AnyTransaction: TypeAlias = Transaction[object]
"""A transaction, whatever it serves."""


class Work(Protocol):
    """What is done in one transaction, as far as the database knows it."""

    def __call__(self, connection: Connection, *, is_retry: bool = False) -> Any:
        """Do it.

        is_retry  whether it was done before, on any connection, and may have been saved
        """


def sqlite_connection(connection: Connection) -> sqlite3.Connection | None:
    """SQLite's own connection, in the same transaction; None on PostgreSQL."""
    own: object = connection.connection.dbapi_connection
    if isinstance(own, sqlite3.Connection):
        return own
    return None
