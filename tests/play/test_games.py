"""Games other than 3x3, as people see them."""

import pytest

from bot.messages.custom_id import parse_custom_id
from bot.messages.games import TITLES
from engine.board import GAMES, number_of
from engine.puzzles import Puzzle, as_puzzle, board_of
from tests.support.server import Server, buttons, text
from tests.support.walk import ANN, hears, posts, redraws, walks

NUMBERS = "Row, then column: 23 is row 2, column 3"

test_5x5 = walks(
    {
        "against the perfect bot by numbers and buttons, with a hint and a review": (
            posts(ANN, "start", "-# 5×5: four in a row wins", NUMBERS, game="5x5", level="perfect"),
            posts(ANN, "move", "-# I played **22**", cell=33),
            hears(ANN, "move", "No such cell", "11 to 55", cell=5),
            hears(ANN, "move", "Cell 22 is taken", cell=22),
            hears(ANN, "hint", "it keeps the draw"),
            redraws(ANN, "34", "Your turn"),
            posts(ANN, "resign", "resigned"),
            hears(ANN, "Review", "Move 1 of "),
            posts(ANN, "Rematch", "-# 5×5: four in a row wins"),
        ),
    }
)


async def test_5x5_offers_free_cells_by_their_numbers(server: Server):
    await server.ann.slash(server.general, "ttt start", game="5x5")
    await server.ann.slash(server.general, "ttt move", cell=33)
    offered = await server.ann.autocomplete(server.general, "ttt move", "cell", "3")
    assert {31, 35} <= {choice["value"] for choice in offered} <= {31, 32, 34, 35}


@pytest.mark.parametrize("game", GAMES)
async def test_every_game_has_puzzles_with_one_right_cell(server: Server, game: str):
    asked = await server.ann.slash(server.general, "ttt puzzle", game=game)
    assert asked.ephemeral
    assert (f"-# {TITLES[game]}\n" in text(asked)) == (game != "3x3")
    assert text(await server.bob.slash(server.general, "ttt puzzle", game=game)) == text(asked)
    presses = [
        custom_id for custom_id, button in buttons(asked).items() if button["label"].isdigit()
    ]
    right = puzzle_of(presses[0]).solution
    for custom_id in sorted(presses, key=lambda press: parse_custom_id(press).about[-1] == right)[
        -4:
    ]:
        asked = await server.ann.slash(server.general, "ttt puzzle", game=game)
        answered = await server.send_press(server.ann, custom_id, asked.response.message)
        assert (
            "Got it!" if parse_custom_id(custom_id).about[-1] == right else "Try again!"
        ) in text(answered)
    assert f"Got it! {number_of(right, GAMES[game])} " in text(answered)
    another = await server.ann.click(answered.response.message, label="Another puzzle")
    assert "### Practice puzzle 🧩" in text(another)


def puzzle_of(custom_id: str) -> Puzzle:
    game, x, o, *_ = parse_custom_id(custom_id).about
    return as_puzzle(board_of(GAMES[game], x, o))
