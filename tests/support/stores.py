"""The two stores that tests run on, and quick ways to make an empty one."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.database.store import Store

on_both_stores = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
"""`pytestmark = on_both_stores` runs the tests of a file on both stores."""


def new_sqlite(folder: Path) -> str:
    """The address of a new SQLite file with our tables in `folder`."""
    path = folder / "ttt.db"
    path.write_bytes(_migrated())
    return f"sqlite:///{path}"


@cache
def _migrated() -> bytes:
    """A SQLite file with our tables, built once by migrations. A copy takes a quarter as long."""
    # Of the running event loop.
    with TemporaryDirectory() as folder, ThreadPoolExecutor() as outside:
        path = Path(folder) / "ttt.db"
        outside.submit(asyncio.run, _open(f"sqlite:///{path}")).result()
        assert not path.with_name("ttt.db-wal").exists(), "the data must all be in the file"
        return path.read_bytes()


async def _open(url: str) -> None:
    async with Store.open(url):
        pass
