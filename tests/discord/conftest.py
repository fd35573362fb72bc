"""A server for every test."""

from collections.abc import AsyncIterator

import pytest

from bot.storage.store import Store
from tests.support.server import Server, open_server


@pytest.fixture
async def server(store: Store) -> AsyncIterator[Server]:
    async with open_server(store) as server:
        yield server
