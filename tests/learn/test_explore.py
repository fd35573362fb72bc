"""Explore: what it is told of a position and of a tree, and how a request is refused."""

import re
from typing import Any

import pytest

from bot.advice.hint_card import hint
from bot.interactions.questions import Question
from bot.learn.explore import REQUESTS, NoAnswer, answers
from bot.messages.texts import ENGLISH
from engine.analysis import analyse
from engine.board import GAMES, Board
from tests.support.cards import breakable, session

TUTORIAL = "XO./.OX/OX. X"
EMPTY = {game: Board(rules=rules).notation for game, rules in GAMES.items()}
LONG_SEARCH = {"ask": "count", "game": "3x3", "position": ".../.../... X"}

Frame = dict[str, Any]


async def told(ask: str, position: str = TUTORIAL, game: str = "3x3", **more: Any) -> list[Frame]:
    """Every part of the answer to a request, with searches done on the spot."""

    async def search(question: Question[Any]) -> Any:
        return question.find_answer()

    about = {"game": game}
    if ask != "curve":
        about["position"] = position
    request = REQUESTS.validate_python({"ask": ask, "id": 1, **about, **more})
    return [part async for part in answers(request, search)]


async def refusal(ask: str, *about: str, **more: Any) -> str:
    with pytest.raises(NoAnswer) as refused:
        await told(ask, *about, **more)
    return str(refused.value)


async def test_each_free_cell_has_its_result_and_the_winners_moves_until_the_end():
    _, worth, *_ = await told("look")
    assert {cell: (one["result"], one["soon"]) for cell, one in worth["cells"].items()} == {
        "3": ("draw", ""),
        "4": ("loss", "in 1 move"),
        "9": ("loss", "in 1 move"),
    }
    assert (worth["best"], worth["line"], breakable(worth["reason"])) == (
        [3],
        ["X 3", "O 9", "X 4"],
        "**3** blocks 3-5-7.",
    )


@pytest.mark.parametrize(
    ("moves", "at"), [((5, 4), 1), ((1, 2), 4), ((1, 5, 9, 3), 7), ((1, 2, 5), 9)]
)
async def test_a_hint_and_explore_count_the_same_moves(moves: tuple[int, ...], at: int):
    game = session(*moves)
    card = hint(game, analyse(game.board), ENGLISH)
    assert card.spoken
    _, worth, *_ = await told("look", game.board.notation)
    counted = re.search(
        rf"^(?:win|loss): .*?\b{at}\b.*?(in \d moves?)", card.spoken.text, re.MULTILINE
    )
    assert counted
    assert worth["cells"][str(at)]["soon"] == counted[1]


async def test_the_odds_of_an_opponent_are_its_policy():
    [odds] = await told("odds", opponent="hard")
    assert odds == {"is": "odds", "opponent": "hard", "cells": {"3": 0.95, "4": 0.025, "9": 0.025}}


async def test_the_curve_of_a_game_leads_to_each_position_and_shows_where_it_was_lost_and_saved():
    game, *points = await told("curve", moves=[1, 2, 6, 5, 8, 7], first="X")
    assert (game["positions"][0], game["positions"][-1]) == (".../.../... X", TUTORIAL)
    assert [point["ply"] for point in points] == [*range(7)]
    assert [point["worth"] for point in points] == [0, 0, 1, 0, 0, 0, 0]
    assert [(point["move"], point["result"]) for point in points[::2]] == [
        ("Empty board", "Draw"),
        ("O 2", "X wins"),
        ("O 5", "Draw"),
        ("O 7", "Draw"),
    ]


async def test_a_board_on_which_every_cell_draws_is_told_in_a_sentence_and_no_cell_is_best():
    _, worth, *_ = await told("look", ".../.../... X")
    assert (worth["equal"], worth["best"]) == ("Every free cell keeps the draw.", [])
    assert {cell["soon"] for cell in worth["cells"].values()} == {""}
    _, worth, *_ = await told("look")
    assert worth["equal"] is None
    _, worth, *_ = await told("look", ".X../..../..../.... O", "4x4")
    assert (worth["equal"], worth["reason"]) == ("Every free cell keeps the draw.", None), (
        "told only once"
    )


