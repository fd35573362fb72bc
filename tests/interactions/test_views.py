"""What an earlier message shows once a newer one takes its place, and what follows an answer."""

import asyncio
import itertools
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from discord import InteractionType

from bot.database.errors import StoreUnavailable
from bot.interactions.token import Token
from tests.support.refusals import discord_refuses
from tests.support.server import Server, broken, buttons, labels, text
from tests.support.walk import ANN, BOB, FRIENDS, does, hears, passes, posts, redraws, walks

MINUTES = 60
COMPONENT = InteractionType.component


test_an_earlier_message = walks(
    {
        "of a challenge that was accepted stays a board when its time is up": (
            *FRIENDS,
            passes(6 * MINUTES),
        ),
        "of a challenge that a rematch accepted says so": (
            *FRIENDS,
            redraws(ANN, "Resign", "Game stopped"),
            posts(ANN, "Rematch", "wants a rematch"),
            posts(BOB, "Rematch", "Your turn", "Game on!"),
        ),
        "of an open game is cancelled when its host deletes everything": (
            posts(ANN, "start", "Who's in?", open=True),
            hears(ANN, "privacy", "Your data"),
            does(ANN, "Delete", "Delete all your data?"),
            does(ANN, "Delete everything", "All gone.", "Challenge canceled."),
        ),
    }
)


async def test_a_board_of_another_game_stays_as_it_is(server: Server):
    others = await server.bob.slash(server.general, "ttt start")
    board = text(others)
    await server.ann.slash(server.general, "ttt start")
    await server.ann.slash(server.general, "ttt board")
    assert text(others) == board


async def test_once_its_token_has_expired_an_earlier_board_stays_until_it_is_pressed(
    server: Server,
):
    started = await server.ann.slash(server.general, "ttt start", level="perfect")
    board = text(started)
    await server.env.advance_time(15 * MINUTES)
    await server.ann.slash(server.general, "ttt move", cell=1)
    assert text(started) == board
    asked = [(request.method, request.path) for request in server.env.http_requests]
    assert not [path for method, path in asked if method == "PATCH" and "/webhooks/" in path]
    assert not server.env.errors


async def test_after_a_restart_a_press_on_the_older_of_two_boards_makes_the_newer_a_pointer(
    server: Server,
):
    older = await server.ann.slash(server.general, "ttt start", level="perfect")
    await server.restart(server.store)
    newer = await server.ann.slash(server.general, "ttt board")
    assert "Your turn" in text(older), "its token is gone"
    await server.ann.click(older.response.message, label="1")
    assert "This game has moved" in text(newer)
    assert "Your turn" in text(older)


@asynccontextmanager
async def slow_to_confirm(server: Server) -> AsyncIterator[None]:
    """In the block Discord takes the next answer, and says so only at the end."""
    sender = server.client.app.sender
    confirmed = asyncio.Event()
    call_back = sender._call_back
    with pytest.MonkeyPatch.context() as patch:

        async def slowly(*answer: Any, **more: Any) -> Any:
            patch.undo()
            sent = await call_back(*answer, **more)
            await server.env.external_wait(confirmed.wait(), reason="Discord is slow")
            return sent

        patch.setattr(sender, "_call_back", slowly)
        yield
    confirmed.set()
    await server.env.settle()


async def test_the_board_that_was_sent_last_stays_though_discord_confirms_an_older_one_after_it(
    server: Server,
):
    await server.ann.slash(server.general, "ttt start", level="perfect")
    async with slow_to_confirm(server):
        older = await server.ann.slash(server.general, "ttt board")
        newer = await server.ann.slash(server.general, "ttt move", cell=1)
    assert "This game has moved" in text(older)
    assert "Your turn" in text(newer)


async def test_a_board_that_is_pressed_before_discord_confirms_it_stays_a_board(server: Server):
    async with slow_to_confirm(server):
        board = await server.ann.slash(server.general, "ttt start", level="perfect")
        await server.ann.click(board.response.message, label="1")
    assert "Your turn" in text(board)


def first_arrives_last(
    server: Server, monkeypatch: pytest.MonkeyPatch, by: str = "_call_back"
) -> None:
    """Let what the sender sends next by this method reach Discord only after what follows it."""
    sender = server.client.app.sender
    send = getattr(sender, by)
    has_arrived = asyncio.Event()

    async def arrives_first(*message: Any, **more: Any) -> Any:
        sent = await send(*message, **more)
        has_arrived.set()
        return sent

    async def arrives_last(*message: Any, **more: Any) -> Any:
        monkeypatch.setattr(sender, by, arrives_first)
        await has_arrived.wait()
        return await send(*message, **more)

    monkeypatch.setattr(sender, by, arrives_last)


