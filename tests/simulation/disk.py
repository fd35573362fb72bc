"""The disk: how long a commit takes, and what becomes of a statement."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.simulation.world import World


class Disk:
    """The disk: how long a commit takes, and what becomes of a statement."""

    def __init__(self, world: World, rng: Random) -> None:
        self._world = world
        self._rng = rng
        self._is_locked = self._is_slow = False
        self._full_until = 0.0

    def write_later(self, begin: Callable[[], None], commit: Callable[[], None]) -> None:
        """Let a transaction begin soon, and write after as much time as the disk takes."""
        world, rng = self._world, self._rng
        seconds = rng.uniform(0.0005, 0.01)
        fate = rng.random()
        if fate < world.weather.slow or self._is_slow:
            seconds = rng.uniform(1, 5)
            self._is_slow = False
        elif fate < world.weather.slow + world.weather.locked:
            seconds = 1.0
            self._is_locked = True
        if seconds >= 1:
            world.checkers.history.disturb()
        begins = world.timeline.now + rng.uniform(0, 0.002)
        world.timeline.at(begins, world.process.loop.outside, begin)
        world.timeline.at(begins + seconds, world.process.loop.outside, commit)

    def be_slow(self) -> None:
        """Let the next commit take seconds."""
        self._is_slow = True

    def fill(self, seconds: float) -> None:
        """Let the disk have no room for so many seconds, so that nothing can be committed."""
        self._full_until = self._world.timeline.now + seconds
        self._world.tell(f"the disk is full for {seconds:.0f} seconds")

    def execute(self, execute: Callable[..., Any], sql: str, *values: Any) -> Any:
        """Let a statement happen, or what happens in its place."""
        world, verb = self._world, sql.lstrip()[:6].upper()
        if verb in {"INSERT", "UPDATE", "DELETE", "CREATE", "ALTER ", "DROP T"}:
            world.process.writes(verb)
        elif verb == "BEGIN " and self._is_locked:
            self._is_locked = False
            world.sometimes("the database was locked")
            raise sqlite3.OperationalError("database is locked")
        elif verb == "COMMIT":
            return self._commit(execute, sql)
        return execute(sql, *values)

    def _commit(self, execute: Callable[..., Any], sql: str) -> Any:
        world = self._world
        fate = self._rng.random()
        world.process.writes("before COMMIT")
        if fate < world.weather.failing:
            world.trouble("a commit failed")
            raise _error("disk I/O error", sqlite3.SQLITE_IOERR_FSYNC)
        if world.timeline.now < self._full_until:
            world.trouble("the disk was full")
            if self._rng.random() < 0.5:
                execute("ROLLBACK")  # SQLite does that itself after some errors
            raise _error("database or disk is full", sqlite3.SQLITE_FULL)
        done = execute(sql)
        world.process.writes("after COMMIT")
        if fate < world.weather.failing + world.weather.unlearned:
            world.trouble("a commit was made whose outcome nobody learned")
            raise _error("disk I/O error", sqlite3.SQLITE_IOERR_FSYNC)
        return done

    def connection(self) -> type[sqlite3.Connection]:
        """A connection whose statements go over this disk."""
        disk = self

        class Cursor(sqlite3.Cursor):
            def execute(self, sql: str, *values: Any) -> Any:
                return disk.execute(super().execute, sql, *values)

            def executemany(self, sql: str, *values: Any) -> Any:
                return disk.execute(super().executemany, sql, *values)

        class Connection(sqlite3.Connection):
            def __init__(self, *args: Any, **more: Any) -> None:
                super().__init__(*args, **more)
                disk._world.process.connections.append(self)

            def cursor(self, factory: Any = None) -> sqlite3.Cursor:
                return super().cursor(Cursor)

            def execute(self, sql: str, *values: Any) -> Any:
                return disk.execute(super().execute, sql, *values)

        return Connection


def _error(says: str, code: int) -> sqlite3.Error:
    error = sqlite3.OperationalError(says)
    error.sqlite_errorcode = code
    return error
