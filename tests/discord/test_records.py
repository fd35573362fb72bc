"""/ttt stats, top, puzzle, privacy, stop and help, and the rate limit."""

from typing import Any

import pytest

from bot.admission import ACTIONS, COMPLETIONS
from bot.storage import record_transactions
from bot.storage.store import Store
from tests.support.server import Server, buttons, open_server, refused, text


async def beat(server: Server, winner, loser) -> None:
    await play(server, winner, loser)
    await loser.slash(server.general, "ttt resign")


async def play(server: Server, winner, loser) -> None:
    """Begin a game in which both have moved."""
    await winner.slash(server.general, "ttt start", opponent=loser)
    await loser.click(server.general.last_message, label="Accept")
    await winner.slash(server.general, "ttt move", cell=1)
    await loser.slash(server.general, "ttt move", cell=5)


async def test_stats_tell_results_streaks_and_the_strongest_level_beaten(server: Server):
    await beat(server, server.ann, server.bob)
    await beat(server, server.ann, server.bob)
    await server.ann.slash(server.general, "ttt start", level="hard")
    await server.ann.slash(server.general, "ttt move", cell=5)
    await server.ann.slash(server.general, "ttt resign")
    await server.ann.slash(server.general, "ttt start", level="easy")
    await server.ann.slash(server.general, "ttt hint")
    await server.ann.slash(server.general, "ttt move", cell=5)
    await server.ann.slash(server.general, "ttt resign")
    result = await server.bob.slash(server.general, "ttt stats", user=server.ann)
    assert not result.ephemeral
    assert f"### <@{server.ann.id}> 📊\n4 games · 2 won, 0 drawn, 2 lost" in text(result)
    assert f"Head to head: <@{server.bob.id}> 0 – 2 <@{server.ann.id}>\n" in text(result)
    assert "people **2-0-0**\nhard **0-0-1**\nwith hints **0-0-1**\n" in text(result)
    assert "newest last:\n✅ ✅ 🔻" in text(result)
    assert "Most wins in a row: 2" in text(result)
    assert "Toughest level" not in text(result)


