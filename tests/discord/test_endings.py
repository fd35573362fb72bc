"""How games with friends and with the bot end, and what people can do then."""

import asyncio
import logging

import discord
import pytest
from prometheus_client import REGISTRY
from sqlalchemy import select

from bot import discord_internals, sending
from bot.storage import upkeep
from bot.storage.tables import sessions
from tests.support.server import Server, broken, labels, refused, text


def ping(server: Server) -> str:
    """The names of the people whom our last message may notify."""
    sent = [request for request in server.env.http_requests if request.path.endswith("/messages")]
    return str(sent[-1].json["allowed_mentions"])


async def test_the_longest_time_for_a_move_is_a_day(server: Server):
    challenge = await server.ann.slash(server.general, "ttt start", opponent=server.bob, time=24 * 60)
    assert "1 day per move" in text(challenge)


@pytest.mark.parametrize("way", ["command", "button"])
async def test_the_win_is_claimed_when_time_is_up_and_not_before(server: Server, way: str):
    board = await server.play_friends()

    async def claim(who):
        if way == "command":
            return await who.slash(server.general, "ttt claim")
        return await who.click(board.response.message, label="Claim win")

    assert refused(await claim(server.bob), f"<@{server.ann.id}> still has time**, until <t:")
    await server.env.advance_time(601)
    assert refused(await claim(server.ann), "It's your move!")
    result = await claim(server.bob)
    assert f"### <@{server.bob.id}> wins! 🏆\n<@{server.ann.id}> ran out of time · 0 moves" in text(result)


async def moved_where_the_bot_may_write(server: Server, **options) -> None:
    """Ann's first move, from a server that has the bot as a member; simcord does not say that."""
    await server.play_friends(**options)
    await server.send_presses((server.ann, "ttt:cell:1:0:5"), **server.home)


async def test_no_reminder_comes_where_the_bot_is_no_member(server: Server):
    await server.play_friends()
    before = len(server.general.history())
    await server.env.advance_time(400)
    assert len(server.general.history()) == before


async def test_a_reminder_comes_once_and_mentions_only_the_awaited(server: Server):
    await moved_where_the_bot_may_write(server)
    before = len(server.general.history())
    await server.env.advance_time(280)
    assert len(server.general.history()) == before
    await server.env.advance_time(100)
    reminder = server.general.last_message.content
    assert reminder.startswith(
        f"<@{server.bob.id}>, it's your move [in this game](https://discord.com/channels/"
    )
    assert str(server.ann.id) not in reminder
    assert str(server.bob.id) in ping(server)
    assert str(server.ann.id) not in ping(server)
    await server.env.advance_time(200)
    assert len(server.general.history()) == before + 1


async def test_who_may_claim_the_win_is_told_once_when_the_time_is_up(server: Server):
    await moved_where_the_bot_may_write(server)
    await server.env.advance_time(590)
    before = len(server.general.history())
    await server.env.advance_time(20)
    assert len(server.general.history()) == before + 1
    told = server.general.last_message.content
    assert told.startswith(f"<@{server.ann.id}>, <@{server.bob.id}> is out of time [in this game](https://")
    assert str(server.ann.id) in ping(server)
    assert str(server.bob.id) not in ping(server)
    await server.env.advance_time(900)
    assert len(server.general.history()) == before + 1
    assert "ran out of time" in text(await server.ann.slash(server.general, "ttt claim"))


async def test_a_clock_of_one_minute_reminds_after_half_a_minute(server: Server):
    await server.ann.slash(server.general, "ttt help")  # tells the time
    await server.env.advance_time(61)  # the first sweep
    await moved_where_the_bot_may_write(server, time=1)
    before = len(server.general.history())
    await server.env.advance_time(27)
    assert len(server.general.history()) == before
    await server.env.advance_time(6)
    assert "it's your move" in server.general.last_message.content
    await server.env.advance_time(30)
    assert "is out of time" in server.general.last_message.content


@pytest.mark.parametrize("way", ["command", "press"])
@pytest.mark.parametrize(
    ("permissions", "thread", "may"),
    [
        ({"view_channel": True, "send_messages": True}, False, True),
        ({"view_channel": False, "send_messages": True}, False, False),
        ({"view_channel": True, "send_messages": False}, False, False),
        ({"view_channel": True, "send_messages_in_threads": True}, True, True),
        ({"view_channel": True, "send_messages": True}, True, False),
    ],
)
async def test_a_reminder_is_planned_where_the_bot_sees_the_channel_and_may_send(
    server: Server, permissions: dict[str, bool], thread: bool, may: bool, way: str
):
    await server.play_friends()
    there = server.home | {"app_permissions": str(discord.Permissions(**permissions).value)}
    if thread:
        there["channel"] = {"id": str(server.general.id), **_THREAD}
    if way == "press":
        await server.send_presses((server.ann, "ttt:cell:1:0:5"), **there)
    else:
        await server.send_command(
            server.ann, "move", options=[{"name": "cell", "type": 4, "value": 5}], **there
        )
    remind_at = await server.store.run(lambda connection: connection.scalar(select(sessions.c.remind_at)))
    assert (remind_at is not None) is may


