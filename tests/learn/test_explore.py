"""Explore: what it is told of a position and of a tree, and how a question is refused."""

import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from pydantic import TypeAdapter

from bot.advice.hint_card import hint
from bot.interactions.questions import Question
from bot.learn.explore import Asked, NoAnswer, answers
from bot.messages.texts import ENGLISH
from engine import trees
from engine.analysis import analyse
from engine.board import GAMES, Board, Mark
from engine.exact_scores import score_board
from tests.support.boards import some_moves
from tests.support.cards import breakable, session

TUTORIAL = "XO./.OX/OX. X"
EMPTY = {game: Board(rules=rules).notation for game, rules in GAMES.items()}
Frame = dict[str, Any]


async def told(do: str, position: str = TUTORIAL, game: str = "3x3", **more: Any) -> list[Frame]:
    """Every part of the answer to a question, with searches done on the spot."""

    async def search(question: Question[Any]) -> Any:
        return question.find()

    about = {"game": game}
    if do != "curve":
        about["position"] = position
    asked = TypeAdapter(Asked).validate_python({"do": do, "id": 1, **about, **more})
    return [part async for part in answers(asked, ENGLISH, search)]


async def refusal(do: str, *about: str, **more: Any) -> str:
    with pytest.raises(NoAnswer) as refused:
        await told(do, *about, **more)
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
        [tree] = await told("tree", board["example"], game)
        assert not folded(tree["node"])


def every(node: Frame) -> list[Frame]:
    """A node and all below it."""
    return [node, *(one for child in node["children"] for one in every(child))]


def folded(node: Frame) -> list[Frame]:
    """The nodes with boards further down that are not shown."""
    return [one for one in every(node) if one["below"] != 0 and not one["children"]]


@pytest.mark.parametrize(("game", "games"), [("4x4", "2 × 10¹³"), ("5x5", "2 × 10²⁵")])
async def test_a_large_board_tells_how_large_its_tree_is_and_can_be_counted_near_the_end(
    game: str, games: str
):
    board, *_ = await told("look", EMPTY[game], game)
    assert f"up to {games} games" in board["uncounted"]
    assert await refusal("counts", EMPTY[game], game) == board["uncounted"]
    near_the_end, *_ = await told("look", board["example"], game)
    assert near_the_end["uncounted"] is None


async def test_a_small_tree_is_shown_whole_with_the_value_of_each_node():
    [tree] = await told("tree")
    nodes = every(tree["node"])
    assert Counter(node["value"] for node in nodes) == {0: 6, 7: 4, -8: 4}
    assert (tree["node"]["below"], folded(tree["node"])) == (13, [])
    assert {node["move"] for node in tree["node"]["children"]} == {"X 3", "X 4", "X 9"}


@pytest.mark.parametrize("game", ["3x3", "misere", "4x4", "5x5"])
async def test_at_every_turn_the_top_of_the_tree_is_shown_and_any_of_its_boards_unfolds(game: str):
    rng, rules = Random(1), GAMES[game]
    for free in range(2, 8):
        board = Board.after(some_moves(game, len(rules.cells) - free, rng), rules=rules)
        [tree] = await told("tree", board.notation, game)
        for node in every(tree["node"]):
            at = Board.parse(node["position"], rules=rules)
            worth = score_board(at)
            counted = worth.plies is not None and worth.result.value
            plies = free - len(at.free_cells) + (worth.plies or 0)
            value = worth.result.value * (len(rules.cells) + 1 - plies if counted else 1)
            assert node["value"] == (value if at.turn is Mark.X else -value)
            assert node["below"] == visited(at) - 1
            assert bool(at.outcome) == node["over"]
        for child in folded(tree["node"]):
            [below] = await told("tree", board.notation, game, path=[child["cell"]])
            assert below["node"] | {"children": []} == child
            assert len(below["node"]["children"]) == free - 1


def visited(board: Board) -> int:
    """How many nodes plain minimax visits."""
    return trees.root(board, frozenset(), 100_000).nodes


async def test_large_boards_have_the_top_of_a_tree_too_uncounted():
    for game in ("4x4", "5x5"):
        [tree] = await told("tree", EMPTY[game], game)
        assert len(tree["node"]["children"]) == len(GAMES[game].cells)
        assert {child["below"] for child in tree["node"]["children"]} == {None}
    assert await refusal("tree", TUTORIAL, path=[1]) == (
        "These moves don't make a valid game of 3×3."
    )


async def test_the_reason_names_marks_by_their_letters():
    _, worth, *_ = await told("look", "XO./.OX/OX. X", "misere")
    assert worth["reason"] == "Only **4** keeps the draw. Safe cells after **4**: X 2, O 1."


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


async def test_the_counts_are_those_of_the_tree_plainly_and_with_each_idea():
    counts = {part["idea"]: part["nodes"] for part in await told("counts")}
    assert counts == {"plain": 14, "symmetry": 14, "alpha-beta": 10, "memory": 12, "all": 10}


async def test_fading_has_no_tree():
    assert "never end" in await refusal("counts", ".../.../... X", "fading")
    assert "never end" in await refusal("tree", ".../.../... X", "fading")


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
    ],
)
async def test_what_cannot_be_asked_is_refused_with_a_sentence(
    ask: str, about: tuple[str, ...], more: Frame, sentence: str
):
    assert (await refusal(ask, *about, **more)).startswith(sentence)
