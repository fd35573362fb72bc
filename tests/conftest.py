"""What every test may ask for."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.store import Store


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    """A real SQLite file."""
    return f"sqlite:///{tmp_path / 'ttt.db'}"


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    async with Store.open(database_url) as store:
        yield store
