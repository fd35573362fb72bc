"""How games with friends and with the bot end, and what people can do then."""

import asyncio
import logging

import discord
import pytest
from prometheus_client import REGISTRY
from sqlalchemy import select

from bot.challenges.challenge import LIFETIME
from bot.database.tables import sessions
from bot.interactions import discord_internals, sending
from bot.messages.content import Post
from bot.running import transactions as upkeep
from tests.support.server import Server, broken, text
from tests.support.walk import (
    ANN,
    BOB,
    COUNTING,
    EVE,
    FRIENDS,
    Step,
    hears,
    passes,
    posts,
    redraws,
    restarts,
    walk,
    walks,
)

test_a_game = walks(
    {
        "has at most a day for a move": (
            posts(ANN, "start", "1 day per move", opponent=BOB, time=24 * 60),
        ),
        "is won by a claim by button": (
            *FRIENDS,
            passes(601),
            hears(BOB, "1", "@ann was out of time.** Unless they have moved since, claim"),
            posts(BOB, "board", "@ann's time is up. @bob can claim the win", "Claim win"),
            hears(ANN, "Claim win", "It's your move!"),
            redraws(BOB, "Claim win", "### @bob wins! 🏆\n@ann ran out of time"),
        ),
        "is drawn by an offer, which lapses with a move": (
            *FRIENDS,
            posts(ANN, "draw", "@ann offers a draw"),
            posts(ANN, "move", "Your turn, @bob", cell=5),
            posts(BOB, "draw", "@bob offers a draw"),
            posts(ANN, "draw", "Draw agreed"),
        ),
        "has a rematch that is accepted like any challenge": (
            *COUNTING,
            posts(BOB, "resign", "resigned"),
            posts(ANN, "Rematch", "wants a rematch", "you go first\n-# 10 minutes per move"),
            hears(ANN, "Rematch", "You'd already challenged @bob"),
            posts(BOB, "Accept", "-# ❌ 1 – 0 ⭕"),
        ),
    }
)


REMINDED = (
    passes(61),
    posts(ANN, "start", "challenges you!", opponent=BOB, first="me", time=1),
    posts(BOB, "Accept", "Your turn, @ann"),
    passes(70, "it's your move", "@bob, @ann is out of time [in this game]"),
)


@pytest.mark.parametrize(
    "then",
    [
        (
            hears(ANN, "Claim win", "It's your move!"),
            hears(EVE, "Claim win", "someone else's game"),
            redraws(
                BOB,
                "Claim win",
                "### @bob wins! 🏆\n@ann ran out of time",
                "This game is over: [go to",
            ),
        ),
        (
            restarts(),
            redraws(ANN, "Resign", "Game stopped"),
            redraws(BOB, "Claim win", "This game is over: [go to the board]"),
        ),
        (redraws(ANN, "Resign", "Game stopped", "This game is over: [go to the board]"),),
        (
            posts(BOB, "board", "@bob can claim the win"),
            redraws(ANN, "1", "Your turn, @bob", "The late move came after all."),
        ),
        (posts(BOB, "claim", "@ann ran out of time", "This game ended further down"),),
        (
            restarts(),
            redraws(ANN, "1", "Your turn"),
            redraws(EVE, "Claim win", "The late move came after all."),
        ),
    ],
    ids=[
        "claimed",
        "over after a restart",
        "over",
        "moved",
        "claimed by command",
        "moved after a restart",
    ],
)
async def test_who_is_told_that_time_is_up_claims_the_win_on_that_message(
    server: Server, then: tuple[Step]
):
    server.add_bot_as_member()
    await walk(server, *REMINDED, *then)


async def moved_where_the_bot_may_write(server: Server, **options) -> None:
    """Ann's first move, from a server that has the bot as a member; simcord does not say that."""
    await server.play_friends(**options)
    await server.send_presses((server.ann, "ttt:cell:1:0:5"), **server.home)


async def test_a_clock_of_one_minute_reminds_the_awaited_after_half_a_minute_and_then_who_may_claim(
    server: Server,
):
    await moved_where_the_bot_may_write(server, time=1)
    before = len(server.general.history())
    await server.env.advance_time(28)
    assert len(server.general.history()) == before
    for seconds, told, notified in (
        (10, "it's your move", server.bob),
        (30, "is out of time", server.ann),
    ):
        await server.env.advance_time(seconds)
        sent = [
            request.json
            for request in server.env.http_requests
            if request.path.endswith("/messages")
        ]
        assert told in sent[-1]["content"]
        assert sent[-1]["allowed_mentions"] == {"parse": [], "users": [notified.id]}