async def test_of_two_presses_at_once_a_board_shows_the_later_though_its_answer_arrives_first(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    board = await server.play_friends()
    first_arrives_last(server, monkeypatch)
    presses = [(server.ann, "ttt:draw:1:0"), (server.bob, "ttt:draw:1:0")]
    await server.send_presses(*presses, message=board.response.message)
    assert "Draw agreed" in text(board)


async def test_a_move_stays_though_an_older_board_reaches_its_message_after_it(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    """Ann listens, so her move is drawn for everyone by a request of its own, which is slow."""
    board = await server.play_friends()
    sender = server.client.app.sender
    redraw, call_back = sender.redraw, sender._call_back
    bob_is_answered = asyncio.Event()

    async def late(*message: Any) -> int:
        monkeypatch.setattr(sender, "redraw", redraw)
        await server.env.external_wait(bob_is_answered.wait(), reason="Discord is slow")
        return await redraw(*message)

    async def answer_bob(*answer: Any, **more: Any) -> Any:
        sent = await call_back(*answer, **more)
        bob_is_answered.set()
        return sent

    monkeypatch.setattr(sender, "redraw", late)
    await server.send_press(server.ann, "ttt:cell:1:0:1:spoken")
    monkeypatch.setattr(sender, "_call_back", answer_bob)
    await server.send_presses((server.bob, "ttt:cell:1:1:2"), message=board.response.message)
    assert labels(board)[:2] == ["X", "O"]


@pytest.mark.parametrize("presses_newer", [False, True])
async def test_of_two_cards_that_are_pressed_while_one_becomes_the_link_the_last_stays(
    server: Server, monkeypatch: pytest.MonkeyPatch, presses_newer: bool
):
    older = await server.mod.slash(server.general, "ttt cup")
    pressed = older.response.message
    sender = server.client.app.sender
    redraw = sender.redraw
    is_pressed = asyncio.Event()

    async def late(*message: Any) -> int:
        monkeypatch.setattr(sender, "redraw", redraw)
        message_id = await redraw(*message)
        await server.env.external_wait(is_pressed.wait(), reason="Discord is slow")
        return message_id

    monkeypatch.setattr(sender, "redraw", late)
    newer = await server.mod.slash(server.general, "ttt cup")
    await server.send_press(server.ann, "ttt:cupjoin:1", pressed)
    card, link = older, newer
    if presses_newer:
        await server.send_press(server.bob, "ttt:cupjoin:1", newer.response.message)
        card, link = newer, older
    is_pressed.set()
    await server.env.settle()
    assert "16 players" in text(card)
    assert "This cup has moved" in text(link)


async def test_a_board_that_is_overtaken_while_it_is_drawn_again_becomes_the_link(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    older = await server.ann.slash(server.general, "ttt start", level="perfect")
    sender = server.client.app.sender
    redraw = sender.redraw
    is_overtaken = asyncio.Event()

    async def late(*message: Any) -> int:
        monkeypatch.setattr(sender, "redraw", redraw)
        await server.env.external_wait(is_overtaken.wait(), reason="Discord is slow")
        return await redraw(*message)

    monkeypatch.setattr(sender, "redraw", late)
    server.env.inject_error("POST", "/interactions/*/*/callback", status=503)
    await server.ann.click(older.response.message, label="1")
    newer = await server.ann.slash(server.general, "ttt board")
    is_overtaken.set()
    await server.env.settle()
    assert "Your turn" in text(newer)
    assert "This game has moved" in text(older)


async def test_a_rematch_that_both_ask_for_at_once_is_no_challenge_any_more(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    await server.play_friends()
    await server.ann.slash(server.general, "ttt resign")
    first_arrives_last(server, monkeypatch)
    presses = [(server.ann, "ttt:rematch:1"), (server.bob, "ttt:rematch:1")]
    asked, accepted = await server.send_presses(*presses)
    assert "Your turn" in text(accepted)
    assert "Game on!" in text(asked)
    assert not buttons(asked)


async def test_a_board_shows_a_move_that_discord_asked_for_too_late_to_be_answered(server: Server):
    board = await server.ann.slash(server.general, "ttt start", level="perfect")
    server.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    await server.ann.click(board.response.message, label="1")
    assert labels(board)[0] == "X"


async def test_the_token_of_an_interaction_that_nobody_waits_for_is_not_tried_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    board = await server.ann.slash(server.general, "ttt start", level="perfect")
    redraw = server.client.app.sender.redraw
    tried = set()

    async def noted(token: Token, *what: Any) -> int:
        tried.add(token)
        return await redraw(token, *what)

    monkeypatch.setattr(server.client.app.sender, "redraw", noted)
    server.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    await server.ann.click(board.response.message, label="1")
    server.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    await server.ann.slash(server.general, "ttt board")
    assert labels(board)[0] == "X"
    assert len(tried) == 1  # that of the start


async def test_a_press_that_comes_while_an_older_token_is_refused_can_change_its_message(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    older = await server.ann.slash(server.general, "ttt start", level="perfect")
    pressed = older.response.message
    sender = server.client.app.sender
    redraw = sender.redraw
    is_pressed = asyncio.Event()
    useless = set()

    async def refuse_the_first(token: Token, *what: Any) -> int:
        if not useless:
            useless.add(token)
            await server.env.external_wait(is_pressed.wait(), reason="Discord is slow")
        if token in useless:
            raise discord_refuses(404, 10015)
        return await redraw(token, *what)

    monkeypatch.setattr(sender, "redraw", refuse_the_first)
    newer = await server.ann.slash(server.general, "ttt board")
    await server.ann.click(pressed, label="1")
    is_pressed.set()
    await server.env.settle()
    await server.ann.slash(server.general, "ttt board")
    assert "This game has moved" in text(older)
    assert "This game has moved" in text(newer)


async def test_an_answer_that_arrives_on_a_line_that_is_cut_is_found_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    """The bot does not know which message it made, until it draws that once more by its token."""
    sender = server.client.app.sender
    call_back = sender._call_back

    async def cut(*answer: Any, **more: Any) -> None:
        monkeypatch.setattr(sender, "_call_back", call_back)
        await call_back(*answer, **more)
        raise aiohttp.ServerDisconnectedError

    monkeypatch.setattr(sender, "_call_back", cut)
    started = await server.ann.slash(server.general, "ttt start", level="perfect")
    assert "Your turn" in text(started)
    await server.ann.slash(server.general, "ttt move", cell=1)
    assert "This game has moved" in text(started)


async def test_an_answer_that_is_lost_overtakes_nothing(server: Server):
    started = await server.ann.slash(server.general, "ttt start", level="perfect")
    board = text(started)
    server.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10062)
    await server.ann.slash(server.general, "ttt board")
    assert text(started) == board


async def test_a_store_that_fails_when_a_challenge_expires_only_delays_what_its_message_says(
    server: Server,
):
    asked = await server.challenge(first="me")
    await server.env.advance_time(290)
    with broken(server.store, "serve", StoreUnavailable()):
        await server.env.advance_time(40)
    assert "Accept" in str(buttons(asked))
    await server.env.advance_time(90)
    assert "Challenge expired." in text(asked)
    assert not buttons(asked)


async def test_a_message_that_cannot_follow_is_passed_over(
    server: Server, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO, logger="bot")
    asked = await server.challenge(first="me")
    server.env.inject_error("POST", "/webhooks/*/*", status=404, code=10015)
    declined = await server.bob.click(asked.response.message, label="Decline")
    assert "Challenge declined." in text(declined)
    assert "is missing" in caplog.text


async def test_a_rematch_that_is_saved_is_not_denied_if_the_store_fails_after_it(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    board = await server.play_friends()
    ended = await server.ann.click(board.response.message, label="Resign")
    fail_after_one_transaction(server, monkeypatch)
    asked = await server.ann.click(ended.response.message, label="Rematch")
    assert "wants a rematch" in text(asked)


def fail_after_one_transaction(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on only the next transaction is saved."""
    serve, runs = server.store.serve, []

    async def only_once(*transaction: Any, **options: Any) -> Any:
        runs.append(transaction)
        if len(runs) > 1:
            raise StoreUnavailable
        return await serve(*transaction, **options)

    monkeypatch.setattr(server.store, "serve", only_once)


async def test_what_deletion_ends_is_closed_at_once_for_everyone(server: Server):
    with_bot = await server.ann.slash(server.general, "ttt start", level="easy")
    theirs = await server.eve.slash(server.lounge, "ttt start", opponent=server.ann)
    asked = await server.ann.slash(server.lounge, "ttt start", opponent=server.bob, first="me")
    with_bob = await server.bob.click(asked.response.message, label="Accept")
    alone = await server.ann.user.slash("ttt start")
    await server.ann.user.click(alone.response.message, label="1")
    others = await server.bob.slash(server.general, "ttt start")
    shown = await server.ann.slash(server.general, "ttt privacy")
    sure = await server.ann.click(shown.response.message, label="Delete")
    assert "All gone" in text(
        await server.ann.click(sure.response.message, label="Delete everything")
    )
    for board in (with_bot, with_bob, alone):
        assert "Game stopped" in text(board)
        assert "someone" in text(board)
        assert not {"Resign", "1"} & set(labels(board))
    assert not labels(alone), "that game is deleted, so nothing can be read or reviewed"
    assert "Challenge declined." in text(theirs)
    assert not buttons(theirs)
    assert "Your turn" in text(others)


async def test_a_board_is_not_drawn_over_the_way_to_where_its_game_went_meanwhile(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    board = await server.play_friends()
    call_back = server.client.app.sender._call_back
    numbers = itertools.count(1)
    has_arrived = asyncio.Event()

    async def third_before_first(*answer: Any, **more: Any) -> Any:
        number = next(numbers)
        if number == 1:
            await has_arrived.wait()
        sent = await call_back(*answer, **more)
        if number == 3:
            has_arrived.set()
        return sent

    monkeypatch.setattr(server.client.app.sender, "_call_back", third_before_first)
    presses = [(server.ann, "ttt:cell:1:0:1"), (server.bob, "ttt:cell:1:1:2")]
    over = (server.ann, "ttt:resignnow:1")
    await server.send_presses(*presses, over, message=board.response.message)
    assert "ended further down" in text(board) or "This game is over" in text(board)