_THREAD = {
    "type": 11,
    "name": "here",
    "parent_id": "1",
    "owner_id": "1",
    "message_count": 0,
    "member_count": 1,
    "thread_metadata": {"archived": False, "auto_archive_duration": 60, "archive_timestamp": "2026-01-01"},
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
    assert "still has time" in text(await server.ann.slash(server.general, "ttt claim"))


async def test_a_draw_is_offered_and_accepted_by_command_and_lapses_with_a_move(server: Server):
    await server.play_friends()
    await server.ann.slash(server.general, "ttt draw")
    moved = await server.ann.slash(server.general, "ttt move", cell=5)
    assert "offers a draw" not in text(moved)
    await server.bob.slash(server.general, "ttt draw")
    assert "Draw agreed" in text(await server.ann.slash(server.general, "ttt draw"))


async def test_a_rematch_with_the_bot_is_a_new_message_and_the_final_board_stays(server: Server):
    await server.ann.slash(server.general, "ttt start", level="perfect")
    for cell in (1, 2, 9):
        ended = await server.ann.slash(server.general, "ttt move", cell=cell)
    final = text(ended)
    again = await server.ann.click(ended.response.message, label="Rematch")
    assert again.response.id != ended.response.id
    assert "-# ❌ 0 – 1 ⭕" in text(again)
    assert "⭕ I played" in text(again)
    assert text(ended) == final
    await server.ann.slash(server.general, "ttt move", cell=int(labels(again)[0]))
    resigned = await server.ann.slash(server.general, "ttt resign")
    assert "\n❌ 0 – 2 ⭕" in text(resigned)
    assert refused(await server.ann.click(ended.response.message, label="Rematch"), "already been a rematch")


async def lost(server: Server, loser):
    """The end of a game between ann and bob, which counts."""
    await server.play_friends()
    await server.ann.slash(server.general, "ttt move", cell=1)
    await server.bob.slash(server.general, "ttt move", cell=5)
    return await loser.slash(server.general, "ttt resign")


async def test_a_rematch_with_a_friend_takes_two_presses_and_notifies_the_other(server: Server):
    ended = await lost(server, server.bob)
    offer = await server.bob.click(ended.response.message, label="Rematch")
    assert offer.response.id != ended.response.id
    assert f"<@{server.ann.id}>, **<@{server.bob.id}>** wants a rematch!" in text(offer)
    assert f"<@{server.bob.id}> goes first · 10 minutes per move" in text(offer)
    assert refused(await server.bob.click(ended.response.message, label="Rematch"), "still waiting")
    again = await server.ann.click(ended.response.message, label="Rematch")
    assert "-# ❌ 1 – 0 ⭕" in text(again)
    assert f"**Your turn, <@{server.bob.id}>** ⭕" in text(again)


async def test_a_rematch_can_be_accepted_declined_or_taken_back_like_any_challenge(server: Server):
    ended = await lost(server, server.ann)
    offer = await server.ann.click(ended.response.message, label="Rematch")
    assert "declined" in text(await server.bob.click(offer.response.message, label="Decline"))
    assert refused(await server.ann.click(ended.response.message, label="Rematch"), "Give", "a break")
    await server.env.advance_time(60)
    offer = await server.ann.click(ended.response.message, label="Rematch")
    assert "cancelled" in text(await server.ann.click(offer.response.message, label="Cancel"))
    offer = await server.bob.click(ended.response.message, label="Rematch")
    accepted = await server.ann.click(offer.response.message, label="Accept")
    assert accepted.response.id == offer.response.id
    assert "-# ❌ 0 – 1 ⭕" in text(accepted)


def failed_timers() -> float:
    return REGISTRY.get_sample_value("ttt_timer_errors_total") or 0.0


@pytest.mark.parametrize("step", ["sweep", "reminders"])
async def test_a_sweep_that_fails_unexpectedly_is_logged_and_counted_and_the_next_one_comes(
    server: Server, caplog: pytest.LogCaptureFixture, step: str
):
    await moved_where_the_bot_may_write(server)
    before = failed_timers()
    with broken(upkeep, step, RuntimeError("boom")):
        await server.env.advance_time(65)
    assert failed_timers() == before + 1
    [record] = [record for record in caplog.records if record.levelno == logging.ERROR]
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


async def test_nobody_is_reminded_before_a_sweep_which_gives_back_the_time_the_bot_was_down(server: Server):
    await moved_where_the_bot_may_write(server)
    before = len(server.general.history())
    with broken(upkeep, "sweep", RuntimeError("boom")):
        await server.env.advance_time(700)
    assert len(server.general.history()) == before
    await server.env.advance_time(62)
    assert len(server.general.history()) == before + 1


async def test_reminders_that_are_too_many_at_once_come_a_second_later(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.timers._AT_ONCE", 1)
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
    monkeypatch.setattr(sending, "_NOBODY_ASKED", 0.05)
    await sending.post(server.client, server.general.id, {"content": "⏰"})
    assert "could not be told" in caplog.text
