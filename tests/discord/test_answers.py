"""Every interaction is answered exactly once, whatever fails, and what was saved stays saved."""

import asyncio
import logging
import re
import sqlite3
import threading
from typing import Any

import aiohttp
import pytest
from discord import InteractionType, app_commands
from sqlalchemy.exc import OperationalError

from bot import replies, sending
from bot.interactions import Callback, Component
from bot.rendering.custom_id import Verb
from bot.rendering.reply import Notice
from bot.sending import Sender
from bot.start_commands import StartCommands
from bot.storage import session_finding
from bot.storage.errors import OutcomeUnknown, StoreUnavailable
from bot.storage.store import Store
from engine import minimax
from engine.opponents import LEVELS
from engine.tables import fill_tables
from tests.support.commands import every_command
from tests.support.requests import request
from tests.support.server import Server, refused, text

RESIGNED = Component(
    "ttt:resign:1",
    ("ttt:resign:1",),
    request(message=99),
    Callback(1, 42, "token", InteractionType.component, pressed=99),
)

EVERYTHING = [
    ("start", {}),
    ("start", {"opponent": "bob"}),
    ("start", {"game": "5x5"}),
    ("menu", "Challenge to tic-tac-toe"),
    ("move", {"cell": 5}),
    ("board", {}),
    ("board", {"text": True}),
    ("hint", {}),
    ("resign", {}),
    ("draw", {}),
    ("claim", {}),
    ("watch", {}),
    ("watch", {"game": "fading"}),
    ("stats", {}),
    ("top", {}),
    ("top", {"against": "bot"}),
    ("review", {}),
    ("puzzle", {}),
    ("puzzle", {"game": "misere"}),
    ("privacy", {}),
    ("settings", {}),
    ("cup", {}),
    ("stop", {}),
    ("daily", {}),
    ("help", {}),
    ("button", "ttt:cell:1:0:5"),
    ("button", "ttt:resign:1"),
    ("button", "ttt:resignnow:1"),
    ("button", "ttt:stopnow:1"),
    ("button", "ttt:hint:1"),
    ("button", "ttt:draw:1:0"),
    ("button", "ttt:claim:1"),
    ("button", "ttt:rematch:1"),
    ("button", "ttt:easier:1"),
    ("button", "ttt:harder:1"),
    ("button", "ttt:next:1:0"),
    ("button", "ttt:play:1:0"),
    ("button", "ttt:review:1"),
    ("button", "ttt:earlier:1:0"),
    ("button", "ttt:later:1:1"),
    ("button", "ttt:mistake:1:1"),
    ("button", "ttt:show:1:1"),
    ("button", "ttt:accept:1"),
    ("button", "ttt:join:1"),
    ("button", "ttt:decline:1"),
    ("button", "ttt:cancel:1"),
    ("button", "ttt:block:1"),
    ("button", "ttt:unblock:1"),
    ("button", "ttt:cupjoin:1"),
    ("button", "ttt:cupleave:1"),
    ("button", "ttt:cupstart:1"),
    ("button", "ttt:cupcancel:1"),
    ("button", "ttt:cupplay:1"),
    ("button", "ttt:cuplook:1"),
    ("button", "ttt:puzzle:3x3:24:640:20000:0"),
    ("button", "ttt:puzzle:3x3:24:640:20000:8"),
    ("button", "ttt:top:3x3:1"),
    ("button", "ttt:topbot:3x3:1"),
    ("button", "ttt:practise:3x3"),
    ("button", "ttt:puzzle:3x3:34:528:20000:3"),
    ("button", "ttt:practise:fading"),
    ("button", "ttt:read:1"),
    ("button", "ttt:cell:1:0:5:spoken"),
    ("button", "ttt:share:1"),
    ("button", "ttt:sharepuzzle:20000"),
    ("button", "ttt:dailyhere"),
    ("button", "ttt:dailyoff"),
    ("button", "ttt:textfirst"),
    ("button", "ttt:picturesfirst"),
    ("button", "ttt:close"),
    ("button", "ttt:open"),
    ("button", "ttt:unblockall"),
    ("button", "ttt:export:0"),
    ("button", "ttt:delete"),
    ("button", "ttt:deletenow"),
    ("button", "ttt:keep"),
    ("button", "ttt:settings"),
    ("button", "ttt:watchon"),
    ("button", "ttt:watchoff"),
    ("button", "ttt:reset"),
    ("button", "ttt:resetagain"),
    ("button", "ttt:resetnow"),
    ("select", "ttt:set:level:0"),
]