async def test_a_long_table_has_pages_for_everyone(server: Server, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(record_transactions, "PAGE", 1)
    await beat(server, server.ann, server.bob)
    first = await server.ann.slash(server.general, "ttt top")
    assert {button["label"]: button["disabled"] for button in buttons(first).values()} == {
        "Previous": True,
        "Next": False,
    }
    asked_by_bob = await server.bob.slash(server.general, "ttt top")
    assert f"🥇 <@{server.ann.id}> **3** · 1-0-0\n…\n🥈 <@{server.bob.id}> **0** · 0-0-1\n" in text(
        asked_by_bob
    )
    assert "…" not in text(await server.eve.slash(server.general, "ttt top"))
    second = await server.eve.click(first.response.message, label="Next")
    assert second.response.id == first.response.id
    assert f"🥈 <@{server.bob.id}>" in text(second)
    assert "🥇 <@" in text(await server.eve.click(second.response.message, label="Previous"))


@pytest.mark.parametrize(
    "claim", ["0:0:0:5", "9999:9999:1:5", "34:528:0:2", "34:34:0:3", "1:2:0:3", f"{10**17}:0:0:5"]
)
async def test_a_made_up_puzzle_is_no_puzzle(server: Server, claim: str):
    await server.ann.slash(server.general, "ttt start")
    for game in ("3x3", "5x5"):
        assert refused(await server.send_press(server.ann, f"ttt:puzzle:{game}:{claim}"), "no longer works")


async def test_nobody_plays_a_rematch_with_someone_who_is_deleted(server: Server):
    await server.ann.slash(server.general, "ttt start", opponent=server.bob)
    await server.bob.click(server.general.last_message, label="Accept")
    ended = await server.bob.slash(server.general, "ttt resign")
    await server.send_press(server.ann, "ttt:deletenow")
    refusal = await server.bob.click(ended.response.message, label="Rematch")
    assert refused(refusal, "no rematch")
    assert not (await server.bob.slash(server.general, "ttt start", opponent=server.eve)).ephemeral


async def test_who_has_too_many_games_to_delete_at_once_presses_again_for_the_rest(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    await beat(server, server.ann, server.bob)
    delete, parts = record_transactions.delete, [True, True]

    def delete_in_three_parts(*arguments: Any) -> bool:
        return parts.pop() if parts else delete(*arguments)

    monkeypatch.setattr(record_transactions, "delete", delete_in_three_parts)
    monkeypatch.setattr("bot.handlers._PARTS", 0)
    shown = await server.ann.slash(server.general, "ttt privacy")
    asked = await server.ann.click(shown.response.message, label="Delete")
    first = await server.ann.click(asked.response.message, label="Delete everything")
    assert "**Not quite done.**" in text(first)
    second = await server.ann.click(first.response.message, label="Delete the rest")
    assert "**Not quite done.**" in text(second)
    third = await server.ann.click(second.response.message, label="Delete the rest")
    assert "**All gone.**" in text(third)
    assert "No games yet" in text(await server.ann.slash(server.general, "ttt stats"))


async def test_stop_is_for_those_who_manage_the_channel(server: Server):
    started = await server.ann.slash(server.general, "ttt start")
    assert refused(await server.bob.slash(server.general, "ttt stop"), "Only moderators")
    question = await server.mod.slash(server.general, "ttt stop")
    assert refused(question, "Stop this game?", f"❌ <@{server.ann.id}> vs")
    result = await server.mod.click(question.response.message, label="Stop the game")
    assert not result.ephemeral
    assert "### Game stopped ⏹️\nIt doesn't count · 0 moves" in text(result)
    assert text(result).endswith(f"Stopped by <@{server.mod.id}>")
    assert not server.answers()[-1]["data"]["allowed_mentions"].get("users")
    assert "ended further down" in text(started)
    assert refused(await server.mod.slash(server.general, "ttt stop"), "no such game here")


async def test_of_several_games_stop_wants_to_know_whose(server: Server):
    await server.ann.slash(server.general, "ttt start")
    await server.bob.slash(server.general, "ttt start")
    assert refused(await server.mod.slash(server.general, "ttt stop"), "Name a player")
    result = await server.mod.slash(server.general, "ttt stop", player=server.bob)
    assert f"<@{server.bob.id}>" in text(result)
    await server.mod.click(result.response.message, label="Stop the game")
    assert refused(await server.bob.slash(server.general, "ttt board"), "don't have a game here")
    assert (await server.ann.slash(server.general, "ttt board")).response


async def test_a_game_that_ends_while_a_moderator_is_asked_stays_as_it_ended(server: Server):
    await play(server, server.ann, server.bob)
    question = await server.mod.slash(server.general, "ttt stop")
    await server.bob.slash(server.general, "ttt resign")
    late = await server.mod.click(question.response.message, label="Stop the game")
    assert late.response.id == question.response.id
    assert "resigned" in text(late)
    assert "1 game" in text(await server.ann.slash(server.general, "ttt stats"))


async def test_help_names_every_command_on_one_screen_of_a_phone(server: Server):
    result = await server.ann.slash(server.general, "ttt help")
    assert result.ephemeral
    assert len(text(result).splitlines()) <= 18
    [group] = [command for command in server.client.tree.get_commands() if command.name == "ttt"]
    for command in group.commands:
        if command.name not in {"help", "stop"}:
            assert f"/ttt {command.name}" in text(result), command.name


async def test_the_eleventh_action_within_five_seconds_is_told_when_to_come_back(store):
    async with open_server(store, actions=ACTIONS) as server:
        for _ in range(10):
            assert not refused(await server.ann.slash(server.general, "ttt help"), "Slow down")
        assert refused(await server.ann.slash(server.general, "ttt start"), "Try again in 5 seconds")
        assert not refused(await server.bob.slash(server.general, "ttt start"), "Slow down")
        await server.env.advance_time(4.5)
        assert refused(await server.ann.slash(server.general, "ttt start"), "Try again in 1 second.")
        await server.env.advance_time(0.5)
        assert "Your turn" in text(await server.ann.slash(server.general, "ttt start"))


async def test_of_too_many_lists_asked_for_while_typing_the_rest_are_empty_and_cost_nothing(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    async with open_server(store) as server:
        await server.ann.slash(server.general, "ttt start")

        async def offered() -> list[dict[str, Any]]:
            return await server.ann.autocomplete(server.general, "ttt move", "cell", "")

        assert all([len(await offered()) == 9 for _ in range(COMPLETIONS)])
        asked = []
        with monkeypatch.context() as patch:
            patch.setattr(server.store, "run", asked.append)
            assert await offered() == []
        assert not asked
        assert "Your turn" in text(await server.ann.slash(server.general, "ttt board"))
        await server.env.advance_time(5)
        assert len(await offered()) == 9
