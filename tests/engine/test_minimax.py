"""The scores, compared with a minimax that shares nothing with the engine."""

import pytest

from engine.board import Board
from engine.minimax import score, score_cells
from engine.rules import Rules
from engine.score import Result, Score
from tests.support.boards import reachable, unfinished
from tests.support.plain_minimax import as_number, cells_of, plain_minimax, plain_scores


def test_every_board_scores_as_the_independent_minimax_says():
    boards = reachable()
    assert len(boards) == 5478
    for board in boards:
        assert as_number(score(board)) == plain_minimax(cells_of(board), board.turn.value)


def test_every_free_cell_scores_as_the_independent_minimax_says():
    for board in unfinished():
        ours = {cell: as_number(scored) for cell, scored in score_cells(board).items()}
        assert ours == plain_scores(board)


def test_a_minimax_that_does_not_count_plies_plays_worse_on_485_boards_as_the_essay_tells():
    worse = 0
    for board in unfinished():
        scores = plain_scores(board)
        signs = {cell: (value > 0) - (value < 0) for cell, value in scores.items()}
        first = next(cell for cell in scores if signs[cell] == max(signs.values()))
        worse += scores[first] != max(scores.values())
    assert worse == 485


def test_an_end_beyond_the_depth_counts_nothing():
    assert [Score(Result.WIN, 3).number(depth) for depth in (2, 3, 9)] == [0, 7, 7]
    assert [Score(Result.LOSS, 4).number(depth) for depth in (3, 4, 9)] == [0, -6, -6]


def test_a_finished_board_has_no_cells_to_score():
    assert score_cells(Board.after([1, 4, 2, 5, 3])) == {}


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
        score(Board(rules=Rules(4, 4, 4)))