MOVES = [("move", {"cell": 5}), ("button", "ttt:cell:1:0:5")]
"""The two that save a move: these meet every fault in the default run, the others one each in turn."""

OF_MANAGERS = {"settings", "watchon", "watchoff", "reset", "resetagain", "resetnow", "dailyhere", "dailyoff"}
"""The buttons of the card of settings, where a member without rights is refused before the store is asked."""

WITHOUT_STORE = {
    "help",
    "ttt:practise:3x3",
    "ttt:puzzle:3x3:34:528:20000:3",  # no puzzle has this board
    "ttt:practise:fading",
    "ttt:delete",
    "ttt:reset",
}
"""What is answered from the engine and the catalogue alone, whatever becomes of the store."""


def each_with_each(interactions: list[tuple[Any, ...]], faults: list[tuple[Any, ...]]) -> list[Any]:
    """Every pair as parameters. Pairs beyond the slice of the default run are marked as proof."""
    return [
        pytest.param(
            *interaction,
            *fault,
            marks=[] if place % len(faults) == turn or interaction in MOVES else pytest.mark.proof,
        )
        for place, interaction in enumerate(interactions)
        for turn, fault in enumerate(faults)
    ]


async def do(server: Server, what: str, how: Any):
    if what == "button" and how.split(":")[1] in OF_MANAGERS:
        [result] = await server.send_presses((server.mod, how), **server.home)
        return result
    if what == "button":
        return await server.send_press(server.ann, how)
    if what == "select":
        return await server.send_choice(server.mod, how, "hard", **server.home)
    if what in {"settings", "daily"}:
        return await server.send_command(server.mod, what, **server.home)
    if what == "menu":
        return await server.ann.context_menu(server.general, how, server.bob)
    if "opponent" in how:
        how = {"opponent": server.bob}
    who = server.mod if what in {"stop", "cup"} else server.ann
    return await who.slash(server.general, f"ttt {what}", **how)


def failing_with(error: Exception):
    async def run(*_: object, **__: object) -> None:
        raise error

    return run


def test_every_command_and_button_is_in_the_list_above():
    commands = {command.name for command in every_command()}
    assert commands | {"button", "menu", "select"} == {what for what, _ in EVERYTHING}
    verbs = {how.split(":")[1] for what, how in EVERYTHING if what == "button"}
    assert verbs == {verb.value for verb in Verb} - {"set"}


def test_every_command_is_made_by_answered():
    start = StartCommands(None, None, None, None)
    handlers = [command.callback for command in every_command()]
    handlers.append(start.challenge_from_menu.__func__)
    assert all(handler.__code__ is replies.answered(lambda: None).__code__ for handler in handlers)


@pytest.mark.parametrize(
    ("what", "how", "error", "words"),
    each_with_each(
        [(what, how) for what, how in EVERYTHING if not {what, str(how)} & WITHOUT_STORE],
        [
            (StoreUnavailable(), "can't save right now"),
            (OutcomeUnknown(), "Saving is slow"),
            (RuntimeError("a secret of the machine room"), "Something broke on my side"),
            (OSError(28, "No space left on device"), "Something broke on my side"),
        ],
    ),
)
async def test_a_failure_is_answered_once_and_tells_nothing_it_should_not(
    server: Server, monkeypatch: pytest.MonkeyPatch, what: str, how: Any, error: Exception, words: str
):
    await server.ann.slash(server.general, "ttt start")
    monkeypatch.setattr(server.store, "run", failing_with(error))
    before = len(server.answers())
    result = await do(server, what, how)
    assert refused(result, words)
    assert "secret" not in text(result)
    assert len(server.answers()) == before + 1


