"""The puzzles, compared with a minimax that shares nothing with the engine."""

from collections import Counter
from random import Random

from engine.board import Board, Mark
from engine.puzzles import any_puzzle, as_puzzle, every_puzzle, of_bitboards, of_the_day
from engine.score import Result
from tests.support.boards import canonical, reachable
from tests.support.plain_minimax import as_number, plain_scores


def test_there_are_51_wins_and_63_draws_and_no_two_are_the_same_turned_or_mirrored():
    results = Counter(puzzle.score.result for puzzle in every_puzzle())
    assert results == {Result.WIN: 51, Result.DRAW: 63}
    assert len({canonical(puzzle.board) for puzzle in every_puzzle()}) == len(every_puzzle())


def test_every_board_with_one_right_answer_and_no_other_is_a_puzzle():
    for board in reachable():
        puzzle, scores = as_puzzle(board), {} if board.outcome else plain_scores(board)
        best = max(scores.values(), default=-1)
        right = [cell for cell, value in scores.items() if (value > 0) - (value < 0) == (best > 0)]
        hard_enough = best < 8 and (best or len(scores) >= 3)
        if best >= 0 and len(right) == 1 and hard_enough:
            assert puzzle
            assert (puzzle.answer, as_number(puzzle.score)) == (right[0], best)
        else:
            assert puzzle is None


def test_a_day_has_one_puzzle_for_everyone_and_each_comes_once_in_a_round():
    assert of_the_day(20_000) == of_the_day(20_000)
    length = len(every_puzzle())
    first = 20_000 - 20_000 % length
    shapes = [canonical(of_the_day(day).board) for day in range(first, first + length)]
    assert len(set(shapes)) == length
    following = [canonical(of_the_day(day).board) for day in range(first + length, first + 2 * length)]
    assert following != shapes


def test_practice_shows_all_of_them_turned_and_mirrored():
    rng = Random(1)
    shown = {any_puzzle(rng).board for _ in range(3000)}
    assert len({canonical(board) for board in shown}) == len(every_puzzle())
    assert len(shown) > 3 * len(every_puzzle())
    assert {board.turn for board in shown} == set(Mark)


def test_a_puzzle_is_found_again_from_its_bitboards():
    for puzzle in every_puzzle():
        assert of_bitboards(puzzle.board.x, puzzle.board.o) == puzzle


def test_bitboards_from_anywhere_are_a_puzzle_or_nothing():
    known = {(board.x, board.o) for board in reachable() if as_puzzle(board)}
    for x in range(1024):
        for o in range(0, 1024, 3):
            assert (of_bitboards(x, o) is not None) == ((x, o) in known)
    assert of_bitboards(9999, 9999) is None
    assert of_bitboards(Board.after([5]).x | 1, 0) is None
