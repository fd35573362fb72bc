"""/ttt watch: two opponents, one move at a time or all moves at once."""

import logging

import aiohttp
import pytest
from prometheus_client import REGISTRY
from simcord import ResponseMessage

from bot.database.errors import OutcomeUnknown, StoreUnavailable
from bot.database.store import Store
from bot.interactions.sending import Sender
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
    return (
        await server.ann.slash(server.general, "ttt watch", x="perfect", o="perfect")
    ).response.message


@pytest.fixture
async def playing(server: Server, board: ResponseMessage) -> ResponseMessage:
    """The same after a press on Play it out, which made the first move."""
    await server.ann.click(board, label="Play it out")
    return board


def edits(server: Server) -> int:
    return sum("/messages/@original" in request.path for request in server.env.http_requests)


async def moves_after(server: Server, seconds: int) -> list[int]:
    """How many moves have been made after each of the next seconds."""
    made = []
    for _ in range(seconds):
        await server.env.advance_time(1.0)
        made.append(len(await server.moves(1)))
    return made


async def test_a_demo_game_is_public_and_begins_with_an_empty_board(server: Server):
    result = await server.ann.slash(server.general, "ttt watch", x="hard", o="rule of thumb")
    assert not result.ephemeral
    assert "-# ❌ **Bot** · hard\n-# ⭕ **Bot** · rule of thumb" in text(result)
    assert "**Next up: Bot (hard)** ❌" in text(result)
    assert labels(result) == ["Next", "Play it out", "As text"]


async def test_both_sides_are_normal_unless_one_says_so(server: Server):
    result = await server.ann.slash(server.general, "ttt watch")
    assert "-# ❌ **Bot** · normal\n-# ⭕ **Bot** · normal" in text(result)


async def test_everyone_can_be_watched_on_either_side(server: Server):
    for name in OPPONENTS:
        result = await server.ann.slash(server.general, "ttt watch", x=name, o=name)
        assert f"-# ❌ **Bot** · {name}\n-# ⭕ **Bot** · {name}" in text(result)
        for _ in range(2):
            result = await server.ann.click(result.response.message, label="Next")
            assert "played" in text(result)


async def test_next_plays_one_move_for_anyone_on_the_same_message(
    server: Server, board: ResponseMessage
):
    result = await server.bob.click(board, label="Next")
    assert result.response.id == board.id
    assert "Bot (perfect) played" in text(result)
    assert len(await server.moves(1)) == 1


async def test_play_on_plays_a_move_a_second_to_the_end(server: Server, playing: ResponseMessage):
    assert len(await server.moves(1)) == 1
    assert await moves_after(server, 8) == [2, 3, 4, 5, 6, 7, 8, 9]
    assert "a draw!" in text(server.message(playing))
    assert await moves_after(server, 5) == [9] * 5
    assert edits(server) == 8
    assert not server.client._demo_games._running


async def test_play_on_and_next_go_together_and_never_double_the_pace(
    server: Server, playing: ResponseMessage
):
    await server.bob.click(playing, label="Play it out")
    assert len(await server.moves(1)) == 2
    before = edits(server)
    assert await moves_after(server, 4) == [3, 4, 5, 6]
    assert edits(server) - before == 4
    assert len(server.client._demo_games._running) == 1


async def test_play_on_at_the_last_move_ends_it(server: Server, board: ResponseMessage):
    for _ in range(8):
        await server.ann.click(board, label="Next")
    assert "It's a draw! 🤝" in text(await server.ann.click(board, label="Play it out"))
    assert await moves_after(server, 1) == [9]
    assert not server.client._demo_games._running


async def test_a_press_takes_over_from_one_whose_answer_was_lost(
    server: Server, board: ResponseMessage
):
    server.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    await server.ann.click(board, label="Play it out")
    assert await moves_after(server, 3) == [1, 1, 1]
    await server.ann.click(board, label="Play it out")  # which shows the first move
    assert await moves_after(server, 3) == [3, 4, 5]


async def test_a_demo_game_never_draws_over_a_notice(server: Server, board: ResponseMessage):
    server.env.inject_error("POST", "/interactions/*/*/callback", status=400, code=50035)
    notice = await server.ann.click(board, label="Play it out")
    await server.env.advance_time(3.0)
    assert "Something broke on my end" in text(notice)
    assert notice.ephemeral


@pytest.mark.parametrize(
    ("status", "code"), [(404, 10008), (404, 10015), (403, 50001), (500, 0), (429, 0)]
)
async def test_a_demo_game_whose_message_cannot_be_drawn_stands_still_and_goes_on_at_a_press(
    server: Server,
    playing: ResponseMessage,
    caplog: pytest.LogCaptureFixture,
    status: int,
    code: int,
):
    server.env.inject_error("PATCH", "/webhooks/*/*/messages/@original", status=status, code=code)
    assert await moves_after(server, 3) == [2, 2, 2]
    assert "The demo game of session 1 stands still: " in caplog.text
    assert not server.client._demo_games._running
    assert "played" in text(await server.ann.click(playing, label="Play it out"))
    await server.env.advance_time(8.0)
    assert len(await server.moves(1)) == 9


EXPECTED = [
    *(
        (Store, "run", error)
        for error in (StoreUnavailable(), OutcomeUnknown(), Refusal(NO_GAME_HERE))
    ),
    *(
        (Sender, "redraw", error)
        for error in (aiohttp.ServerDisconnectedError(), ConnectionResetError())
    ),
]
UNEXPECTED = (Sender, "redraw", RuntimeError("boom"))


@pytest.mark.parametrize(("owner", "name", "error"), [*EXPECTED, UNEXPECTED], ids=repr)
async def test_a_demo_game_that_fails_stands_still_and_only_what_is_unexpected_is_an_error(
    server: Server,
    playing: ResponseMessage,
    caplog: pytest.LogCaptureFixture,
    owner: type,
    name: str,
    error: Exception,
):
    before = REGISTRY.get_sample_value("ttt_timer_errors_total")
    with broken(owner, name, error):
        await server.env.advance_time(5.0)
    assert len(await server.moves(1)) == (1 if owner is Store else 2)
    assert not server.client._demo_games._running
    errors = [record.exc_info[1] for record in caplog.records if record.levelno == logging.ERROR]
    assert errors == ([error] if isinstance(error, RuntimeError) else [])
    assert ("The demo game of session 1 stands still: " in caplog.text) is not bool(errors)
    assert REGISTRY.get_sample_value("ttt_timer_errors_total") == before + len(errors)
    await server.ann.click(playing, label="Play it out")
    await server.env.advance_time(8.0)
    assert len(await server.moves(1)) == 9


@pytest.mark.parametrize("way", ["finish", "close"])
@pytest.mark.usefixtures("playing")
async def test_a_clean_stop_lets_demo_games_stand(server: Server, way: str):
    await getattr(server.client, way)()
    assert not server.client._demo_games._running
