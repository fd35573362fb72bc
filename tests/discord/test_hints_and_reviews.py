"""Hints and reviews, which only the person who asks can see, and what one press shows to the channel."""

from dataclasses import replace

import discord
from simcord import InteractionResult

from bot.rendering.custom_id import custom_id_of
from bot.sessions.settings import DEFAULTS
from engine.board import GAMES, Board
from engine.puzzles import Puzzle, of_the_day
from tests.support.server import Server, buttons, labels, refused, text


async def lost_game(server: Server):
    """Ann loses to perfect: 1, then 2 and 9 against 5, 3 and 7."""
    await server.ann.slash(server.general, "ttt start", level="perfect")
    for cell in (1, 2, 9):
        result = await server.ann.slash(server.general, "ttt move", cell=cell)
    return result


async def test_a_hint_is_seen_by_the_person_alone_and_leaves_the_board_as_it_is(server: Server):
    started = await server.ann.slash(server.general, "ttt start", level="perfect", first="them")
    before = len(server.general.history())
    by_command = await server.ann.slash(server.general, "ttt hint")
    by_button = await server.ann.click(started.response.message, label="Hint")
    for result in (by_command, by_button):
        assert result.ephemeral
        assert "### Hint: play 5 💡" in text(result)
        assert "🤝 draw: **5**" in text(result)
    assert text(by_command) == text(by_button)
    assert len(server.general.history()) == before
    played = await server.ann.click(started.response.message, label="5")
    assert played.response.id == started.response.id


async def test_a_review_opens_for_anyone_who_presses_and_turns_its_pages_in_place(server: Server):
    ended = await lost_game(server)
    opened = await server.bob.click(ended.response.message, label="Review")
    assert opened.ephemeral
    assert "move **5** of 6" in text(opened)
    assert "turned a **draw** into a **loss**" in text(opened)
    for label, place in (("Next", 6), ("Previous", 5), ("Previous", 4), ("Next mistake", 5)):
        turned = await server.bob.click(opened.response.message, label=label)
        assert turned.response.id == opened.response.id
        assert turned.response.ephemeral
        assert f"move **{place}** of 6" in text(turned)


SEND = discord.Permissions(view_channel=True, send_messages=True).value


def today(server: Server) -> Puzzle:
    return of_the_day(Board(), int(server.env.now().timestamp()) // 86400)


async def share(server: Server, shown: InteractionResult, permissions: int = SEND) -> InteractionResult:
    [custom_id] = [button for button, part in buttons(shown).items() if part["label"] == "Share"]
    member = {"user": {"id": str(server.ann.id)}, "permissions": str(permissions)}
    [shared] = await server.send_presses(
        (server.ann, custom_id), message=shown.response.message, member=member
    )
    return shared


async def reviewed(server: Server) -> InteractionResult:
    await server.ann.slash(server.general, "ttt start", level="perfect")
    await server.ann.slash(server.general, "ttt move", cell=1)
    await server.ann.slash(server.general, "ttt move", cell=9)
    await server.ann.slash(server.general, "ttt resign")
    return await server.ann.slash(server.general, "ttt review")


async def test_a_review_is_shown_to_everyone_with_its_curve_and_what_decided_it(server: Server):
    shown = await reviewed(server)
    shared = await share(server, shown)
    assert not shared.ephemeral
    assert shared.response.id != shown.response.id
    assert "Move by move for ❌:\n🤝" in text(shared)
    assert f"Shared by <@{server.ann.id}>" in text(shared)
    assert not server.answers()[-1]["data"]["allowed_mentions"].get("users")
    others = await server.bob.click(shared.response.message, label="Review")
    assert others.ephemeral


async def test_someone_who_may_not_post_in_a_channel_shares_nothing_there(server: Server):
    shown = await reviewed(server)
    assert refused(await share(server, shown, permissions=0), "You can't post in this channel")


async def test_the_puzzle_of_the_day_can_be_tried_until_it_is_solved_and_then_shared(server: Server):
    puzzle = today(server)
    wrong = next(cell for cell in puzzle.board.free_cells if cell != puzzle.answer)
    asked = await server.ann.slash(server.general, "ttt puzzle")
    tried = await server.ann.click(asked.response.message, label=str(wrong))
    assert "### Not quite 🔻\n" in text(tried)
    assert "Try again!" in text(tried)
    assert "✅" not in text(tried)
    solved = await server.ann.click(tried.response.message, label=str(puzzle.answer))
    assert "Got it!" in text(solved)
    assert "in 2 🧩**" in text(solved)
    shared = await share(server, solved)
    assert not shared.ephemeral
    assert f"<@{server.ann.id}>: Puzzle #" in text(shared)
    theirs = await server.bob.click(shared.response.message, label="Solve it")
    assert refused(theirs, "Puzzle of the day", "Where do you play?")


async def test_yesterdays_puzzle_does_not_count(server: Server):
    asked = await server.ann.slash(server.general, "ttt puzzle")
    day = int(server.env.now().timestamp()) // 86400 - 1
    puzzle = of_the_day(Board(), day)
    press = custom_id_of("puzzle", "3x3", *puzzle.numbers, day, puzzle.answer)
    late = await server.send_press(server.ann, press, asked.response.message)
    assert "Got it!" in text(late)
    assert "Share" not in labels(late)


async def test_where_the_server_plays_another_game_its_puzzle_counts_and_is_shared(server: Server):
    server.client.app = replace(server.client.app, defaults=replace(DEFAULTS, game="misere"))
    day = int(server.env.now().timestamp()) // 86400
    puzzle = of_the_day(Board(rules=GAMES["misere"]), day)
    asked = await server.ann.slash(server.general, "ttt puzzle")
    solved = await server.ann.click(asked.response.message, label=str(puzzle.answer))
    shared = await share(server, solved)
    assert "Misère" in text(shared)
    theirs = await server.bob.click(shared.response.message, label="Solve it")
    assert "Misère" in text(theirs)
