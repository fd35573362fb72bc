"""Fixtures for all tests."""

import logging
from collections.abc import AsyncIterator, Iterator
from importlib.metadata import distributions
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from sqlalchemy import Engine, event

from bot.database.store import Store
from tests.support import loopback, memory, postgres
from tests.support.server import Server, open_server
from tests.support.stores import new_sqlite, share_compiled
from tests.support.waiting import LONG, PATIENCE

settings.register_profile(
    "however busy", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("however busy")

event.listen(Engine, "engine_connect", share_compiled)


# Not for the session: a module that overrides it would get the patience of those before it.
@pytest.fixture(scope="module", autouse=True)
def _as_long_as_it_takes() -> Iterator[None]:
    """Keep a busy machine from failing tests: nothing gives up but in tests that say when."""
    with pytest.MonkeyPatch.context() as patch:
        for patience in PATIENCE:
            patch.setattr(patience, LONG)
        yield


@pytest.fixture(autouse=True)
def _log_as_it_was() -> Iterator[None]:
    """Undo what a test does to the log: a command configures it for a whole process."""
    root, bot = logging.getLogger(), logging.getLogger("bot")
    handlers, levels = root.handlers[:], (root.level, bot.level)
    yield
    root.handlers[:] = handlers
    root.setLevel(levels[0])
    bot.setLevel(levels[1])


@pytest.fixture(scope="session")
def installed() -> None:
    """A process in any folder finds the bot."""
    if not any(distributions(name="ttt-bot")):
        pytest.fail("install the project first: pip install '.[test]'", pytrace=False)


@pytest.fixture
async def discord(installed: None) -> AsyncIterator[loopback.Loopback]:
    """A Discord on loopback, for the bot as a real process."""
    async with loopback.open_loopback() as discord:
        yield discord


@pytest.fixture(scope="session")
def postgres_server(testrun_uid: str) -> Iterator[postgres.Server]:
    """A real PostgreSQL server, which all workers share."""
    try:
        with postgres.shared_server(testrun_uid) as server:
            yield server
    except postgres.NoServer as error:
        pytest.fail(str(error))


@pytest.fixture(scope="session")
def own_server() -> Iterator[postgres.Server]:
    """A PostgreSQL server of this worker alone, which a test may stop or break."""
    with postgres.own_server() as server:
        yield server


@pytest.fixture
async def own_url(own_server: postgres.Server) -> AsyncIterator[str]:
    """The address of a new database with our tables on that server."""
    async with own_server.database() as url:
        yield url


@pytest.fixture
async def empty_postgres(postgres_server: postgres.Server) -> AsyncIterator[str]:
    """An empty PostgreSQL database."""
    async with postgres_server.database(empty=True) as url:
        yield url


@pytest.fixture
def database(request: pytest.FixtureRequest) -> str:
    """The kind of database a test runs on; `tests.support.stores` asks for both."""
    return getattr(request, "param", "sqlite")


@pytest.fixture
def memory_path() -> Iterator[Path]:
    """A folder in memory, if there is enough (see `tests.support.memory`)."""
    with memory.folder() as folder:
        yield folder


@pytest.fixture
def empty_sqlite(memory_path: Path) -> str:
    """The address of a SQLite file that does not exist yet."""
    return f"sqlite:///{memory_path / 'ttt.db'}"


@pytest.fixture
async def database_url(
    database: str, memory_path: Path, request: pytest.FixtureRequest
) -> AsyncIterator[str]:
    """The address of a new database with our tables: a real SQLite file or PostgreSQL server."""
    if database == "sqlite":
        yield new_sqlite(memory_path)
        return
    async with request.getfixturevalue("postgres_server").database() as url:
        yield url


@pytest.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    async with Store.open(database_url) as store:
        yield store


@pytest.fixture
async def server(store: Store) -> AsyncIterator[Server]:
    """The bot in a simulated Discord."""
    async with open_server(store) as server:
        yield server
