"""Cups on Discord: a card with buttons, news for those who play next, and games like any other."""

from tests.support.server import Server, buttons, refused, text


async def opened(server: Server):
    return await server.mod.slash(server.general, "ttt cup", time=1)


async def test_a_cup_of_two_from_its_opening_to_its_winner(server: Server):
    asked = await opened(server)
    assert [button["label"] for button in buttons(asked).values()] == ["Join", "Leave", "Start now", "Cancel"]
    card = asked.response.message
    for who in (server.ann, server.bob):
        await who.click(card, label="Join")
    assert refused(await server.ann.click(card, label="Start now"), "they opened this cup")
    await server.mod.click(card, label="Start now")
    assert refused(await server.eve.click(card, label="Play"), "You're not in this cup")
    await server.ann.click(card, label="Play")
    begun = await server.bob.click(card, label="Play")
    assert not begun.ephemeral
    for who in (server.ann, server.bob):
        assert f"<@{who.id}>" in text(begun)
    await server.bob.slash(server.general, "ttt resign")
    won = await server.eve.click(card, label="Refresh")
    assert f"<@{server.ann.id}> wins the cup! 🏆" in text(won)
    assert not buttons(won)


async def test_those_who_play_next_are_notified_and_nobody_else(server: Server):
    card = (await opened(server)).response.message
    for who in (server.ann, server.bob):
        await who.click(card, label="Join")
    await server.mod.click(card, label="Start now")
    assert not any(answer["data"]["allowed_mentions"].get("users") for answer in server.answers())
    [news] = [sent.json for sent in server.env.http_requests if "Next in the cup" in str(sent.json)]
    assert set(news["allowed_mentions"]["users"]) == {server.ann.id, server.bob.id}


async def test_only_those_who_may_manage_events_open_a_cup_but_anyone_may_look_at_it(server: Server):
    assert refused(await server.ann.slash(server.general, "ttt cup"), "Manage Events")
    await opened(server)
    assert "Nobody has joined yet" in text(await server.ann.slash(server.general, "ttt cup"))