async def test_an_unknown_error_shows_an_id_that_stands_in_the_log(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    monkeypatch.setattr(server.store, "run", failing_with(RuntimeError("boom")))
    shown = re.search(r"error ([0-9a-f]{8})", text(await do(server, "board", {})))
    assert shown
    [record] = [record for record in caplog.records if shown[1] in record.getMessage()]
    assert record.exc_info
    assert "boom" in str(record.exc_info[1])


@pytest.mark.parametrize("error", [StoreUnavailable(), OutcomeUnknown(), RuntimeError("boom")])
async def test_completing_a_cell_is_answered_with_nothing_whatever_fails(
    server: Server, monkeypatch: pytest.MonkeyPatch, error: Exception
):
    monkeypatch.setattr(server.store, "run", failing_with(error))
    assert await server.ann.autocomplete(server.general, "ttt move", "cell", "") == []
    assert [answer["data"] for answer in server.answers()] == [{"choices": []}]


@pytest.mark.parametrize(
    ("what", "how", "status", "code"),
    each_with_each(EVERYTHING, [(404, 10062), (400, 40060), (404, 10008), (404, 10003), (503, 0), (429, 0)]),
)
async def test_an_answer_lost_on_the_way_undoes_nothing_and_is_not_sent_again(
    server: Server, what: str, how: Any, status: int, code: int, caplog: pytest.LogCaptureFixture
):
    if what not in {"start", "menu"}:
        await server.ann.slash(server.general, "ttt start")
    before = len(server.answers())
    server.env.inject_error("POST", "/interactions/*/*/callback", status=status, code=code)
    await do(server, what, how)
    assert len(server.answers()) == before + 1
    assert "was lost" in caplog.text
    if what == "move":
        assert (await server.moves())[0] == 5


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError(), ConnectionResetError(), TimeoutError()])
async def test_a_connection_that_breaks_is_no_error_of_ours(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
):
    async def broken(*_: object) -> None:
        raise error

    monkeypatch.setattr(Sender, "_respond", broken)
    await do(server, "start", {})
    assert "was lost" in caplog.text
    assert "Error " not in caplog.text
    assert await server.moves() == ()


