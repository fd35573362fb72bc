"""Cups on Discord: a card with buttons, posts for those who play next, and games like any other."""

import pytest

from bot.cups import rows as cup_rows
from bot.play.rows import load_session
from tests.support.server import Server, labels, refused, text
from tests.support.walk import ANN, BOB, MOD, does, passes, posts, redraws, walks

MINUTE = 60
JOINING = 10 * MINUTE  # by default
ON_TIME = 2 * MINUTE  # for a move, by default


async def opened(server: Server, **options: int):
    return await server.mod.slash(server.general, "ttt cup", **options)


async def joined(server: Server, *players, **options: int):
    """The card of a cup that these people have joined, and what the host alone got with it."""
    result = await opened(server, **options)
    card, [for_host] = result.response.message, result.followups
    for who in players:
        await who.click(card, label="Join")
    return card, for_host


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
            passes(JOINING + MINUTE, "Up next in the cup", "Play\nRefresh"),
            does(ANN, "Play", "*@ann is here*"),
            does(BOB, "Play", "Your turn", "· *playing*"),
            passes(ON_TIME + MINUTE, "ran out of time", "wins the cup! 🏆"),
        ),
    }
)


async def test_only_the_newest_message_shows_a_cup_and_earlier_ones_lead_to_it(server: Server):
    card, for_host = await joined(server, server.ann, server.bob, server.eve)
    await server.mod.click(for_host, label="Start now")
    announced = the_last(server)
    player = next(
        who for who in (server.ann, server.bob, server.eve) if str(who.id) in announced.content
    )
    await player.click(announced, label="Play")
    assert not labels(server.message(card))
    assert f"/{announced.id})" in text(server.message(card))
    again = await server.mod.slash(server.general, "ttt cup")
    assert labels(again) == ["Play", "Refresh"]
    assert not labels(server.message(announced))


async def test_play_pressed_again_moves_the_game_down_and_no_board_leads_to_itself(
    server: Server,
):
    _, for_host = await joined(server, server.ann, server.bob)
    await server.mod.click(for_host, label="Start now")
    announced = the_last(server)
    await server.ann.click(announced, label="Play")
    begun = await server.bob.click(announced, label="Play")
    first = server.ann if f"Your turn, <@{server.ann.id}>" in text(begun) else server.bob
    moved = await first.click(begun.response.message, label="5")
    again = await server.ann.click(announced, label="Play")
    earlier = server.message(moved.response)
    assert "/ttt board" in text(earlier)
    assert f"/{earlier.id})" not in text(earlier)
    assert "5" not in labels(again)
    session = await server.store.run(load_session, 1, 0)
    assert session.message_id is None, "the new message is known once somebody presses it"


async def test_who_presses_join_too_late_sees_the_draw_and_is_told(server: Server):
    card, _ = await joined(server, server.ann, server.bob)
    await server.restart(server.store)  # which forgets how to redraw the card
    await wait(server, JOINING + MINUTE)
    assert labels(server.message(card)) == ["Join", "Leave"]
    late = await server.eve.click(card, label="Join")
    assert labels(late) == ["Play", "Refresh"]
    [told] = late.followups
    assert told.flags.ephemeral
    assert "The first round has started" in told.content


async def test_a_refused_press_on_an_earlier_post_leaves_the_card_where_it_is(server: Server):
    server.add_bot_as_member()
    card, _ = await joined(server, server.ann, server.bob)
    await wait(server, JOINING + MINUTE)
    announced = the_last(server)
    await wait(server, 15 * MINUTE, step=MINUTE)
    assert "wins the cup!" in text(server.message(card))
    await server.ann.click(announced, label="Play")
    assert "wins the cup!" in text(server.message(card))
    assert f"/{card.id})" in text(server.message(announced))


async def test_a_game_begun_from_a_later_post_leaves_one_card_that_the_other_leads_to(
    server: Server,
):
    card, _ = await joined(server, server.ann, server.bob)
    await wait(server, JOINING + MINUTE)
    announced = the_last(server)
    await server.ann.click(server.message(card), label="Play")
    await server.bob.click(announced, label="Play")
    assert "playing" in text(server.message(announced))
    assert f"/{announced.id})" in text(server.message(card))


@pytest.mark.parametrize("button", ["Join", "Leave"])
async def test_a_refused_press_lets_a_cup_go_on_all_the_same(server: Server, button: str):
    card, _ = await joined(server, server.ann, server.bob)
    with server.env.time_context():
        server.client._timers.stop()
        await server.env.advance_time(JOINING + 1)
    pressed = await server.eve.click(card, label=button)
    assert labels(pressed) == ["Play", "Refresh"]
    assert [message.flags.ephemeral for message in pressed.followups] == [False, True]
    assert not await server.store.run(cup_rows.due_cups, int(server.env.now().timestamp()))


async def test_where_the_bot_may_no_longer_post_the_last_answer_tells_who_plays(server: Server):
    server.add_bot_as_member()
    await joined(server, server.ann, server.bob)
    server.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await wait(server, JOINING + MINUTE)
    assert "Up next in the cup" in the_last(server).content
    assert labels(the_last(server)) == ["Play"]


async def test_a_card_that_no_token_can_redraw_is_redrawn_by_the_member(server: Server):
    server.add_bot_as_member()
    card, _ = await joined(server, server.ann, server.bob, joining=20)  # a token lasts 15
    await wait(server, 25 * MINUTE, step=5 * MINUTE)
    assert labels(server.message(card)) == ["Play", "Refresh"]


async def test_a_cup_that_its_host_has_started_is_still_known_to_be_on_its_card(server: Server):
    server.add_bot_as_member()
    card, for_host = await joined(server, server.ann, server.bob)
    await server.mod.click(for_host, label="Start now")
    await server.restart(server.store)  # which forgets how to redraw the card
    await wait(server, 11 * MINUTE)
    assert "wins the cup!" in text(server.message(card))


async def test_those_who_play_next_are_notified_and_nobody_else(server: Server):
    _, for_host = await joined(server, server.ann, server.bob)
    await server.mod.click(for_host, label="Start now")
    assert not any(answer["data"]["allowed_mentions"].get("users") for answer in server.answers())
    [announced] = [
        sent.json for sent in server.env.http_requests if "Up next in the cup" in str(sent.json)
    ]
    assert set(announced["allowed_mentions"]["users"]) == {server.ann.id, server.bob.id}


async def test_a_card_that_nothing_can_redraw_is_sent_again_when_the_host_starts(server: Server):
    card, for_host = await joined(server, server.ann, server.bob)
    await server.restart(server.store)  # which forgets how to redraw the card
    pressed = await server.mod.click(for_host, label="Start now")
    again, announced = pressed.followups
    assert labels(server.message(again)) == ["Play", "Refresh"]
    assert "Up next in the cup" in announced.content
    assert labels(server.message(card)) == ["Join", "Leave"]
    started = await server.ann.click(again, label="Play")
    assert "is here" in text(started)


async def test_the_host_alone_is_offered_to_start_and_to_cancel(server: Server):
    _, for_host = await joined(server, server.ann)
    assert refused(await server.mod.click(for_host, label="Start now"), "at least 2 players")
    shown = await server.ann.slash(server.general, "ttt cup")
    assert not shown.followups
    [result] = await server.send_presses((server.ann, "ttt:cupcancel:1"), message=for_host)
    assert refused(result, "they opened this cup")
    again = await server.mod.slash(server.general, "ttt cup")
    assert [labels(each) for each in again.followups] == [["Start now", "Cancel"]]
