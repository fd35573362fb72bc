"""Games other than 3x3, as people see them."""

import pytest

from bot.rendering.custom_id import read
from bot.rendering.games import TITLES
from engine.board import GAMES, number_of
from engine.puzzles import Puzzle, as_puzzle, board_of
from tests.messages.games import ENDS
from tests.support.server import Server, buttons, labels, refused, text


async def test_5x5_against_the_perfect_bot_by_numbers_and_buttons_with_a_hint_and_a_review(server: Server):
    started = await server.ann.slash(server.general, "ttt start", game="5x5", level="perfect")
    assert "-# 5×5: four in a row wins" in text(started)
    assert "Row, then column: 23 is row 2, column 3" in text(started)
    assert len(started.response.components) == 8
    numbers = labels(started)[:25]
    assert numbers == [str(10 * row + column) for row in range(1, 6) for column in range(1, 6)]
    moved = await server.ann.slash(server.general, "ttt move", cell=33)
    assert "⭕ I played **22**" in text(moved)
    offered = await server.ann.autocomplete(server.general, "ttt move", "cell", "3")
    assert [choice["value"] for choice in offered] == [31, 32, 34, 35]
    assert refused(await server.ann.slash(server.general, "ttt move", cell=5), "No such cell", "11 to 55")
    assert refused(await server.ann.slash(server.general, "ttt move", cell=22), "Cell 22 is taken")
    assert "Hint: play" in text(await server.ann.slash(server.general, "ttt hint"))
    pressed = await server.ann.click(moved.response.message, label="34")
    assert "Your turn" in text(pressed)
    ended = await server.ann.slash(server.general, "ttt resign")
    review = await server.ann.click(ended.response.message, label="Review")
    assert "-# 5×5: four in a row wins" in text(review)
    again = await server.ann.click(ended.response.message, label="Rematch")
    assert "-# 5×5: four in a row wins" in text(again)


async def test_fading_between_friends_to_a_line_that_came_after_marks_had_gone(server: Server):
    asked = await server.ann.slash(
        server.general, "ttt start", opponent=server.bob, game="fading", mark="X", first="me"
    )
    assert "Fading: only your last three marks stay" in text(asked)
    board = await server.bob.click(asked.response.message, label="Accept")
    for ply, cell in enumerate(ENDS["fading"]["won"]):
        player = (server.ann, server.bob)[ply % 2]
        if ply == 6:
            assert "-# ⏳ ❌ on **2** fades with this move, and is taken until then" in text(board)
        if ply % 4 < 2:
            board = await player.slash(server.general, "ttt move", cell=cell)
        else:
            board = await player.click(board.response.message, label=str(cell))
    assert f"### <@{server.ann.id}> wins! 🏆\n**1-4-7** (left column) · 13 moves" in text(board)
    for game, won in (("fading", "🥇"), ("3x3", "Nobody's on the board yet")):
        assert won in text(await server.bob.slash(server.general, "ttt top", game=game))
    assert "1 won" in text(await server.ann.slash(server.general, "ttt stats", game="fading"))
    assert "No games yet" in text(await server.ann.slash(server.general, "ttt stats", game="5x5"))


@pytest.mark.parametrize("game", GAMES)
async def test_every_game_has_puzzles_with_one_right_cell(server: Server, game: str):
    asked = await server.ann.slash(server.general, "ttt puzzle", game=game)
    assert asked.ephemeral
    assert (f"-# {TITLES[game]}\n" in text(asked)) == (game != "3x3")
    assert text(await server.bob.slash(server.general, "ttt puzzle", game=game)) == text(asked)
    presses = [custom_id for custom_id, button in buttons(asked).items() if button["label"].isdigit()]
    right = puzzle_of(presses[0]).answer
    for custom_id in sorted(presses, key=lambda press: read(press).about[-1] == right)[-4:]:
        asked = await server.ann.slash(server.general, "ttt puzzle", game=game)
        answered = await server.send_press(server.ann, custom_id, asked.response.message)
        assert ("Got it!" if read(custom_id).about[-1] == right else "Try again!") in text(answered)
    assert f"**{number_of(right, GAMES[game])}**" in text(answered)
    another = await server.ann.click(answered.response.message, label="Another puzzle")
    assert "**Puzzle** 🧩" in text(another)


def puzzle_of(custom_id: str) -> Puzzle:
    game, x, o, *_ = read(custom_id).about
    return as_puzzle(board_of(GAMES[game], x, o))
