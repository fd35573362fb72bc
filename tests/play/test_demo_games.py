"""/ttt watch: two opponents, a move a second."""

import asyncio
import logging

import aiohttp
import pytest
from prometheus_client import REGISTRY
from simcord import ResponseMessage

from bot.database.errors import OutcomeUnknown, StoreUnavailable
from bot.interactions.sending import Sender
from bot.interactions.thinking import Thinking
from bot.messages.texts import Refusal
from bot.play.actions import NO_GAME_HERE
from engine.opponents import OPPONENTS
from tests.support.server import Server, broken, labels, text


@pytest.fixture(autouse=True)
def _listen(caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG, logger="bot")


@pytest.fixture
async def board(server: Server) -> ResponseMessage:
    """The message of a demo game of two perfect opponents."""
    return await watch(server)


async def watch(server: Server) -> ResponseMessage:
    result = await server.ann.slash(server.general, "ttt watch", x="perfect", o="perfect")
    return result.response.message


def edits(server: Server) -> int:
    return sum(request.method == "PATCH" for request in server.env.http_requests)


async def moves_after(server: Server, seconds: int, session_id: int = 1) -> list[int]:
    """How many moves have been made after each of the next seconds."""
    made = []
    for _ in range(seconds):
        await server.env.advance_time(1.0)
        made.append(len(await server.moves(session_id)))
    return made


async def test_a_demo_game_is_public_and_begins_with_an_empty_board(server: Server):
    result = await server.ann.slash(server.general, "ttt watch", x="hard", o="rule of thumb")
    assert not result.ephemeral
    assert "-# ❌ **Bot** · hard\n-# ⭕ **Bot** · rule of thumb" in text(result)
    assert "**Next up: Bot (hard)** ❌" in text(result)
    assert labels(result) == ["Play on", "As text"]


async def test_everyone_can_be_watched_on_either_side(server: Server):
    for name in OPPONENTS:
        result = await server.ann.slash(server.general, "ttt watch", x=name, o=name)
        assert f"-# ❌ **Bot** · {name}\n-# ⭕ **Bot** · {name}" in text(result)
        for _ in range(2):
            await server.env.advance_time(1.0)
            assert f"Bot ({name}) played" in text(server.message(result.response.message))


async def test_it_plays_a_move_a_second_to_the_end(server: Server, board: ResponseMessage):
    assert await moves_after(server, 9) == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert "a draw!" in text(server.message(board))
    assert labels(server.message(board)) == ["Review", "As text"]
    assert await moves_after(server, 5) == [9] * 5
    assert edits(server) == 9
    assert not server.client.app.demo_games


async def test_a_press_on_play_on_never_doubles_the_pace(server: Server, board: ResponseMessage):
    await server.env.advance_time(1.0)
    pressed = await server.bob.click(board, label="Play on")
    assert pressed.response.id == board.id
    assert "Bot (perfect) played" in text(pressed)
    before = edits(server)
    assert await moves_after(server, 4) == [2, 3, 4, 5]
    assert edits(server) - before == 4


async def test_after_a_restart_it_stands_still_until_somebody_presses(
    server: Server, board: ResponseMessage
):
    await moves_after(server, 2)
    await server.restart(server.store)
    assert await moves_after(server, 3) == [2, 2, 2]
    await server.bob.click(board, label="Play on")
    assert await moves_after(server, 3) == [3, 4, 5]


async def test_one_plays_in_a_channel_and_the_one_before_stands_still(
    server: Server, board: ResponseMessage
):
    await moves_after(server, 2)
    await watch(server)
    assert await moves_after(server, 2) == [2, 2]
    assert len(await server.moves(2)) == 2
    await server.ann.click(board, label="Play on")
    assert await moves_after(server, 2) == [3, 4]
    assert len(await server.moves(2)) == 2


@pytest.mark.usefixtures("board")
async def test_those_in_other_channels_play_on(server: Server):
    await server.ann.slash(server.lounge, "ttt watch")
    assert await moves_after(server, 2) == [1, 2]
    assert len(await server.moves(2)) == 2


async def test_a_demo_game_never_draws_over_a_notice(server: Server):
    server.env.inject_error("POST", "/interactions/*/*/callback", status=400, code=50035)
    notice = await server.ann.slash(server.general, "ttt watch")
    await server.env.advance_time(3.0)
    assert "Something broke on my end" in text(notice)
    assert notice.ephemeral


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError(), RuntimeError("boom")])
async def test_a_board_that_cannot_be_drawn_shows_the_next_move(
    server: Server, board: ResponseMessage, error: Exception
):
    with broken(Sender, "redraw", error):
        assert await moves_after(server, 2) == [1, 2]
    assert await moves_after(server, 1) == [3]
    assert text(server.message(board)).count("❌") == 3


@pytest.mark.parametrize(
    "error",
    [StoreUnavailable(), OutcomeUnknown(), Refusal(NO_GAME_HERE), RuntimeError("boom")],
    ids=repr,
)
async def test_a_demo_game_that_fails_stands_still_and_only_what_is_unexpected_is_an_error(
    server: Server, board: ResponseMessage, caplog: pytest.LogCaptureFixture, error: Exception
):
    before = REGISTRY.get_sample_value("ttt_timer_errors_total")
    with broken(Thinking, "ask_first", error):
        await server.env.advance_time(5.0)
    assert await moves_after(server, 2) == [0, 0]
    assert "The demo game of session 1 stands still" in caplog.text
    errors = [record.exc_info[1] for record in caplog.records if record.levelno == logging.ERROR]
    assert errors == ([error] if isinstance(error, RuntimeError) else [])
    assert REGISTRY.get_sample_value("ttt_timer_errors_total") == before + len(errors)
    await server.ann.click(board, label="Play on")
    assert await moves_after(server, 2) == [1, 2]


@pytest.mark.parametrize("way", ["finish", "close"])
@pytest.mark.usefixtures("board")
async def test_a_clean_stop_lets_demo_games_stand(server: Server, way: str):
    await getattr(server.client, way)()
    await asyncio.sleep(0)
    assert not server.client.app.demo_games
