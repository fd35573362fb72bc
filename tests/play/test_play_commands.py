"""/ttt start, move, board, hint, resign and review."""

import pytest
from simcord import OptionError

from engine.opponents import DEPTHS, OPPONENTS, minimax_name
from tests.support.server import Server, refused, text


async def test_start_takes_level_mark_and_who_begins(server: Server):
    result = await server.ann.slash(
        server.general, "ttt start", level="perfect", mark="O", first="them"
    )
    assert f"-# ❌ **Bot** · perfect\n-# ⭕ <@{server.ann.id}>" in text(result)
    assert "-# I played" in text(result)
    assert f"**Your turn, <@{server.ann.id}>** ⭕" in text(result)


async def test_everyone_the_engine_knows_can_be_played(server: Server):
    searching = {minimax_name(depth): {"level": "minimax", "depth": depth} for depth in DEPTHS}
    chosen = {name: searching.get(name, {"level": name}) for name in OPPONENTS}
    asked = [*chosen.items(), (minimax_name(2), {"level": "minimax"})]
    for shown, options in asked:
        result = await server.ann.slash(server.general, "ttt start", first="them", **options)
        assert f"⭕ **Bot** · {shown}" in text(result)
        assert "I played" in text(result)
        await server.ann.slash(server.general, "ttt resign")


async def test_what_does_not_go_together_is_refused_and_starts_nothing(server: Server):
    for asked, words in (
        ({"level": "hard", "depth": 3}, "only works with the minimax level"),
        ({"time": 5}, "no clock when you play me"),
        ({"opponent": server.bob, "level": "hard"}, "are for games with me"),
        ({"opponent": server.bob, "depth": 3}, "are for games with me"),
        ({"opponent": server.bob, "level": "minimax", "depth": 3}, "are for games with me"),
        ({"opponent": server.bob, "open": True}, "An open game is for anyone"),
        ({"level": "easy", "open": True}, "are for games with me"),
    ):
        assert refused(await server.ann.slash(server.general, "ttt start", **asked), words)
        nothing = await server.ann.slash(server.general, "ttt board")
        assert refused(nothing, "don't have a game here")


@pytest.mark.parametrize(
    "choice",
    [{"level": "godlike"}, {"mark": "Z"}, {"first": "you"}, {"level": "minimax", "depth": 10}],
)
async def test_discord_offers_only_the_choices_there_are(
    server: Server, choice: dict[str, str | int]
):
    with pytest.raises(OptionError):
        await server.ann.slash(server.general, "ttt start", **choice)


async def test_move_offers_the_free_cells_that_begin_as_typed(server: Server):
    async def offered(typed: str) -> list[int]:
        choices = await server.ann.autocomplete(server.general, "ttt move", "cell", typed)
        return [choice["value"] for choice in choices]

    assert await offered("") == []
    await server.ann.slash(server.general, "ttt start", level="perfect")
    await server.ann.slash(server.general, "ttt move", cell=1)
    assert await offered("") == [2, 3, 4, 6, 7, 8, 9]
    assert await offered("4") == [4]
    assert await offered("x") == []


async def test_commands_are_offered_in_servers_direct_messages_and_to_user_installs(server: Server):
    commands = server.client.tree.get_commands()
    assert {command.name for command in commands} == {
        "ttt",
        "Challenge to tic-tac-toe",
        "Review this game",
    }
    for command in commands:
        payload = command.to_dict(server.client.tree)
        assert payload["contexts"] == [0, 1, 2]
        assert payload["integration_types"] == [0, 1]
        assert payload["default_member_permissions"] is None


async def test_the_bot_asks_for_no_intent(server: Server):
    assert server.client.intents.value == 0
