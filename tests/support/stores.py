"""The two stores that tests run on, and how a test comes by an empty one quickly."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.storage.store import Store

on_both_stores = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
"""Tests that hold for both stores say `pytestmark = on_both_stores`."""


def new_sqlite(folder: Path) -> str:
    """The address of a new SQLite file in `folder`, which has our tables."""
    path = folder / "ttt.db"
    path.write_bytes(_migrated())
    return f"sqlite:///{path}"


@cache
def _migrated() -> bytes:
    """Such a file, built once by the migrations; to copy it takes a quarter of the time."""
    with TemporaryDirectory() as folder, ThreadPoolExecutor() as outside:  # of any running event loop
        path = Path(folder) / "ttt.db"
        outside.submit(asyncio.run, _open(f"sqlite:///{path}")).result()
        assert not path.with_name("ttt.db-wal").exists(), "all of it is in the file"
        return path.read_bytes()


async def _open(url: str) -> None:
    async with Store.open(url):
        pass
