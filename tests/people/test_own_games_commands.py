"""/ttt games in a simulated Discord: what works from there, wherever the games are."""

from typing import Any

import simcord

from tests.support.server import Server, labels, refused, text

MINUTE = 60


async def chosen(server: Server, who: Any, menu: str, value: object = 1) -> Any:
    """Somebody chooses a game in a menu of their list, in #general."""
    listed = await who.slash(server.general, "ttt games")
    return await who.select(listed.response.message, [str(value)], custom_id=f"ttt:{menu}")


async def played(server: Server, channel: simcord.ChannelHandle) -> Any:
    """The last board of a game that ann has given up after a move."""
    await server.ann.slash(channel, "ttt start")
    await server.ann.slash(channel, "ttt move", cell=1)
    return await server.ann.slash(channel, "ttt resign")


async def test_a_review_opens_beside_the_list_and_is_shared_only_where_the_game_was(
    server: Server,
):
    await played(server, server.lounge)
    elsewhere = await chosen(server, server.ann, "pastreview")
    assert elsewhere.ephemeral
    assert "**Move 1 of 2**" in text(elsewhere)
    assert "Share" not in labels(elsewhere)
    following = await server.ann.click(elsewhere.response.message, label="Next")
    assert "**Move 2 of 2**" in text(following)
    await played(server, server.general)
    here = await chosen(server, server.ann, "pastreview", 2)
    assert "Share" in labels(here)


async def test_after_the_token_has_expired_a_member_redraws_the_board_of_a_game_given_up_elsewhere(
    server: Server,
):
    server.add_bot_as_member()
    asked = await server.ann.slash(server.lounge, "ttt start", opponent=server.bob, time=60)
    accepted = await server.bob.click(asked.response.message, label="Accept")
    await server.env.advance_time(20 * MINUTE)
    question = await chosen(server, server.bob, "giveupwhich")
    await server.bob.click(question.response.message, label="Resign")
    board = server.env.backend.get_message(server.lounge.id, accepted.response.message.id)
    assert "left before making a move" in text(simcord.ResponseMessage(server.env, board))


async def test_a_game_that_has_ended_meanwhile_is_gone_from_the_list(server: Server):
    await server.ann.slash(server.lounge, "ttt start")
    question = await chosen(server, server.ann, "giveupwhich")
    await server.ann.slash(server.lounge, "ttt resign")
    late = await server.ann.click(question.response.message, label="Resign")
    assert "Nothing on right now." in text(late)


async def test_what_is_no_game_is_refused(server: Server):
    await server.ann.slash(server.general, "ttt start")
    for menu in ("pastreview", "giveupwhich"):
        for value in (" ", "x", "-1", "²", "9" * 19, "1.5"):
            [press] = await server.send_presses((server.ann, f"ttt:{menu}"), chosen=value)
            assert refused(press, "no longer works"), (menu, value)