@pytest.mark.parametrize("way", ["command", "press"])
async def test_a_reminder_is_planned_where_the_bot_sees_the_channel_and_may_send(
    server: Server, way: str
):
    await server.play_friends()
    for turn, (permissions, channel, may) in enumerate(
        [
            ({"view_channel": True, "send_messages": True}, {}, True),
            ({"view_channel": False, "send_messages": True}, {}, False),
            ({"view_channel": True, "send_messages_in_threads": True}, _THREAD, True),
            ({"view_channel": True, "send_messages": False}, {}, False),
            ({"view_channel": True, "send_messages": True}, _THREAD, False),
        ]
    ):
        who, cell = (server.ann, server.bob)[turn % 2], turn + 1
        there = server.home | {"app_permissions": str(discord.Permissions(**permissions).value)}
        if channel:
            there["channel"] = {"id": str(server.general.id), **channel}
        if way == "press":
            await server.send_presses((who, f"ttt:cell:1:{turn}:{cell}"), **there)
        else:
            option = {"name": "cell", "type": 4, "value": cell}
            await server.send_command(who, "move", options=[option], **there)
        assert len(await server.moves()) == turn + 1
        remind_at = await server.store.run(
            lambda transaction: transaction.connection.scalar(select(sessions.c.remind_at))
        )
        assert (remind_at is not None) is may, (permissions, channel)


_THREAD = {
    "type": 11,
    "name": "here",
    "parent_id": "1",
    "owner_id": "1",
    "message_count": 0,
    "member_count": 1,
    "thread_metadata": {
        "archived": False,
        "auto_archive_duration": 60,
        "archive_timestamp": "2026-01-01",
    },
}


async def test_a_reminder_that_cannot_be_sent_is_passed_over(
    server: Server, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO, logger="bot")
    await moved_where_the_bot_may_write(server)
    server.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    before = len(server.general.history())
    await server.env.advance_time(400)
    assert len(server.general.history()) == before
    assert "could not be told" in caplog.text
    assert "still had time" in text(await server.ann.slash(server.general, "ttt claim"))


def failed_timers() -> float:
    return REGISTRY.get_sample_value("ttt_timer_errors_total") or 0.0


@pytest.mark.parametrize("step", ["sweep", "reminders"])
async def test_a_sweep_that_fails_unexpectedly_is_logged_and_counted_and_the_next_one_comes(
    server: Server, caplog: pytest.LogCaptureFixture, step: str
):
    await moved_where_the_bot_may_write(server)
    before = failed_timers()
    with broken(upkeep, step, RuntimeError("boom")):
        await server.env.advance_time(6)
    logged = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert failed_timers() == before + len(logged)
    record = logged[0]
    assert record.exc_info
    assert "boom" in str(record.exc_info[1])
    await server.env.advance_time(320)
    assert server.general.last_message.content.endswith("⏰")


async def test_reminders_are_sent_although_later_sweeps_fail(server: Server):
    await moved_where_the_bot_may_write(server)
    await server.env.advance_time(61)
    with broken(upkeep, "sweep", RuntimeError("boom")):
        await server.env.advance_time(319)
    assert server.general.last_message.content.endswith("⏰")


async def test_nobody_is_reminded_before_a_sweep_which_gives_back_the_time_the_bot_was_down(
    server: Server,
):
    await moved_where_the_bot_may_write(server)
    before = len(server.general.history())
    with broken(upkeep, "sweep", RuntimeError("boom")):
        await server.restart(server.store)
        await server.env.advance_time(700)
    await server.env.advance_time(290)
    assert len(server.general.history()) == before
    await server.env.advance_time(20)
    assert len(server.general.history()) == before + 1


async def test_what_the_clock_ends_it_ends_ten_seconds_late(server: Server):
    """An answer in time may still be on its way, and the machine's clock be ahead of Discord's."""
    asked = await server.challenge()
    await server.env.advance_time(LIFETIME + 8)
    assert "Challenge expired." not in text(asked)
    await server.env.advance_time(8)
    assert "Challenge expired." in text(asked)


async def test_reminders_that_are_too_many_at_once_come_with_the_next_look(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.running.timers._AT_ONCE", 1)
    await moved_where_the_bot_may_write(server)
    await server.eve.slash(server.lounge, "ttt start", opponent=server.mod, first="me")
    await server.mod.click(server.lounge.last_message, label="Accept")
    await server.send_presses((server.eve, "ttt:cell:2:0:5"), where=server.lounge, **server.home)
    await server.env.advance_time(330)
    for channel in (server.general, server.lounge):
        assert channel.last_message.content.endswith("⏰")


async def test_a_reminder_that_hangs_keeps_no_other_waiting_for_long(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO, logger="bot")

    async def hangs(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(discord_internals, "post", hangs)
    monkeypatch.setattr(sending, "_LONGEST_MESSAGE", 0.05)
    await server.client.app.sender.post(server.general.id, Post("⏰"))
    assert "could not be told" in caplog.text


async def test_the_log_says_which_message_could_not_be_redrawn(
    server: Server, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.INFO, logger="bot")
    server.env.inject_error("PATCH", "/channels/*/messages/*", status=403, code=50001)
    await server.client.app.sender.edit(server.general.id, 12, Post("⏰"))
    [line] = caplog.messages
    assert line.startswith(
        f"Message 12 in channel {server.general.id} could not be redrawn: 403 Forbidden"
    )
