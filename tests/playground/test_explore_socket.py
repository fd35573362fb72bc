"""The socket of Explore: what it refuses, when it stops, and what it says if a search fails."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing import active_children
from multiprocessing.connection import wait

import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType, web
from aiohttp.test_utils import TestClient, TestServer

from bot.playground.explore_socket import LONGEST_FRAME, Explorer
from tests.support.waiting import LONG

TUTORIAL = "XO./.OX/OX. X"
LONG_SEARCH = {"ask": "counts", "game": "3x3", "position": ".../.../... X"}


@asynccontextmanager
async def exploring() -> AsyncIterator[ClientWebSocketResponse]:
    """A page that is connected to a server of its own, with a real worker."""

    async def talk(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=LONGEST_FRAME)
        await socket.prepare(request)
        await Explorer(socket).go_on()
        return socket

    application = web.Application()
    application.add_routes([web.get("/explore", talk)])
    async with (
        TestClient(TestServer(application)) as client,
        client.ws_connect("/explore") as socket,
    ):
        yield socket


async def test_what_makes_no_sense_gets_a_sentence_and_what_is_too_long_ends_the_talk():
    async with exploring() as socket:
        for frame in ("{", "[]", '{"ask": "dance", "id": 1}', '{"ask": "look", "id": 1}'):
            await socket.send_str(frame)
            answer = await socket.receive_json()
            assert (answer["is"], answer["id"]) == ("refused", None)
            assert answer["text"].endswith(".")
        await socket.send_str("x" * (LONGEST_FRAME + 1))
        assert (await socket.receive()).type is WSMsgType.CLOSE


async def test_typed_text_comes_back_in_a_refusal_short_and_without_control_characters():
    async with exploring() as socket:
        typed = "X\x1b[2J" * 40
        await socket.send_json({"id": 1, "ask": "look", "game": "3x3", "position": typed})
        text = (await socket.receive_json())["text"]
        assert text.startswith("“X�[2JX")
        assert text.isprintable()
        assert len(text) <= 300


async def test_another_position_ends_the_search_for_the_one_before():
    async with exploring() as socket:
        await socket.send_json({"id": 1, **LONG_SEARCH})
        await socket.send_json({"id": 2, "ask": "look", "game": "3x3", "position": TUTORIAL})
        answers = [await socket.receive_json() for _ in range(3)]
        assert [(part["id"], part["is"]) for part in answers] == [
            (2, "board"),
            (2, "worth"),
            (2, "done"),
        ]


async def test_a_page_that_goes_takes_its_search_with_it():
    async with exploring() as socket:
        await socket.send_json({"id": 1, **LONG_SEARCH})
        assert (await socket.receive_json())["idea"] == "plain"  # so the next one has begun
        [worker] = active_children()
        assert worker.is_alive()
        await socket.close()
        assert await asyncio.to_thread(wait, [worker.sentinel], LONG)


async def test_a_search_that_fails_or_takes_too_long_is_told_and_the_next_one_works(
    monkeypatch: pytest.MonkeyPatch,
):
    async with exploring() as socket:
        look = {"id": 1, "ask": "look", "game": "3x3", "position": TUTORIAL}
        monkeypatch.setattr("bot.playground.explore_socket._PATIENCE", 0.0)
        await socket.send_json(look)
        assert await refusal_of_a_look(socket) == "That takes too long to search."
        monkeypatch.undo()
        monkeypatch.setattr("bot.interactions.worker.Worker.ask", lost)
        await socket.send_json(look | {"position": "XO./.../... X"})
        assert await refusal_of_a_look(socket) == "The search failed. Please try again."
        monkeypatch.undo()
        await socket.send_json(look)
        assert [(await socket.receive_json())["is"] for _ in range(3)] == ["board", "worth", "done"]


async def refusal_of_a_look(socket: ClientWebSocketResponse) -> str:
    """What comes after the board."""
    assert (await socket.receive_json())["is"] == "board"
    return str((await socket.receive_json())["text"])


def lost(*_: object) -> None:
    raise OSError
