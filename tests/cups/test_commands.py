"""Cups on Discord: a card with buttons, news for those who play next, and games like any other."""

import pytest

from bot.cups import rows as cup_rows
from tests.support.server import Server, labels, text
from tests.support.walk import ANN, BOB, MOD, does, passes, posts, redraws, walks

MINUTE = 60
JOINING = 10 * MINUTE  # by default
ON_TIME = 2 * MINUTE  # for a move, by default


async def opened(server: Server, **options: int):
    return await server.mod.slash(server.general, "ttt cup", **options)


async def joined(server: Server, *players, **options: int):
    """The card of a cup that these people have joined."""
    card = (await opened(server, **options)).response.message
    for who in players:
        await who.click(card, label="Join")
    return card


async def wait(server: Server, seconds: int, step: int = 30) -> None:
    """Let time pass in steps, in which everything that is due happens."""
    for _ in range(0, seconds, step):
        await server.env.advance_time(step)


def the_last(server: Server):
    """The newest message of the channel, as one to press."""
    return server.message(server.general.last_message)


JOINED = (
    posts(MOD, "cup", "Nobody has joined yet"),
    redraws(ANN, "Join", "1 of 16 players"),
    redraws(BOB, "Join", "2 of 16 players"),
)
test_a_cup_where_the_bot_is_no_member = walks(
    {
        "is drawn by the clock, and its last answer says so": (
            *JOINED,
            passes(JOINING + MINUTE, "Next in the cup", "Play\nRefresh\nCancel"),
            does(ANN, "Play", "@ann waits until"),
            does(BOB, "Play", "Your turn", "· playing"),
            passes(ON_TIME + MINUTE, "@ann ran out of time", "wins the cup! 🏆"),
        ),
    }
)


async def test_only_the_newest_message_shows_a_cup_and_earlier_ones_lead_to_it(server: Server):
    card = await joined(server, server.ann, server.bob, server.eve)
    await server.mod.click(card, label="Start now")
    news = the_last(server)
    player = next(who for who in (server.ann, server.bob, server.eve) if str(who.id) in news.content)
    await player.click(news, label="Play")
    assert not labels(server.message(card))
    assert f"/{news.id})" in text(server.message(card))
    again = await server.mod.slash(server.general, "ttt cup")
    assert labels(again) == ["Play", "Refresh", "Cancel"]
    assert not labels(server.message(news))


async def test_who_presses_join_too_late_sees_the_draw_and_is_told(server: Server):
    card = await joined(server, server.ann, server.bob)
    await server.restart(server.store)  # which forgets how to redraw the card
    await server.ann.slash(server.general, "ttt help")  # tells the time
    await wait(server, JOINING + MINUTE)
    assert labels(server.message(card)) == ["Join", "Leave", "Start now", "Cancel"]
    late = await server.eve.click(card, label="Join")
    assert labels(late) == ["Play", "Refresh", "Cancel"]
    [told] = late.followups
    assert told.flags.ephemeral
    assert "The first round is drawn" in told.content


@pytest.mark.parametrize("button", ["Join", "Leave", "Start now", "Cancel"])
async def test_a_refused_press_lets_a_cup_go_on_all_the_same(server: Server, button: str):
    card = await joined(server, server.ann, server.bob)
    with server.env.time_context():
        server.client._timers.stop()
        await server.env.advance_time(JOINING + 1)
    pressed = await server.eve.click(card, label=button)
    assert labels(pressed) == ["Play", "Refresh", "Cancel"]
    assert [message.flags.ephemeral for message in pressed.followups] == [False, True]
    assert not await server.store.run(cup_rows.due_cups, int(server.env.now().timestamp()))


async def test_where_the_bot_may_no_longer_post_the_last_answer_tells_who_plays(server: Server):
    server.add_bot_as_member()
    await joined(server, server.ann, server.bob)
    server.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await wait(server, JOINING + MINUTE)
    assert "Next in the cup" in the_last(server).content
    assert labels(the_last(server)) == ["Play"]


async def test_a_card_that_no_token_can_redraw_is_redrawn_by_the_member(server: Server):
    server.add_bot_as_member()
    card = await joined(server, server.ann, server.bob, joining=60)
    await wait(server, 65 * MINUTE, step=5 * MINUTE)
    assert labels(server.message(card)) == ["Play", "Refresh", "Cancel"]


async def test_those_who_play_next_are_notified_and_nobody_else(server: Server):
    card = await joined(server, server.ann, server.bob)
    await server.mod.click(card, label="Start now")
    assert not any(answer["data"]["allowed_mentions"].get("users") for answer in server.answers())
    [news] = [sent.json for sent in server.env.http_requests if "Next in the cup" in str(sent.json)]
    assert set(news["allowed_mentions"]["users"]) == {server.ann.id, server.bob.id}
