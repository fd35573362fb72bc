"""Hints and reviews, which only the person who asks can see, and what one press shows to the channel."""

import re
from dataclasses import replace

import discord
from simcord import InteractionResult

from bot.messages.custom_id import custom_id_of
from engine.board import GAMES, Board
from engine.puzzles import Puzzle, of_the_day
from tests.support.server import Server, buttons, labels, refused, text
from tests.support.walk import ANN, BOB, hears, posts, redraws, walk, walks

LOST = (
    posts(ANN, "start", "Your turn", level="perfect"),
    *(posts(ANN, "move", "I played", cell=cell) for cell in (1, 2)),
    posts(ANN, "move", "I win this one!", cell=9),
)

test_advice = walks(
    {
        "a hint is seen by the person alone and leaves the board as it is": (
            posts(ANN, "start", "Your turn", level="perfect", first="them"),
            hears(ANN, "hint", "### Hint: play 5 💡", "🤝 draw: **5**"),
            hears(ANN, "Hint", "### Hint: play 5 💡", "🤝 draw: **5**"),
            redraws(ANN, "5", "Your turn"),
        ),
        "a review opens for anyone and turns its pages in place": (
            *LOST,
            hears(BOB, "Review", "move **5** of 6", "turned a **draw** into a **loss**"),
            redraws(BOB, "Next", "move **6** of 6"),
            redraws(BOB, "Previous", "move **5** of 6"),
            redraws(BOB, "Previous", "move **4** of 6"),
            redraws(BOB, "Next mistake", "move **5** of 6"),
        ),
    }
)


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


async def test_someone_who_may_not_post_in_a_channel_shares_nothing_there(server: Server):
    await walk(server, *LOST)
    shown = await server.ann.slash(server.general, "ttt review")
    assert refused(await share(server, shown, permissions=0), "You can't post in this channel")


async def test_the_puzzle_of_the_day_can_be_tried_until_it_is_solved_and_then_shared(server: Server):
    puzzle = today(server)
    wrong = next(cell for cell in puzzle.board.free_cells if cell != puzzle.answer)
    asked = await server.ann.slash(server.general, "ttt puzzle")
    tried = await server.ann.click(asked.response.message, label=str(wrong))
    assert "### Not quite\n" in text(tried)
    assert "Try again!" in text(tried)
    assert "🔼" not in text(tried)
    solved = await server.ann.click(tried.response.message, label=str(puzzle.answer))
    assert "Got it!" in text(solved)
    assert "· 2 tries 🟥🟩**" in text(solved)
    shared = await share(server, solved)
    assert not shared.ephemeral
    assert re.fullmatch(rf"<@{server.ann.id}>\nPuzzle #\d+ · 2 tries 🟥🟩", text(shared))
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
    server.client.app = replace(server.client.app, defaults={"game": "misere"})
    day = int(server.env.now().timestamp()) // 86400
    puzzle = of_the_day(Board(rules=GAMES["misere"]), day)
    asked = await server.ann.slash(server.general, "ttt puzzle")
    solved = await server.ann.click(asked.response.message, label=str(puzzle.answer))
    shared = await share(server, solved)
    assert "Misère" in text(shared)
    theirs = await server.bob.click(shared.response.message, label="Solve it")
    assert "Misère" in text(theirs)
