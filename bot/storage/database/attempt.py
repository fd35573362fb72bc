"""One run of a transaction on PostgreSQL: which statements it sends, and when it begins and commits.

A round trip to the server costs more than the server's own work. So reads begin no transaction: at READ
COMMITTED each statement sees what was committed before it, in a transaction or not. The first write begins
one. A single statement that writes everything at the end needs none, because it is one by itself.
"""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.util import await_only

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
