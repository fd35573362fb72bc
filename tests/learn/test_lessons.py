"""The lessons: the engine computed what they say, and the lines of Python they show are right."""

import re
from functools import cache
from random import Random

import pytest

from bot.learn.lesson_words import lesson_words
from bot.learn.tools import lessons, minimax_page, short_minimax
from bot.messages.texts import ENGLISH
from bot.playground import page_socket
from engine import trees
from engine.board import GAMES, Board, Mark
from engine.exact_scores import best_cells, score_cells
from engine.minimax import score
from engine.opponents import OPPONENTS, minimax_name
from engine.trees import Fate, Saving
from tests.support.boards import unfinished

ALPHA_BETA = frozenset({Saving.ALPHA_BETA})
MOST = 100  # nodes, more than the trees of the lessons have


def for_x(board: Board) -> int:
    """What the engine says a board is worth to X, as the lessons write it."""
    return score(board).number() * (1 if board.turn is Mark.X else -1)


def test_the_lines_that_are_shown_find_what_the_engine_says_on_every_board(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(short_minimax, "value", cache(short_minimax.value))
    for board in unfinished():
        assert short_minimax.value(board) == for_x(board)


def test_those_that_skip_find_the_same():
    for board in Random(1).sample(
        [board for board in unfinished() if len(board.free_cells) < 7], 150
    ):
        assert short_minimax.value_with_skips(board) == for_x(board)


def test_a_walk_looks_at_the_boards_that_the_engines_tree_visits_and_skips_the_same():
    board = Board.parse(lessons.ENDS)
    plain, skipping = short_minimax.value, short_minimax.value_with_skips
    for lines, savings, nodes in ((plain, frozenset[Saving](), 14), (skipping, ALPHA_BETA, 10)):
        steps = lessons.walk(lines, lessons.ENDS)["steps"]
        looked = {tuple(step["path"]) for step in steps}
        assert len(looked) == nodes == trees.root(board, savings, MOST).nodes
        for cell in board.free_cells:
            fates = {node.cell: node.fate for node in trees.children(board, savings, (cell,), MOST)}
            assert {
                (cell, answer) for answer, fate in fates.items() if fate is not Fate.SKIPPED
            } <= looked
            assert (
                not {(cell, answer) for answer, fate in fates.items() if fate is Fate.SKIPPED}
                & looked
            )


def test_the_line_that_is_lit_is_the_one_that_runs():
    walk = lessons.walk(short_minimax.value_with_skips, lessons.ENDS)
    lines = [line.strip() for line in walk["code"].splitlines()]
    lit: dict[str, set[str]] = {}
    for step in walk["steps"]:
        lit.setdefault(step["kind"], set()).add(lines[step["line"]])
    assert lit == {
        "look": {lines[0]},
        "rise": {lines[-1]},
        "end": {"return value_of_end(board.outcome, moves)"},
        "skip": {"break"},
        "limit": {"alpha = max(alpha, found)", "beta = min(beta, found)"},
    }


def test_only_x_has_a_choice_on_the_board_of_the_second_lesson():
    board = Board.parse(lessons.HIGHEST)
    assert {cell: for_x_after(board, cell) for cell in board.free_cells} == {5: -8, 7: 0}
    assert all(len(board.play(cell).free_cells) == 1 for cell in board.free_cells)


def for_x_after(board: Board, cell: int) -> int:
    return score_cells(board)[cell].number()


@pytest.mark.parametrize(
    ("idea", "savings"),
    [  # what plain minimax takes is counted in tests/engine/test_trees.py
        ("symmetry", frozenset({Saving.SYMMETRY})),
        ("alpha_beta", ALPHA_BETA),
        ("memory", frozenset({Saving.MEMORY})),
        ("all", frozenset(Saving) - {Saving.BOUND}),
    ],
)
def test_the_counts_of_the_ideas_are_those_of_the_engines_trees(
    idea: str, savings: frozenset[Saving]
):
    assert trees.root(Board(), savings, 100_000).nodes == lessons.NODES[idea]


def test_a_bot_that_looks_two_ahead_may_walk_into_the_trap_and_both_sides_play_well_from_there():
    board, (first, *rest) = Board.parse(lessons.SHORT_SIGHT), lessons.TRAPPED
    assert first in OPPONENTS[minimax_name(2)](board)
    assert score_cells(board)[first].result.value < 0
    at = board.play(first)
    for cell in rest:
        assert cell in best_cells(at)
        at = at.play(cell)
    assert at.outcome
    seen = lessons.beliefs()["seen"]
    assert [sum(value < 0 for value in believed.values()) for believed in seen] == [0, 0, 0, 2]


def test_in_fading_7585_of_73450_positions_have_no_end_as_the_essay_says():
    told = lessons.going_round()
    assert (told["positions"], told["endless"]) == (73_450, 7_585)


def test_the_moves_that_go_round_come_back_and_nobody_could_force_an_end_on_the_way():
    start = board = Board.after(lessons.OPENING, rules=GAMES["fading"])
    for cell in lessons.ROUND:
        assert cell in best_cells(board)
        assert score_cells(board)[cell].result.value == 0
        board = board.play(cell)
    assert board.notation == start.notation


def test_a_table_has_one_board_for_all_that_look_the_same():
    for game in lessons.PLAYED:
        assert len(minimax_page.written_tables()[game]["boards"]) == 627


def test_the_file_is_what_the_command_writes_and_is_small():
    """Its tables, which take seconds to compute, are compared with the engine in tests/page."""
    assert minimax_page.FILE.read_text(encoding="utf-8") == minimax_page.page(
        minimax_page.written_tables()
    ), "docs/minimax.html is stale: run python -m bot.learn.tools.minimax_page"
    assert minimax_page.size() < 500_000


def test_the_lessons_have_other_names_for_their_texts_than_the_playground_in_which_they_are_shown():
    assert not lesson_words(ENGLISH).keys() & page_socket._WORDS.keys()


def test_every_board_of_3x3_that_the_essay_prints_is_alive():
    assert re.findall(r'data-living="([XO.]{9})"', minimax_page.essay()) == [
        "XO..OXOX.",
        "XOOX.....",
        "X.OOO.X.X",
        "O...X....",
    ]