@pytest.mark.parametrize("game", ["3x3", "4x4", "5x5", "misere", "fading"])
async def test_each_game_has_an_example_that_goes_on_and_whose_tree_is_small(game: str):
    board, *_ = await told("look", EMPTY[game], game)
    example, *_ = await told("look", board["example"], game)
    assert (example["position"], example["over"]) == (board["example"], False)
    assert set(example["after"]) == {
        str(n) for n, sign in enumerate(example["signs"], 1) if sign == "."
    }
    if game != "fading":
        [walk] = await told("walk", board["example"], game)
        assert walk["root"]


@pytest.mark.parametrize(("game", "games"), [("4x4", "2 × 10¹³"), ("5x5", "2 × 10²⁵")])
async def test_a_large_board_tells_the_story_of_its_tree_and_has_one_near_the_end(
    game: str, games: str
):
    board, *_ = await told("look", EMPTY[game], game)
    assert f"up to {games} games" in board["treeless"]
    for ask in ("count", "walk"):
        assert await refusal(ask, EMPTY[game], game) == board["treeless"]
    near_the_end, *_ = await told("look", board["example"], game)
    assert near_the_end["treeless"] is None


async def test_larger_boards_are_told_in_the_numbers_that_people_see():
    board, worth, *_ = await told("look", "XXX./.O../..O./O... O", "4x4")
    assert board["numbers"][:5] == [11, 12, 13, 14, 21]
    assert worth["line"][0] == "O 14"
    assert breakable(worth["reason"]) == "**14** blocks 11-12-13-14."


@pytest.mark.parametrize(
    ("position", "game", "told_of_it"),
    [
        ("  xo./.ox/ox. ", "3x3", {"position": TUTORIAL}),
        ("x../.../...", "3x3", {"status": "O to move"}),
        ("XXX/OO./... O", "3x3", {"status": "X wins", "over": True, "line": [1, 2, 3]}),
        (".X./O.X/OOX X 2,4,6,7,9,8", "fading", {"fading": 2}),
    ],
)
async def test_a_position_as_it_is_pasted_is_a_board_with_its_turn_or_its_end(
    position: str, game: str, told_of_it: Frame
):
    board, *_ = await told("look", position, game)
    assert board | told_of_it == board


async def test_a_finished_board_has_no_cells_to_play_and_no_reason():
    _, worth, *_ = await told("look", "XXX/OO./... O")
    assert (worth["cells"], worth["reason"]) == ({}, None)


@pytest.mark.parametrize(("savings", "nodes"), [([], 14), (["memory"], 12), (["alpha-beta"], 10)])
async def test_the_count_is_that_of_the_tree_with_these_ideas(savings: list[str], nodes: int):
    [count] = await told("count", savings=savings)
    assert (count["nodes"], count["held"]) == (nodes, None)


async def test_the_bound_says_how_it_knows():
    [count] = await told("count", savings=["bound"])
    assert count["nodes"] == 1
    assert "X needs 4 in all and has 2; O needs 8 and has 4. So it's a draw." in count["held"]


async def test_fading_has_no_tree():
    assert "never end" in await refusal("count", ".../.../... X", "fading")
    assert "never end" in await refusal("walk", ".../.../... X", "fading")


@pytest.mark.parametrize(
    ("ask", "about", "more", "sentence"),
    [
        ("look", ("XO", "3x3"), {}, "“XO” isn't a 3×3 position. Example: XO./.OX/OX. X"),
        ("look", ("XXX/.../... O", "3x3"), {}, "“XXX/.../... O” isn't a 3×3 position."),
        ("look", ("X", "chess"), {}, "There's no game called chess."),
        (
            "curve",
            (),
            {"moves": [1, 1], "first": "X"},
            "These moves don't make a valid game of 3×3.",
        ),
        ("curve", ("", "chess"), {"moves": [1], "first": "X"}, "There's no game called chess."),
        ("odds", (), {"opponent": "me"}, "There's no opponent called me."),
        ("walk", (TUTORIAL, "misere"), {"savings": ["bound"]}, "The bound doesn't apply"),
    ],
)
async def test_what_cannot_be_asked_is_refused_with_a_sentence(
    ask: str, about: tuple[str, ...], more: Frame, sentence: str
):
    assert (await refusal(ask, *about, **more)).startswith(sentence)
