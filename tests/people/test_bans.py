"""Bans: who is turned away, in which words, and what they may still do."""

import discord
import pytest

from bot.people import transactions as record_transactions
from tests.support.server import Server, labels, refused, text


@pytest.fixture(params=["a person", "a server"])
async def banned(server: Server, request: pytest.FixtureRequest) -> Server:
    """A server in which Ann, or everyone, has been banned."""
    await server.ann.slash(server.general, "ttt start")
    is_server = request.param == "a server"
    number = server.ann.guild.id if is_server else server.ann.id
    await server.store.run(record_transactions.ban, number, is_server=is_server)
    await server.client._housekeeping.read_bans()
    return server


async def test_every_command_and_press_is_refused_in_words(banned: Server):
    ann, before = banned.ann, await banned.moves()
    assert refused(await ann.slash(banned.general, "ttt move", cell=5), "operator has blocked")
    assert refused(
        await ann.context_menu(banned.general, "Challenge to tic-tac-toe", banned.bob), "blocked"
    )
    assert refused(await banned.send_press(ann, "ttt:cell:1:0:5"), "operator has blocked")
    assert refused(await banned.send_press(ann, "no button of ours"), "operator has blocked")
    assert await ann.autocomplete(banned.general, "ttt move", "cell", "") == []
    assert await banned.moves() == before


async def test_ones_own_data_can_still_be_seen_and_deleted(banned: Server):
    shown = await banned.ann.slash(banned.general, "ttt privacy")
    assert "Your data" in text(shown)
    sure = await banned.ann.click(shown.response.message, label="Delete")
    assert "All gone" in text(
        await banned.ann.click(sure.response.message, label="Delete everything")
    )


async def test_text_or_pictures_can_still_be_chosen(banned: Server):
    shown = await banned.ann.slash(banned.general, "ttt privacy")
    chosen = await banned.ann.click(shown.response.message, label="Prefer text")
    assert "You get text instead of pictures" in text(chosen)
    chosen = await banned.ann.click(chosen.response.message, label="Prefer pictures")
    assert "Prefer text" in labels(chosen)


async def test_someone_who_is_not_banned_plays_on(server: Server):
    await server.store.run(record_transactions.ban, server.ann.id, is_server=False)
    await server.store.run(record_transactions.ban, server.lounge.id, is_server=True)
    await server.client._housekeeping.read_bans()
    assert "Your turn" in text(await server.bob.slash(server.general, "ttt start"))


async def test_someone_banned_cannot_be_challenged_and_reads_so_in_their_data(server: Server):
    await server.store.run(record_transactions.ban, server.ann.id, is_server=False)
    result = await server.bob.slash(server.general, "ttt start", opponent=server.ann)
    assert refused(result, "isn't taking challenges")
    assert "operator has blocked you" in text(await server.ann.slash(server.general, "ttt privacy"))


async def test_a_lifted_ban_is_over(banned: Server):
    for number in (banned.ann.id, banned.ann.guild.id):
        await banned.store.run(record_transactions.unban, number)
    await banned.client._housekeeping.read_bans()
    await banned.ann.slash(banned.general, "ttt move", cell=5)
    assert 5 in await banned.moves()


async def test_a_ban_that_is_repeated_changes_nothing(banned: Server):
    before = await banned.store.run(record_transactions.load_bans)
    for number in before.people:
        await banned.store.run(record_transactions.ban, number, is_server=False)
    for number in before.servers:
        await banned.store.run(record_transactions.ban, number, is_server=True)
    assert await banned.store.run(record_transactions.load_bans) == before


async def test_a_banned_server_that_has_the_bot_is_left_within_a_minute(
    server: Server, caplog: pytest.LogCaptureFixture
):
    caplog.set_level("INFO", "bot.running.housekeeping")
    guild_id = server.ann.guild.id
    await server.store.run(record_transactions.ban, guild_id, is_server=True)
    await server.client._housekeeping.read_bans()
    # Someone invites it again: all that Discord says of it is in what people send from there.
    assert refused(
        await server.send_command(server.ann, "help", **server.home), "operator has blocked"
    )
    await server.env.advance_time(60)
    with pytest.raises(discord.NotFound):
        await server.client.fetch_guild(guild_id)
    await server.env.advance_time(60)
    assert caplog.messages == [f"Left server {guild_id}, which is banned"]
