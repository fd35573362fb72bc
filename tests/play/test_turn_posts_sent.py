"""What tells people at once that it is their turn, in a simulated Discord."""

from typing import Any

from bot.playground.simulated_discord import readable_messages
from tests.support.server import Server
from tests.support.walk import MINUTE


def turn_posts(server: Server) -> list[str]:
    """What stands in #general of what told anybody that it is their turn."""
    shown = ["\n".join(each.texts) for each in readable_messages(server.env, server.general.id, 0)]
    return [each for each in shown if "has moved" in each]


async def slow_game(server: Server, **options: int) -> Any:
    """The board of a game in which bob has asked to be told, more than two minutes later."""
    accepted = await server.play_friends(**options)
    shown = await server.bob.slash(server.general, "ttt games")
    await server.bob.click(shown.response.message, label="Tell me at once")
    await server.env.advance_time(2 * MINUTE + 1)
    return accepted.response.message


async def test_the_post_notifies_only_the_player_whose_turn_it_is(server: Server):
    board = await slow_game(server)
    await server.ann.click(board, label="1")
    [told] = [
        each.json
        for each in server.env.http_requests
        if each.method == "POST" and "has moved" in str(each.json)
    ]
    assert told["allowed_mentions"] == {"parse": [], "users": [server.bob.id]}
    assert (
        f"<@{server.bob.id}>, <@{server.ann.id}> has moved. [Go to the board](" in told["content"]
    )


async def test_the_post_is_updated_after_the_token_has_expired_where_the_bot_is_a_member(
    server: Server,
):
    server.add_bot_as_member()
    board = await slow_game(server, time=24 * 60)
    await server.ann.click(board, label="1")
    await server.env.advance_time(20 * MINUTE)
    await server.bob.click(server.message(board), label="5")
    assert turn_posts(server) == [f"**<@{server.bob.id}> has moved.** The game goes on."]


async def test_the_post_is_updated_by_the_token_of_the_answer_that_it_follows(server: Server):
    board = await slow_game(server)
    await server.ann.click(board, label="1")
    await server.bob.click(server.message(board), label="5")
    [updated] = [each for each in server.env.http_requests if "The game goes on" in str(each.json)]
    assert updated.method == "PATCH"
    assert "/webhooks/" in updated.path, "so it needs no permission"


async def test_a_post_that_cannot_be_sent_changes_nothing_else(server: Server):
    board = await slow_game(server)
    server.env.inject_error("POST", "/webhooks/*/*", status=403, code=50013)
    await server.ann.click(board, label="1")
    assert turn_posts(server) == []
    assert len(await server.moves()) == 1
