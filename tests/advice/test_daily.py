"""A server has the puzzle of the day posted in a channel."""

import discord
import pytest

from bot.advice import transactions as advice_transactions
from bot.advice.daily_puzzle import DailyChannel
from tests.support.server import Server, refused, text

MANAGE = discord.Permissions(manage_guild=True).value
WRITE = discord.Permissions(view_channel=True, send_messages=True).value


async def press(server: Server, verb: str, *, manages: bool = True, writes: bool = True):
    """A press on the card of /ttt daily, in a server that has added the bot."""
    shown = server.general.last_message
    member = {"user": {"id": str(server.mod.id)}, "permissions": str(MANAGE if manages else 0)}
    [answer] = await server.send_presses(
        (server.mod, f"ttt:{verb}"),
        message=shown,
        member=member,
        app_permissions=str(WRITE if writes else 0),
        **server.home,
    )
    return answer


@pytest.fixture
async def server(server: Server) -> Server:
    await server.ann.slash(server.general, "ttt start")
    return server


def posts(server: Server) -> list[dict]:
    return [
        request.json
        for request in server.env.http_requests
        if request.method == "POST"
        and request.path.endswith(f"/channels/{server.general.id}/messages")
    ]


async def test_the_puzzle_is_posted_once_and_everyone_tries_it_alone(server: Server):
    shown = await press(server, "dailyhere")
    assert f"I post the daily puzzle in <#{server.general.id}>, every day at <t:" in text(shown)
    for _ in range(2):
        await server.client._timers.due.do_once()
        await server.env.settle()
    [post] = posts(server)
    assert post["enforce_nonce"]
    assert "### Daily puzzle #" in str(post)
    asked = await server.bob.click(server.general.last_message, label="Solve it")
    assert refused(asked, "### Daily puzzle #", "to play and")


async def test_where_the_bot_may_not_post_it_says_so_at_once(server: Server):
    assert refused(await press(server, "dailyhere", writes=False), "I can't post in this channel")
    assert refused(
        await press(server, "dailyhere", manages=False), "Only people who manage this server"
    )


@pytest.mark.parametrize(
    ("status", "code", "is_off"),
    [
        (403, 50001, True),
        (404, 10003, True),
        (400, 1, False),
        (403, 0, False),
    ],
)
async def test_a_channel_that_is_closed_or_gone_turns_it_off(
    server: Server, status: int, code: int, is_off: bool
):
    await press(server, "dailyhere")
    server.env.inject_error("POST", "/channels/*/messages", status=status, code=code)
    await server.client._timers.due.do_once()
    await server.env.settle()
    channel = await server.store.run(advice_transactions.daily_channel, server.mod.guild.id)
    assert channel == DailyChannel(server.general.id, is_refused=is_off)


async def test_a_post_of_which_nobody_knows_whether_it_is_there_is_sent_once_more_in_a_minute(
    server: Server,
):
    server.env.inject_error("POST", "/channels/*/messages", status=502, times=None)
    await press(server, "dailyhere")
    await server.env.advance_time(20)
    assert len(posts(server)) == 1
    await server.env.advance_time(60)
    first, again = posts(server)
    assert again == first, "the nonce is the same"
    await server.env.advance_time(3600)
    assert len(posts(server)) == 2
