"""Every interaction is answered exactly once, whatever fails, and what was saved stays saved."""

import asyncio
import logging
import re
from dataclasses import replace
from typing import Any
from unittest.mock import Mock

import aiohttp
import discord
import pytest

from bot.database.errors import OutcomeUnknown, StoreUnavailable
from bot.interactions import answering, error_answers, sending
from bot.interactions.interaction import Interaction
from bot.interactions.sending import Delivery, Sender, Sent
from bot.interactions.views import DRAWINGS
from bot.messages.content import Card, Notice, Post
from bot.messages.custom_id import parse_custom_id
from bot.play.session import Session
from tests.support.requests import request
from tests.support.server import Server, broken, refused, text


def resigned(server: Server) -> Interaction:
    """A press on Resign."""
    what = "ttt:resign:1"
    asked = request(message=99, what=what, custom_id=parse_custom_id(what), offered=(what,))
    return replace(asked, app=server.client.app)


MOVES = [("move", {"cell": 5}), ("button", "ttt:cell:1:0:5")]
"""The two that save a move."""


async def do(server: Server, what: str, how: Any):
    if what == "button":
        return await server.send_press(server.ann, how)
    return await server.ann.slash(server.general, f"ttt {what}", **how)


@pytest.mark.parametrize(("what", "how"), MOVES)
@pytest.mark.parametrize(
    ("error", "words"),
    [(StoreUnavailable(), "can't save right now"), (OutcomeUnknown(), "Saving is slow")],
)
async def test_while_nothing_can_be_saved_a_move_is_answered_once_and_says_so(
    server: Server, error: Exception, words: str, what: str, how: Any
):
    """What else the store may fail with, and all else that is asked of it: see the default ways."""
    await server.ann.slash(server.general, "ttt start")
    before = len(server.answers())
    with broken(server.store, "serve", error):
        assert refused(await do(server, what, how), words)
    assert len(server.answers()) == before + 1


@pytest.mark.parametrize("error", [StoreUnavailable(), OutcomeUnknown(), RuntimeError("boom")])
async def test_completing_a_cell_is_answered_with_nothing_whatever_fails(
    server: Server, error: Exception
):
    with broken(server.store, "serve", error):
        assert await server.ann.autocomplete(server.general, "ttt move", "cell", "") == []
    assert [answer["data"] for answer in server.answers()] == [{"choices": []}]


async def test_a_completion_that_comes_too_late_is_one_line_in_the_log(
    server: Server, caplog: pytest.LogCaptureFixture
):
    server.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    assert await server.ann.autocomplete(server.general, "ttt move", "cell", "") == []
    assert len(server.answers()) == 1
    [line] = [record for record in caplog.records if record.levelno > logging.DEBUG]
    assert "was lost" in line.getMessage()
    assert line.exc_info is None


@pytest.mark.parametrize(
    ("status", "code", "delivery"),
    [
        (404, 10062, Delivery.LATE),
        (503, 0, Delivery.LOST),
        (400, 50083, Delivery.REFUSED),  # an archived thread
        (404, 10008, Delivery.REFUSED),
        (400, 40060, Delivery.SECOND),
    ],
)
@pytest.mark.parametrize(("what", "how"), MOVES)
async def test_an_answer_that_discord_refuses_undoes_nothing_and_is_not_sent_again(
    server: Server,
    what: str,
    how: Any,
    status: int,
    code: int,
    delivery: Delivery,
    caplog: pytest.LogCaptureFixture,
):
    await server.ann.slash(server.general, "ttt start")
    before = len(server.answers())
    server.env.inject_error("POST", "/interactions/*/*/callback", status=status, code=code)
    await do(server, what, how)
    assert len(server.answers()) == before + 1
    assert (await server.moves())[0] == 5
    assert str(delivery) in caplog.text
    is_lost = delivery in {Delivery.LATE, Delivery.LOST}
    assert ("was lost" in caplog.text) == is_lost
    assert any(record.levelno > logging.INFO for record in caplog.records) == is_lost
    assert bool(server.client.app.sender.lost_in_a_row) == is_lost


@pytest.mark.parametrize(
    "error", [aiohttp.ServerDisconnectedError(), ConnectionResetError(), TimeoutError()]
)
async def test_a_connection_that_breaks_is_no_error_of_ours(
    server: Server, caplog: pytest.LogCaptureFixture, error: Exception
):
    with broken(Sender, "_call_back", error):
        await do(server, "start", {})
    assert "was lost" in caplog.text
    assert "Error " not in caplog.text
    assert await server.moves() == ()


async def test_what_has_counted_gets_no_second_answer_when_it_comes_again(server: Server):
    arrived = list[dict[str, Any]]()
    server.env.backend.subscribers.insert(0, lambda _, payload: arrived.append(payload))
    await server.ann.slash(server.general, "ttt start")
    before = len(server.answers())
    server.env.backend.emit("INTERACTION_CREATE", arrived[0])
    await server.env.settle()
    assert len(server.answers()) == before


async def test_an_answer_discord_finds_wrong_is_replaced_by_one_that_says_so(server: Server):
    server.env.inject_error("POST", "/interactions/*/*/callback", status=400, code=50035)
    assert refused(await do(server, "start", {}), "Something broke on my end")


