"""/ttt stats, top, puzzle, privacy, stop and help, and the rate limit."""

import re
from typing import Any

import pytest

from bot.rate_limit import ACTIONS, COMPLETIONS
from bot.storage import record_transactions
from bot.storage.store import Store
from engine.board import Board
from engine.puzzles import as_puzzle, board_of, of_the_day
from engine.rules import TIC_TAC_TOE
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


async def test_stats_of_a_newcomer_say_how_to_begin(server: Server):
    result = await server.ann.slash(server.general, "ttt stats")
    assert f"### <@{server.ann.id}> 📊" in text(result)
    assert "> gets one going" in text(result)


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


async def test_the_table_lists_points_and_turns_its_pages(server: Server):
    empty = await server.ann.slash(server.general, "ttt top")
    assert "Nobody's on the board yet" in text(empty)
    await beat(server, server.ann, server.bob)
    result = await server.ann.slash(server.general, "ttt top")
    assert f"🥇 <@{server.ann.id}> **3** · 1-0-0" in text(result)
    assert f"🥈 <@{server.bob.id}> **0** · 0-0-1" in text(result)
    assert not buttons(result)


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


async def test_the_table_of_games_with_the_bot_turns_its_own_pages(
    server: Server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(record_transactions, "PAGE", 1)
    for person in (server.ann, server.bob):
        await person.slash(server.general, "ttt start", level="easy")
        await person.slash(server.general, "ttt move", cell=5)
        await person.slash(server.general, "ttt resign")
    first = await server.ann.slash(server.general, "ttt top", against="bot")
    assert f"🥇 <@{server.bob.id}> **0** · 0-0-1" in text(first)
    second = await server.eve.click(first.response.message, label="Next")
    assert f"🥇 <@{server.ann.id}> **0** · 0-0-1" in text(second)
    assert "Nobody's on the board yet" in text(await server.ann.slash(server.general, "ttt top"))


async def test_direct_messages_have_no_table(server: Server):
    assert refused(await server.ann.user.slash("ttt top"), "Rankings belong to servers")


def cells(result) -> dict[int, str]:
    """The buttons of a puzzle by cell."""
    found = {}
    for custom_id, button in buttons(result).items():
        if re.fullmatch(r"ttt:puzzle:3x3:[0-9:]+", custom_id) and not button["disabled"]:
            found[int(custom_id.split(":")[-1])] = custom_id
    return found


async def test_the_puzzle_of_the_day_is_the_same_for_everyone_and_seen_by_each_alone(server: Server):
    puzzle = of_the_day(Board(), int(server.env.now().timestamp()) // 86400)
    for who in (server.ann, server.bob):
        result = await who.slash(server.general, "ttt puzzle")
        assert result.ephemeral
        assert "**Puzzle of the day** · <t:" in text(result)
        assert set(cells(result)) == set(puzzle.board.free_cells)


async def test_the_right_cell_is_right_and_the_wrong_one_is_told_the_right_one(server: Server):
    for _ in range(12):
        asked = await server.ann.slash(server.general, "ttt puzzle", which="another")
        x, o = next(iter(buttons(asked))).split(":")[3:5]
        puzzle = as_puzzle(board_of(TIC_TAC_TOE, int(x), int(o)))
        assert puzzle
        assert re.search(
            r"[❌⭕] to play and (win in [23]|save the draw)\n-# (Easy|Medium|Hard) ", text(asked)
        )
        wrong = next(cell for cell in puzzle.board.free_cells if cell != puzzle.answer)
        for cell, words in ((puzzle.answer, "### Got it! 🎉\n"), (wrong, f"**{wrong}** leads to a ")):
            asked = await server.ann.slash(server.general, "ttt puzzle", which="another")
            answered = await server.send_press(
                server.ann, f"ttt:puzzle:3x3:{x}:{o}:0:{cell}", asked.response.message
            )
            assert words in text(answered)
            assert f"**{puzzle.answer}**" in text(answered)
            assert ("plays **" in text(answered)) == (cell == wrong)
            assert answered.response.id == asked.response.id
            assert [button["label"] for button in buttons(answered).values()] == ["Another puzzle", "Read"]


async def test_another_puzzle_follows_in_the_same_place(server: Server):
    asked = await server.ann.slash(server.general, "ttt puzzle")
    answer = of_the_day(Board(), int(server.env.now().timestamp()) // 86400).answer
    answered = await server.send_press(server.ann, cells(asked)[answer], asked.response.message)
    another = await server.ann.click(answered.response.message, label="Another puzzle")
    assert another.response.id == asked.response.id
    assert cells(another)


@pytest.mark.parametrize(
    "claim", ["0:0:0:5", "9999:9999:1:5", "34:528:0:2", "34:34:0:3", "1:2:0:3", f"{10**17}:0:0:5"]
)
async def test_a_made_up_puzzle_is_no_puzzle(server: Server, claim: str):
    await server.ann.slash(server.general, "ttt start")
    for game in ("3x3", "5x5"):
        assert refused(await server.send_press(server.ann, f"ttt:puzzle:{game}:{claim}"), "no longer works")


async def test_an_unknown_game_has_no_puzzles(server: Server):
    await server.ann.slash(server.general, "ttt start")
    assert refused(await server.send_press(server.ann, "ttt:practise:chess"), "no longer works")


async def test_privacy_shows_what_is_kept_and_shuts_the_door_to_challenges(server: Server):
    await beat(server, server.ann, server.bob)
    shown = await server.ann.slash(server.general, "ttt privacy")
    assert shown.ephemeral
    assert "(1 game)" in text(shown)
    assert "Others **can** challenge you" in text(shown)
    shut = await server.ann.click(shown.response.message, label="Challenges off")
    assert "Nobody can challenge you" in text(shut)
    refusal = await server.bob.slash(server.general, "ttt start", opponent=server.ann)
    assert refused(refusal, f"<@{server.ann.id}> isn't taking challenges")
    opened = await server.ann.click(shut.response.message, label="Challenges on")
    assert "Others **can** challenge you" in text(opened)
    assert not (await server.bob.slash(server.general, "ttt start", opponent=server.ann)).ephemeral


async def test_privacy_tells_how_many_people_are_blocked_and_unblocks_them(server: Server):
    shown = await server.bob.slash(server.general, "ttt privacy")
    assert "blocked" not in text(shown).splitlines()[-1]
    assert "Unblock" not in {button["label"] for button in buttons(shown).values()}
    for who, people in ((server.ann, "1 person"), (server.eve, "2 people")):
        asked = await who.slash(server.general, "ttt start", opponent=server.bob)
        await server.bob.click(asked.response.message, label="Block")
        shown = await server.bob.slash(server.general, "ttt privacy")
        assert f"You've blocked {people}." in text(shown)
    unblocked = await server.bob.click(shown.response.message, label="Unblock")
    assert unblocked.response.id == shown.response.id
    assert "You've blocked" not in text(unblocked)


async def test_deletion_asks_once_more_and_then_deletes(server: Server):
    await beat(server, server.ann, server.bob)
    shown = await server.ann.slash(server.general, "ttt privacy")
    sure = await server.ann.click(shown.response.message, label="Delete")
    assert "can't undo" in text(sure)
    assert "(1 game)" in text(await server.ann.slash(server.general, "ttt privacy"))
    done = await server.ann.click(sure.response.message, label="Delete everything")
    assert "**All gone.**" in text(done)
    assert "No games yet" in text(await server.ann.slash(server.general, "ttt stats"))
    assert "1 game" in text(await server.bob.slash(server.general, "ttt stats"))


async def test_someone_without_a_name_is_left_in_the_games_of_others(server: Server):
    await server.ann.slash(server.general, "ttt start", opponent=server.bob, first="me")
    await server.bob.click(server.general.last_message, label="Accept")
    await server.ann.slash(server.general, "ttt move", cell=5)
    ended = await server.bob.slash(server.general, "ttt resign")
    await server.send_press(server.ann, "ttt:deletenow")
    review = await server.bob.click(ended.response.message, label="Review")
    assert "❌ someone vs ⭕ <@" in text(review)


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
    monkeypatch.setattr("bot.own_data._DELETION", 0)
    shown = await server.ann.slash(server.general, "ttt privacy")
    asked = await server.ann.click(shown.response.message, label="Delete")
    first = await server.ann.click(asked.response.message, label="Delete everything")
    assert "**Not quite done.**" in text(first)
    second = await server.ann.click(first.response.message, label="Delete the rest")
    assert "**Not quite done.**" in text(second)
    third = await server.ann.click(second.response.message, label="Delete the rest")
    assert "**All gone.**" in text(third)
    assert "No games yet" in text(await server.ann.slash(server.general, "ttt stats"))


async def test_deletion_can_be_thought_better_of(server: Server):
    await beat(server, server.ann, server.bob)
    shown = await server.ann.slash(server.general, "ttt privacy")
    sure = await server.ann.click(shown.response.message, label="Delete")
    kept = await server.ann.click(sure.response.message, label="Keep my data")
    assert "(1 game)" in text(kept)


async def test_stop_is_for_those_who_manage_the_channel(server: Server):
    await server.ann.slash(server.general, "ttt start")
    assert refused(await server.bob.slash(server.general, "ttt stop"), "Only moderators")
    question = await server.mod.slash(server.general, "ttt stop")
    assert refused(question, "Stop this game?", f"❌ <@{server.ann.id}> vs")
    result = await server.mod.click(question.response.message, label="Stop the game")
    assert not result.ephemeral
    assert "### Game stopped ⏹️\nIt doesn't count · 0 moves" in text(result)
    assert text(result).endswith(f"Stopped by <@{server.mod.id}>")
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


async def test_asking_to_stop_stops_nothing(server: Server):
    started = await server.ann.slash(server.general, "ttt start")
    await server.mod.slash(server.general, "ttt stop")
    assert "Your turn" in text(started)
    assert not (await server.ann.slash(server.general, "ttt board")).ephemeral


async def test_a_game_is_stopped_on_a_new_board_and_the_earlier_one_says_so(server: Server):
    started = await server.ann.slash(server.general, "ttt start")
    question = await server.mod.slash(server.general, "ttt stop")
    stopped = await server.mod.click(question.response.message, label="Stop the game")
    assert server.general.last_message.id == stopped.response.id
    assert "ended further down" in text(started)
    [answer] = server.answers()[-1:]
    assert not answer["data"]["allowed_mentions"].get("users")


async def test_a_game_that_ends_while_a_moderator_is_asked_stays_as_it_ended(server: Server):
    await play(server, server.ann, server.bob)
    question = await server.mod.slash(server.general, "ttt stop")
    await server.bob.slash(server.general, "ttt resign")
    late = await server.mod.click(question.response.message, label="Stop the game")
    assert late.response.id == question.response.id
    assert "resigned" in text(late)
    assert "1 game" in text(await server.ann.slash(server.general, "ttt stats"))


async def test_a_question_still_stops_the_game_after_a_restart(server: Server):
    await server.ann.slash(server.general, "ttt start")
    question = await server.mod.slash(server.general, "ttt stop")
    await server.restart(server.store)
    stopped = await server.mod.click(question.response.message, label="Stop the game")
    assert f"Stopped by <@{server.mod.id}>" in text(stopped)


async def test_nobody_stops_a_game_from_its_board(server: Server):
    started = await server.ann.slash(server.general, "ttt start")
    for who in (server.ann, server.bob):
        forged = await server.forge_press(who, "ttt:stopnow:1", started.response.message)
        assert refused(forged, "no longer works")
    assert not (await server.ann.slash(server.general, "ttt board")).ephemeral


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
