"""The grades, compared with a minimax that shares nothing with the engine."""

import pytest

from engine.board import Board, CellTaken, GameOver, Mark
from engine.review import Grade, grade, review
from engine.score import Result
from tests.support.boards import unfinished
from tests.support.plain_minimax import as_number, plain_scores


def sign(value: int) -> int:
    return (value > 0) - (value < 0)


def test_a_move_of_each_value_on_every_board_is_graded_as_the_independent_minimax_would():
    for board in unfinished():
        scores = plain_scores(board)
        best = max(scores.values())
        one_of_each = {value: cell for cell, value in scores.items()}
        for value, cell in one_of_each.items():
            graded = grade(board, cell)
            assert (as_number(graded.before), as_number(graded.after)) == (best, value)
            assert graded.best == tuple(other for other in scores if scores[other] == best)
            assert graded.held == tuple(
                other for other in scores if sign(scores[other]) == sign(best)
            )
            expected = (
                Grade.BEST
                if value == best
                else Grade.FINE
                if sign(value) == sign(best)
                else Grade.MISTAKE
            )
            assert graded.grade is expected


def test_a_whole_game_is_reviewed_on_the_board_of_each_moment():
    graded = review([1, 5, 9, 3, 7, 4, 8])
    assert [move.cell for move in graded] == [1, 5, 9, 3, 7, 4, 8]
    assert [move.board for move in graded] == [
        Board.after([1, 5, 9, 3, 7, 4, 8][:ply]) for ply in range(7)
    ]
    assert [move.grade for move in graded] == [Grade.BEST] * 3 + [Grade.MISTAKE] + [Grade.BEST] * 3
    lost = graded[3]
    assert (lost.before.result, lost.after.result) == (Result.DRAW, Result.LOSS)
    assert lost.held == (2, 4, 6, 8)


def test_a_game_that_o_began_is_reviewed_from_its_own_side():
    assert [move.board.turn for move in review([5, 1], first=Mark.O)] == [Mark.O, Mark.X]


def test_a_move_the_rules_turn_down_is_refused():
    with pytest.raises(CellTaken):
        review([5, 5])
    with pytest.raises(GameOver):
        grade(Board.after([1, 4, 2, 5, 3]), 9)
