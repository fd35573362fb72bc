"""The page's server: whom it answers, and what it refuses."""

import asyncio
from collections.abc import AsyncIterator
from importlib.resources import files

import aiohttp
import pytest
import pytest_asyncio

from bot.playground import visit
from bot.playground.server import CannotServe, serve
from tests.support.page import Page, page, visitor

MOST = 150_000  # bytes of the page without pictures

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def here() -> AsyncIterator[Page]:
    async with page() as one:
        yield one


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as one:
        yield one


async def status(session: aiohttp.ClientSession, address: str, **headers: str) -> int:
    async with session.get(address, headers=headers) as answer:
        return answer.status


async def test_the_page_and_all_it_needs_come_from_here_and_are_light(
    here: Page, session: aiohttp.ClientSession
):
    async with session.get(here.address) as answer:
        policy, size = answer.headers["Content-Security-Policy"], len(await answer.read())
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';")
    assert "unsafe" not in policy
    for file in (files("bot.playground") / "page").iterdir():
        if file.name != "index.html":
            async with session.get(f"{here.address}static/{file.name}") as answer:
                assert answer.status == 200
                size += len(await answer.read())
    assert await status(session, here.address + "tiles/cell_34.png") == 200
    assert size < MOST


async def test_nothing_else_is_served(here: Page, session: aiohttp.ClientSession):
    for path in ("static/none.js", "static/..%2Fserver.py", "tiles/none.png", "none"):
        assert await status(session, here.address + path) == 404


async def test_without_the_secret_there_is_nothing(here: Page, session: aiohttp.ClientSession):
    for path in ("/", "/wrong/", "/wrong/socket", "/wrong/glass", "/wrong/static/main.js"):
        assert await status(session, here.origin + path, Origin=here.origin) == 404


@pytest.mark.parametrize("socket", ["socket", "glass"])
async def test_another_origin_is_refused(here: Page, session: aiohttp.ClientSession, socket: str):
    for origin in ("https://evil.example", "null", here.origin.replace("127.0.0.1", "localhost")):
        assert await status(session, here.address, Origin=origin) == 403
        with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
            await session.ws_connect(here.address + socket, origin=origin)


@pytest.mark.parametrize("socket", ["socket", "glass"])
async def test_a_socket_that_does_not_say_where_it_comes_from_is_refused(
    here: Page, session: aiohttp.ClientSession, socket: str
):
    with pytest.raises(aiohttp.WSServerHandshakeError, match="403"):
        await session.ws_connect(here.address + socket)


async def test_another_host_name_is_refused(here: Page, session: aiohttp.ClientSession):
    assert await status(session, here.address, Host="evil.example") == 403
    assert await status(session, here.address.replace("127.0.0.1", "localhost")) == 200


async def test_it_listens_on_this_machine_only(here: Page):
    port = int(here.origin.rpartition(":")[2])
    with pytest.raises(ConnectionRefusedError):
        await asyncio.open_connection("127.0.0.2", port)


async def test_a_second_server_on_the_same_port_is_refused_in_one_sentence(here: Page):
    port = int(here.origin.rpartition(":")[2])
    with pytest.raises(CannotServe, match=f"^Port {port} is in use: is the playground running already\\?$"):
        async with serve(here.world, here.store, port):
            pass


async def test_bytes_close_the_socket(here: Page):
    async with visitor(here) as alice:
        await alice.socket.send_bytes(b"{}")
        assert await closed(alice.socket) == aiohttp.WSCloseCode.UNSUPPORTED_DATA


async def test_a_frame_that_is_too_long_closes_the_socket(here: Page):
    async with visitor(here) as alice:
        await alice.does(do="type", line="/" * visit.LONGEST_FRAME)
        assert await closed(alice.socket) == aiohttp.WSCloseCode.MESSAGE_TOO_BIG


async def closed(socket: aiohttp.ClientWebSocketResponse) -> int | None:
    """The code with which the server closes a socket."""
    while not socket.closed:
        await socket.receive()
    return socket.close_code