@pytest.mark.parametrize("hangs_at", [1, 2])
async def test_an_answer_that_hangs_is_given_up_when_discord_gives_up(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, hangs_at: int
):
    tries = []

    async def hangs(*_: object, **__: object) -> None:
        tries.append(None)
        if len(tries) < hangs_at:
            raise ValueError
        await asyncio.Event().wait()

    monkeypatch.setattr(Sender, "_call_back", hangs)
    monkeypatch.setattr(sending, "_LONGEST_ANSWER", 0.05)
    await server.client._answering.answer(resigned(server), {}, 0)
    assert "was lost: it took too long" in caplog.text


async def test_when_even_that_fails_the_log_has_it(
    server: Server, caplog: pytest.LogCaptureFixture
):
    server.env.inject_error("POST", "/interactions/*/*/callback", status=400, code=50035, times=2)
    await do(server, "start", {})
    assert "could not be answered at all" in caplog.text


async def test_a_handler_that_takes_too_long_is_answered_before_discord_gives_up(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    answers = []

    async def never_done(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    async def note(_: object, __: object, content: Notice, **___: object) -> Sent:
        answers.append(content.text)
        return Sent(Delivery.ARRIVED)

    monkeypatch.setattr(server.store, "serve", never_done)
    monkeypatch.setattr(Sender, "answer", note)
    monkeypatch.setattr(answering, "_LONGEST_HANDLER", 0.05)
    await server.client._answering.answer(resigned(server), {}, 0)
    assert "Saving is slow" in "".join(answers)


async def test_a_command_that_is_not_ours_is_answered(
    server: Server, caplog: pytest.LogCaptureFixture
):
    server.client.tree.clear_commands(guild=None)  # as after an update that removed a command
    assert refused(await do(server, "board", {}), "That command has changed")
    assert await server.ann.autocomplete(server.general, "ttt move", "cell", "") == []
    assert server.answers()[-1]["data"] == {"choices": []}
    assert caplog.text.count("Discord offers a command that is not ours in this form") == 2


@pytest.fixture(autouse=True)
def _listen(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG, logger="bot")


async def test_a_refusal_that_cannot_be_put_into_words_is_answered_with_the_id_of_an_error(
    server: Server, caplog: pytest.LogCaptureFixture
):
    await server.ann.slash(server.general, "ttt start")
    with broken(error_answers, "refused", LookupError("no words for it")):
        refusal = await server.send_press(server.bob, "ttt:cell:1:0:5")
    assert refused(refusal, "Something broke on my end")
    [error_id] = re.findall(r"[0-9a-f]{8}", text(refusal))
    assert f"Error {error_id}" in caplog.text
    assert "no words for it" in caplog.text
    assert not server.env.errors


async def test_a_page_in_place_of_an_answer_is_not_printed_into_the_log(
    server: Server, caplog: pytest.LogCaptureFixture
):
    page = discord.HTTPException(Mock(status=403, reason=""), "<!DOCTYPE html>")
    caplog.set_level(logging.INFO)
    await server.ann.slash(server.general, "ttt start")
    with broken(Sender, "redraw", page), broken(server.client.http, "request", page):
        await server.ann.slash(server.general, "ttt board")
        await server.client.app.sender.post(server.general.id, Post("Hello"))
    said = ["A message stays as it was", f"Channel {server.general.id} could not be told"]
    for begins in said:
        assert f"{begins}: 403, with a page in place of an answer" in caplog.text
    assert "DOCTYPE" not in caplog.text


async def test_what_cannot_follow_an_answer_is_logged_and_the_answer_stays(
    server: Server, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    await server.ann.slash(server.general, "ttt start")

    def fails(_: Session) -> Card:
        raise LookupError("no pointer")

    monkeypatch.setitem(DRAWINGS, Session, replace(DRAWINGS[Session], older=fails))
    assert "Your turn" in text(await server.ann.slash(server.general, "ttt board"))
    assert "no pointer" in caplog.text
    assert not server.env.errors


async def test_the_debug_log_tells_who_asked_for_what_where_and_what_they_got(
    server: Server, caplog: pytest.LogCaptureFixture
):
    for logger in ("bot.interactions.answering",):
        caplog.set_level("DEBUG", logger)
    await server.ann.slash(server.general, "ttt start", level="hard")
    await server.ann.click(server.general.last_message, label="5")
    where = f"person {server.ann.id}, server {server.ann.guild.id}, channel {server.general.id}"
    told = [re.sub(r"^Interaction \d+: ", "", line) for line in caplog.messages]
    assert told == [
        f"/ttt start level:hard, {where}",
        f"Card, {Delivery.ARRIVED}",
        f"ttt:cell:1:0:5, {where}",
        f"Card, {Delivery.ARRIVED}",
    ]


async def test_of_too_many_at_once_the_last_are_turned_away_and_the_next_is_answered(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    await server.ann.slash(server.general, "ttt start")
    monkeypatch.setattr("bot.interactions.limits.MAX_AT_WORK", 3)
    before = len(server.answers())
    await server.send_presses(*[(server.bob, "ttt:cell:1:0:5")] * 10)
    assert len(server.answers()) == before + 3
    assert server.client.admission.turned_away == 7
    await server.send_press(server.ann, "ttt:cell:1:0:5")
    assert (await server.moves())[0] == 5
