"""The scores on nine cells; tests of analyses and reviews compare all of 3x3 with plain minimax."""

from collections import Counter
from functools import cache

import pytest

from engine.analysis import Idea, Reasons, why_best
from engine.board import GAMES, Board, Rules
from engine.exact_scores import best_cells
from engine.minimax import score_board, score_cells
from engine.score import Result, Score
from tests.support.boards import reachable, unfinished
from tests.support.plain_minimax import cells_of, has_won, plain_scores


def test_a_minimax_that_does_not_count_plies_plays_worse_on_485_boards_as_the_essay_tells():
    worse = 0
    for board in unfinished():
        scores = plain_scores(board)
        signs = {cell: (value > 0) - (value < 0) for cell, value in scores.items()}
        first = next(cell for cell in scores if signs[cell] == max(signs.values()))
        worse += scores[first] != max(scores.values())
    assert worse == 485


def test_an_end_beyond_the_depth_counts_nothing():
    assert [Score(Result.WIN, 3).seen_to(depth).number() for depth in (2, 3, 9)] == [0, 7, 7]
    assert [Score(Result.LOSS, 4).seen_to(depth).number() for depth in (3, 4, 9)] == [0, -6, -6]


def test_quick_wins_are_best_and_quick_losses_worst():
    ordered = [
        Score(Result.WIN, 1),
        Score(Result.WIN, 3),
        Score(Result.DRAW, 5),
        Score(Result.LOSS, 4),
        Score(Result.LOSS, 2),
    ]
    assert sorted(ordered, reverse=True) == ordered


def test_a_larger_board_is_refused():
    with pytest.raises(ValueError, match="3x3"):
        score_board(Board(rules=Rules(4, 4, 4)))


RULES = GAMES["misere"]


@cache
def value(cells: str, me: str) -> tuple[int, int]:
    """1, 0 or -1 for the side to move, and the plies until then."""
    you = "XO"[me == "X"]
    if has_won(cells, you):
        return 1, 0
    if "." not in cells:
        return 0, 0
    after = [value(cells[:n] + me + cells[n + 1 :], you) for n in range(9) if cells[n] == "."]
    result, plies = max(
        ((-theirs, plies) for theirs, plies in after), key=lambda at: (at[0], -at[0] * at[1])
    )
    return result, plies + 1


def test_every_position_has_the_score_of_the_independent_recursion():
    counted: Counter[Result] = Counter()
    for plain in reachable():
        board = Board(plain.x, plain.o, plain.turn, RULES)
        result, plies = value(cells_of(board), board.turn.value)
        assert score_board(board) == Score(Result(result), plies)
        if not board.outcome:
            assert max(score_cells(board).values()) == score_board(board)
        counted[score_board(board).result] += 1
    assert counted == {Result.WIN: 3054, Result.LOSS: 1444, Result.DRAW: 980}


def test_only_the_centre_draws_every_other_first_move_loses():
    scores = score_cells(Board(rules=RULES))
    assert scores.pop(5) == Score(Result.DRAW, 9)
    assert set(scores.values()) == {Score(Result.LOSS, 9)}


def test_a_cell_that_leaves_only_lines_does_and_no_other_reason_says_so():
    told = 0
    for plain in reachable()[::5]:
        board = Board(plain.x, plain.o, plain.turn, RULES)
        if board.outcome:
            continue
        cell = best_cells(board)[0]
        after = board.play(cell)
        leaves = not after.outcome and all(
            (end := after.play(answer).outcome) and end.winner for answer in after.free_cells
        )
        assert (why_best(board, cell) == Reasons(main=Idea.LEAVES_ONLY_LINES)) == leaves
        told += leaves
    assert told > 20
