"""The two stores that tests run on, quick ways to make and use many, and the next version's."""

import asyncio
import shutil
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from sqlalchemy import Connection

from bot.database import schema
from bot.database.store import Store
from bot.interactions.app import App
from bot.interactions.clock import Clock
from bot.interactions.sending import Sender
from bot.interactions.thinking import Thinking
from bot.interactions.views import Views

on_both_stores = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
"""Runs a test on both stores, and as `pytestmark` all of a file.

Races need it, and for each statement one test that runs it.
"""

_NEXT = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "0999", "HEAD"

def upgrade():
    how = {"recreate": "always", "table_kwargs": {"sqlite_autoincrement": True}}
    on_sqlite = op.get_bind().dialect.name == "sqlite"
    with op.batch_alter_table("sessions", **(how if on_sqlite else {})) as sessions:
        sessions.add_column(sa.Column("later", sa.Integer(), server_default="7", nullable=False))
"""
"""A migration of the next version. On SQLite it rebuilds a table that others refer to."""


def new_sqlite(folder: Path) -> str:
    """The address of a new SQLite file with our tables in `folder`."""
    path = folder / "ttt.db"
    path.write_bytes(_made())
    return f"sqlite:///{path}"


@cache
def _made() -> bytes:
    """A SQLite file with our tables, made once. A copy takes a quarter as long."""
    # Of the running event loop.
    with TemporaryDirectory() as folder, ThreadPoolExecutor() as outside:
        path = Path(folder) / "ttt.db"
        outside.submit(asyncio.run, _open(f"sqlite:///{path}")).result()
        assert not path.with_name("ttt.db-wal").exists(), "the data must all be in the file"
        return path.read_bytes()


async def _open(url: str) -> None:
    async with Store.open(url):
        pass


class _Compiled(dict[Any, Any]):
    """SQLAlchemy's cache of compiled statements, for all stores of a process.

    It keeps one for each engine, and each test has its own engine. What our statements become
    depends only on the kind of database.
    """

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(_of_any_engine(key), default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__(_of_any_engine(key), compiled)


def _of_any_engine(key: Any) -> Any:
    dialect, *statement = key
    return dialect.name, *statement


_compiled = _Compiled()


def share_compiled(connection: Connection) -> None:
    """Have a new connection use what was compiled for others."""
    connection.execution_options(compiled_cache=_compiled)


def next_version(folder: Path) -> Path:
    """The folder, made below `folder`, of the migrations of this version and one more."""
    steps = folder / "migrations"
    if not steps.exists():
        shutil.copytree(schema._MIGRATIONS, steps)
        (steps / "versions" / "0999_next.py").write_text(_NEXT.replace("HEAD", schema.newest()))
    return steps


def app_on(store: Store, clock: Clock) -> App:
    """What handlers and timers work with, without a client."""
    sender = Sender()
    return App(store, Thinking(), sender, Views(store, sender, clock), clock, Random(1))
