"""Reviews and solved puzzles are shown to the channel by one press."""

from dataclasses import replace

import discord
from simcord import InteractionResult

from bot.rendering.custom_id import Verb, custom_id_of
from bot.sessions.settings import DEFAULTS
from engine.board import Board
from engine.games import GAMES
from engine.puzzles import Puzzle, of_the_day
from tests.support.server import Server, buttons, labels, refused, text

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
    press = custom_id_of(Verb.PUZZLE, "3x3", *puzzle.numbers, day, puzzle.answer)
    late = await server.send_press(server.ann, press, asked.response.message)
    assert "Got it!" in text(late)
    assert "Share" not in labels(late)


async def test_where_the_server_plays_another_game_its_puzzle_counts_and_is_shared(server: Server):
    server.client.defaults = replace(DEFAULTS, game="misere")
    day = int(server.env.now().timestamp()) // 86400
    puzzle = of_the_day(Board(rules=GAMES["misere"]), day)
    asked = await server.ann.slash(server.general, "ttt puzzle")
    solved = await server.ann.click(asked.response.message, label=str(puzzle.answer))
    shared = await share(server, solved)
    assert "Misère" in text(shared)
    theirs = await server.bob.click(shared.response.message, label="Solve it")
    assert "Misère" in text(theirs)