async def test_an_answer_whose_connection_breaks_is_sent_once_more(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    respond, tries = Sender._respond, []

    async def breaks_once(*reply: Any) -> None:
        tries.append(reply)
        if len(tries) == 1:
            raise aiohttp.ServerDisconnectedError
        await respond(*reply)

    monkeypatch.setattr(Sender, "_respond", breaks_once)
    assert "Your turn" in text(await do(server, "start", {}))
    assert len(tries) == 2
    assert len(server.answers()) == 1


async def test_an_answer_discord_finds_wrong_is_replaced_by_one_that_says_so(server: Server):
    server.env.inject_error("POST", "/interactions/*/*/callback", status=400, code=50035)
    assert refused(await do(server, "start", {}), "Something broke on my side")


@pytest.mark.parametrize("hangs_at", [1, 2])
async def test_an_answer_that_hangs_is_given_up_when_discord_gives_up(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, hangs_at: int
):
    tries = []

    async def hangs(*_: object) -> None:
        tries.append(None)
        if len(tries) < hangs_at:
            raise ValueError
        await asyncio.Event().wait()

    monkeypatch.setattr(Sender, "_respond", hangs)
    monkeypatch.setattr(sending, "_PATIENCE", 0.05)
    await server.client._buttons.press(RESIGNED)
    assert "was lost: it took too long" in caplog.text
    assert server.client.replies.at_work == 0


async def test_when_even_that_fails_the_log_has_it(server: Server, caplog: pytest.LogCaptureFixture):
    server.env.inject_error("POST", "/interactions/*/*/callback", status=400, code=50035, times=2)
    await do(server, "start", {})
    assert "could not be answered at all" in caplog.text


async def test_a_handler_that_takes_too_long_is_answered_before_discord_gives_up(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    answers = []

    async def never_done(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    async def note(_: object, __: object, reply: Notice) -> None:
        answers.append(reply.text)

    monkeypatch.setattr(server.store, "run", never_done)
    monkeypatch.setattr(Sender, "_respond", note)
    monkeypatch.setattr(replies, "_PATIENCE", 0.05)
    await server.client._buttons.press(RESIGNED)
    assert "Saving is slow" in "".join(answers)


async def test_a_database_error_becomes_a_true_answer(server: Server, monkeypatch: pytest.MonkeyPatch):
    await server.ann.slash(server.general, "ttt start")

    def broken(*_: object) -> None:
        raise OperationalError("SELECT", {}, sqlite3.OperationalError("disk I/O error"))

    monkeypatch.setattr(session_finding, "live_session", broken)
    assert refused(await do(server, "move", {"cell": 5}), "didn't count")


async def test_a_command_that_is_not_ours_is_answered(server: Server):
    server.client.tree.clear_commands(guild=None)  # as after an update that removed a command
    assert refused(await do(server, "board", {}), "That command has changed")
    assert await server.ann.autocomplete(server.general, "ttt move", "cell", "") == []
    assert server.answers()[-1]["data"] == {"choices": []}
    assert {type(error) for error in server.env.errors} == {app_commands.CommandNotFound}


async def test_a_clean_stop_waits_for_the_handlers_at_work(server: Server, monkeypatch: pytest.MonkeyPatch):
    order = []

    async def slow(*_: object, **__: object) -> None:
        await asyncio.sleep(0)
        order.append("handled")
        raise StoreUnavailable

    async def answered(*_: object) -> None:
        order.append("answered")

    monkeypatch.setattr(server.store, "run", slow)
    monkeypatch.setattr(Sender, "_respond", answered)
    handler = asyncio.create_task(server.client._buttons.press(RESIGNED))
    await asyncio.sleep(0)
    await server.client.replies.finish(2.5)
    order.append("stopped")
    assert order == ["handled", "answered", "stopped"]
    await handler


async def test_no_handler_meets_the_database_on_the_event_loops_thread_or_searches_at_all(
    server: Server, store: Store
):
    fill_tables()
    threads = set()
    direct = store._database._engine.raw_connection().driver_connection
    direct.set_trace_callback(lambda _: threads.add(threading.current_thread()))
    searched = minimax._score.cache_info().misses
    for level in LEVELS:
        await server.ann.slash(server.general, "ttt start", level=level, first="them")
        await server.ann.autocomplete(server.general, "ttt move", "cell", "")
        for what, how in EVERYTHING:
            await do(server, what, how)
    assert threads
    assert threading.main_thread() not in threads
    assert minimax._score.cache_info().misses == searched


@pytest.fixture(autouse=True)
def _listen(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG, logger="bot")


async def test_a_refusal_that_cannot_be_put_into_words_is_answered_with_the_id_of_an_error(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def broken(*_: object) -> None:
        raise LookupError("no words for it")

    await server.ann.slash(server.general, "ttt start")
    monkeypatch.setattr("bot.rendering.notices.refused", broken)
    refusal = await server.send_press(server.bob, "ttt:cell:1:0:5")
    assert refusal.acknowledged
    assert refusal.ephemeral
    [error_id] = re.findall(r"[0-9a-f]{8}", text(refusal))
    assert f"Error {error_id}" in caplog.text
    assert "no words for it" in caplog.text
    assert not server.env.errors


async def test_what_cannot_follow_an_answer_is_logged_and_the_answer_stays(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def broken(*_: object) -> None:
        raise LookupError("no pointer")

    await server.ann.slash(server.general, "ttt start")
    monkeypatch.setattr("bot.rendering.boards.pointer", broken)
    assert "Your turn" in text(await server.ann.slash(server.general, "ttt board"))
    assert "no pointer" in caplog.text
    assert not server.env.errors


async def test_the_debug_log_tells_who_asked_for_what_where_and_what_they_got(
    server: Server, caplog: pytest.LogCaptureFixture
):
    for logger in ("bot.client", "bot.sending"):
        caplog.set_level("DEBUG", logger)
    await server.ann.slash(server.general, "ttt start", level="hard")
    await server.ann.click(server.general.last_message, label="5")
    where = f"person {server.ann.id}, server {server.ann.guild.id}, channel {server.general.id}"
    told = [re.sub(r"^Interaction \d+: ", "", line) for line in caplog.messages]
    assert told == [
        f"/ttt start level:hard, {where}",
        "Card, a new message",
        f"ttt:cell:1:0:5, {where}",
        "Card, it replaced the message whose button was pressed",
    ]
