"""One attempt to carry out a transaction on PostgreSQL, in as few round trips as possible.

A round trip costs more than the server's own work, so:

- reads begin no transaction: at READ COMMITTED each statement sees what was committed before it, in
  a transaction or not;
- writes that return nothing wait until a read or the commit, and then go to the server as one
  statement. If that is all the transaction writes, it needs no BEGIN and COMMIT.

An attempt is one try: it neither tries again nor gives up. `bot.database.postgres` does both.
"""

import re
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.util import await_only

_KEY = "attempt"  # in Connection.info
_BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED"
_PARAMETER = re.compile(r"\$(\d+)")


@dataclass(frozen=True)
class Compiled:
    """A statement as PostgreSQL gets it.

    parameters   how many it has
    changes      the table that it changes, and of which it returns nothing; empty for a read
    touches      all tables that it names
    must_change  whether it must change exactly one row, because otherwise another transaction was
                 faster
    """

    sql: str
    parameters: int
    changes: str
    touches: frozenset[str]
    must_change: bool


class Attempt:
    """What was sent so far, and the writes that wait.

    is_retry      whether this transaction was attempted before, and perhaps even committed
    may_be_saved  whether a commit has been sent, and the server has not refused it
    """

    def __init__(self, connection: Connection, *, is_retry: bool) -> None:
        driver = connection.connection.driver_connection
        assert driver, "the connection is open"
        self.driver: Any = driver
        self.is_retry = is_retry
        self.may_be_saved = False
        self._has_begun = False
        self._waiting: list[tuple[Compiled, Sequence[Any]]] = []
        connection.info[_KEY] = self

    def begin(self) -> None:
        """Begin a transaction, if none has begun, and execute the writes that wait."""
        if not self._has_begun:
            assert not self.may_be_saved, "nothing comes after the commit"
            self._has_begun = True
            await_only(self.driver.execute(_BEGIN))
        if self._waiting:
            sql, arguments = self._all_that_wait()
            self.fetch(sql, arguments)

    def lock(self, number: int) -> None:
        """Take an advisory lock until the transaction ends, in the round trip that begins it."""
        lock = f"SELECT pg_advisory_xact_lock({number:d})"
        if self._has_begun or self._waiting:
            self.begin()
            await_only(self.driver.execute(lock))
        else:
            self._has_begun = True
            await_only(self.driver.execute(f"{_BEGIN}; {lock}"))

    def run(self, statement: Compiled, arguments: Sequence[Any]) -> list[Any]:
        """The rows that a statement selects. A write waits until the next read or the commit.

        Statements that wait together all see the tables as they were before. So each waits only
        with those that change none of its tables, or with itself for another row.
        One that must change a row is the first of those that wait.
        """
        if not statement.changes:
            if self._waiting:
                self.begin()
            return self.fetch(statement.sql, arguments)
        if self._waiting and not self._can_wait(statement):
            self.begin()
        self._waiting.append((statement, arguments))
        return []

    def _can_wait(self, statement: Compiled) -> bool:
        """Whether a write can go to the server together with those that wait."""
        if statement.must_change:
            return False
        for other, _ in self._waiting:
            if other is statement:
                continue  # the same one again is for another row
            if other.changes in statement.touches:
                return False
        return True

    def _all_that_wait(self) -> tuple[str, list[Any]]:
        """The writes that wait, as one statement and its arguments."""
        writes = tuple(write for write, _ in self._waiting)
        arguments: list[Any] = []
        for _, values in self._waiting:
            arguments.extend(values)
        self._waiting = []
        return _together(writes), arguments

    def fetch(self, sql: str, arguments: Sequence[Any]) -> list[Any]:
        """The rows of a statement."""
        rows: list[Any] = await_only(self.send(sql, arguments))
        return rows

    def send(self, sql: str, arguments: Sequence[Any]) -> Awaitable[Any]:
        """Send a statement to the server."""
        sent: Awaitable[Any] = self.driver.fetch(sql, *arguments)
        return sent

    def commit(self) -> None:
        """Execute the writes that wait, and commit what has begun."""
        if not self._has_begun and self._waiting:
            sql, arguments = self._all_that_wait()
            self._finish(self.send(sql, arguments))  # a transaction by itself
        elif self._has_begun:
            self.begin()
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
            code = sqlstate(error)
            if code and not code.startswith(GONE):
                self.may_be_saved = False  # the server has refused it
            raise


def current_attempt(connection: Connection) -> Attempt:
    """The attempt at a transaction that uses this connection, which is PostgreSQL's."""
    attempt: Attempt = connection.info[_KEY]
    return attempt


@cache
def _together(writes: tuple[Compiled, ...]) -> str:
    """Several statements as one, which fails as a whole if another transaction was faster."""
    parts = []
    before = 0  # parameters of the statements before this one
    for place, write in enumerate(writes):
        parts.append(f"write_{place} AS ({_numbered_after(before, write.sql)} RETURNING 1)")
        before += write.parameters
    statements = ", ".join(parts)
    if not writes[0].must_change:
        return f"WITH {statements} SELECT"
    verdict = "CASE count(*) WHEN 1 THEN '1' ELSE 'another transaction was faster' END"
    return f"WITH {statements} SELECT CAST({verdict} AS INTEGER) FROM write_0"  # noqa: S608 - ours alone


def _numbered_after(before: int, sql: str) -> str:
    """A statement whose parameters come after so many others."""
    return _PARAMETER.sub(lambda parameter: f"${int(parameter[1]) + before}", sql)


OTHERS_WERE_FASTER = "22P02"  # the error of that statement, because these words are no integer
GONE = ("08", "57P")  # classes of SQLSTATE: connection exceptions; the server stops or starts


def sqlstate(error: Exception) -> str:
    """PostgreSQL's code for an error, or an empty string."""
    original = getattr(error, "orig", error)
    return getattr(original, "sqlstate", None) or ""
