"""What every test may ask for."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.storage.store import Store
from tests.support import postgres


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.Server]:
    """A real PostgreSQL server."""
    try:
        with postgres.running_server() as server:
            yield server
            postgres.forget(server)
    except postgres.NoServer as error:
        pytest.fail(str(error))


@pytest.fixture
async def empty_postgres(postgres_server: postgres.Server) -> AsyncIterator[str]:
    """A PostgreSQL database in which there is nothing."""
    async with postgres_server.database(empty=True) as url:
        yield url


@pytest.fixture
def database(request: pytest.FixtureRequest) -> str:
    """Which of the two a test runs on; `tests.support.stores` asks for both."""
    return getattr(request, "param", "sqlite")


@pytest.fixture
async def database_url(database: str, tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """A real SQLite file, or a new database on a real PostgreSQL server."""
    if database == "sqlite":
        yield f"sqlite:///{tmp_path / 'ttt.db'}"
        return
    async with request.getfixturevalue("postgres_server").database() as url:
        yield url


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    async with Store.open(database_url) as store:
        yield store
