"""One file uses discord.py's private names, and it notices at once if an update moves them."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest
from aiohttp import ClientSession, web
from aiohttp.test_utils import TestServer
from discord import app_commands
from discord.http import Route
from discord.state import ConnectionState
from discord.webhook import async_ as webhook

from bot.interactions.discord_internals import InternalsMoved, request, verify
from bot.interactions.sending import OVER_HTTP, Delivery, Sender
from bot.interactions.token import Token
from bot.messages.content import File, Notice
from bot.messages.payload import PLAIN

BOT = Path(__file__).parents[2] / "bot"
CUT = 0


def test_all_of_it_is_where_the_bot_needs_it():
    verify()


@pytest.mark.parametrize(
    ("owner", "name"),
    [
        (app_commands.CommandTree, "_call"),
        (webhook, "async_context"),
        (webhook.AsyncWebhookAdapter, "request"),
    ],
)
def test_a_missing_name_is_reported_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, owner: object, name: str
):
    monkeypatch.delattr(owner, name)
    with pytest.raises(InternalsMoved, match=re.escape(name)) as raised:
        verify()
    assert "\n" not in str(raised.value)


def test_a_function_that_takes_other_arguments_is_noticed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(webhook.AsyncWebhookAdapter, "request", lambda *_: None)
    with pytest.raises(InternalsMoved, match=r"AsyncWebhookAdapter\.request"):
        verify()


def test_interactions_that_are_received_elsewhere_are_noticed(monkeypatch: pytest.MonkeyPatch):
    def elsewhere(self: ConnectionState) -> None:
        self.handlers = {}

    monkeypatch.setattr(ConnectionState, "__init__", elsewhere)
    with pytest.raises(InternalsMoved, match="ConnectionState"):
        verify()


@pytest.mark.parametrize(
    "touch", ["discord.http", "discord.state", "webhook.async_", "._connection", "_HTTPClient"]
)
def test_no_other_file_touches_it(touch: str):
    touched = {path.name for path in BOT.rglob("*.py") if touch in path.read_text(encoding="utf-8")}
    assert touched <= {"discord_internals.py"}


@asynccontextmanager
async def discord_that_says(
    monkeypatch: pytest.MonkeyPatch, *responses: tuple[int, bytes]
) -> AsyncIterator[tuple[ClientSession, list[str]]]:
    """A Discord that responds with these statuses and bodies, and what it is asked.

    In place of the status CUT it closes the connection.
    """
    asked: list[str] = []

    async def respond(received: web.Request) -> web.Response:
        status, body = responses[len(asked)]
        asked.append(f"{received.path_qs} {await received.text()}")
        if status == CUT:
            assert received.transport
            received.transport.abort()
        return web.Response(
            body=body or None, status=status, content_type="application/json" if body else None
        )

    app = web.Application()
    app.router.add_post("/{path:.*}", respond)
    async with TestServer(app) as server, ClientSession() as session:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("/api")))
        yield session, asked


async def called_back(monkeypatch: pytest.MonkeyPatch, *statuses: int) -> list[str]:
    """The requests that one answer takes, if Discord responds to them with these statuses."""
    responses = [(status, b"" if status < 300 else b'{"code":40060}') for status in statuses]
    async with discord_that_says(monkeypatch, *responses) as (session, asked):
        path = "/interactions/{webhook_id}/{webhook_token}/callback"
        await request(session, "POST", path, 7, "a.b-c", {"type": 6})
    return asked


@pytest.mark.parametrize("status", [200, 204])
async def test_an_answer_is_one_request(monkeypatch: pytest.MonkeyPatch, status: int):
    asked = await called_back(monkeypatch, status)
    assert asked == ['/api/interactions/7/a.b-c/callback {"type":6}']


@pytest.mark.parametrize("status", [500, 503])
async def test_an_answer_that_discord_could_not_take_is_repeated(
    monkeypatch: pytest.MonkeyPatch, status: int
):
    first, second = await called_back(monkeypatch, status, 204)
    assert first == second


async def test_a_message_that_follows_an_answer_comes_back_as_discord_stored_it(
    monkeypatch: pytest.MonkeyPatch,
):
    async with discord_that_says(monkeypatch, (503, b"{}"), (200, b'{"id":"9"}')) as (
        session,
        asked,
    ):
        path, content = "/webhooks/{webhook_id}/{webhook_token}", {"content": "told"}
        wait = {"wait": "true"}
        assert await request(session, "POST", path, 7, "a.b-c", content, params=wait) == {"id": "9"}
    assert asked == ['/api/webhooks/7/a.b-c?wait=true {"content":"told"}'] * 2


@pytest.mark.parametrize("status", [400, 403, 404])
async def test_an_answer_that_discord_refuses_is_not(monkeypatch: pytest.MonkeyPatch, status: int):
    with pytest.raises(discord.HTTPException) as raised:
        await called_back(monkeypatch, status)
    assert (raised.value.status, raised.value.code) == (status, 40060)


async def sent(
    monkeypatch: pytest.MonkeyPatch, content: Notice, *responses: tuple[int, bytes]
) -> tuple[Delivery, list[str]]:
    """What becomes of an answer if Discord responds so, and the requests that it takes."""
    async with discord_that_says(monkeypatch, *responses) as (_, asked):
        sender = Sender(PLAIN, OVER_HTTP)
        sender.open(discord.utils.MISSING)
        answer = await sender.answer(Token(7, 8, "a.b-c"), content)
        await sender.close()
    return answer.delivery, asked


async def test_a_file_that_is_sent_again_after_a_cut_line_is_whole(monkeypatch: pytest.MonkeyPatch):
    content = Notice("All of it:", File("my-games.txt", b"3x3 X: 5 1 9"))
    delivery, asked = await sent(monkeypatch, content, (CUT, b""), (204, b""))
    assert delivery is Delivery.ARRIVED
    assert ["3x3 X: 5 1 9" in each for each in asked] == [True, True]


@pytest.mark.parametrize("first", [CUT, 500, 503])
async def test_an_answer_that_has_arrived_though_discord_failed_counts_as_arrived(
    monkeypatch: pytest.MonkeyPatch, first: int
):
    responses = (first, b""), (400, b'{"code":40060}')
    delivery, asked = await sent(monkeypatch, Notice("Hello"), *responses)
    assert delivery is Delivery.ARRIVED
    assert len(asked) == 2
