"""The puzzles, compared with a minimax that shares nothing with the engine."""

from collections import Counter

import pytest

from engine.board import GAMES, TIC_TAC_TOE, Board, Mark
from engine.exact_scores import score_board, score_cells
from engine.puzzles import any_puzzle, as_puzzle, board_of, every_puzzle, of_the_day
from engine.score import Result, Score
from tests.support.boards import canonical, reachable
from tests.support.plain_minimax import as_number, cells_of, plain_minimax, plain_scores


def test_there_are_51_wins_and_63_draws_and_no_two_are_the_same_turned_or_mirrored():
    results = Counter(puzzle.score.result for puzzle in every_puzzle(TIC_TAC_TOE))
    assert results == {Result.WIN: 51, Result.DRAW: 63}
    assert len({canonical(puzzle.board) for puzzle in every_puzzle(TIC_TAC_TOE)}) == len(
        every_puzzle(TIC_TAC_TOE)
    )


def test_every_board_with_one_right_answer_and_no_other_is_a_puzzle():
    for board in reachable():
        puzzle, scores = as_puzzle(board), {} if board.outcome else plain_scores(board)
        best = max(scores.values(), default=-1)
        right = [cell for cell, value in scores.items() if (value > 0) - (value < 0) == (best > 0)]
        hard_enough = best < 8 and (best or len(scores) >= 3)
        if best >= 0 and len(right) == 1 and hard_enough:
            assert puzzle
            assert (puzzle.solution, as_number(puzzle.score)) == (right[0], best)
        else:
            assert puzzle is None


@pytest.mark.parametrize(("game", "puzzles"), [("3x3", 51 + 63), ("misere", 128)])
def test_a_day_has_one_puzzle_for_everyone_and_none_comes_again_before_all_have_come(
    game: str, puzzles: int
):
    empty = Board(rules=GAMES[game])
    assert of_the_day(empty, 20_000) == of_the_day(empty, 20_000)
    shapes = [
        canonical(of_the_day(empty, day).board) for day in range(20_000, 20_000 + 3 * puzzles)
    ]
    for day in range(2 * puzzles):
        assert len(set(shapes[day : day + puzzles])) == puzzles


def test_every_board_of_misere_with_one_right_answer_is_in_its_round():
    boards = {Board(board.x, board.o, board.turn, GAMES["misere"]) for board in reachable()}
    there_are = {canonical(board) for board in boards if as_puzzle(board)}
    assert {canonical(puzzle.board) for puzzle in every_puzzle(GAMES["misere"])} == there_are


def test_a_puzzle_is_as_deep_as_a_search_must_look_to_find_its_answer_alone():
    depths: Counter[int] = Counter()
    for puzzle in every_puzzle(TIC_TAC_TOE):
        me, cells = puzzle.board.turn, cells_of(puzzle.board)
        for depth in range(1, 10):
            after = {n: cells[: n - 1] + me.value + cells[n:] for n in puzzle.board.free_cells}
            values = {n: -plain_minimax(after[n], me.other.value, depth - 1) for n in after}
            results = {n: (value > 0) - (value < 0) for n, value in values.items()}
            if [n for n in results if results[n] == max(results.values())] == [puzzle.solution]:
                break
        assert puzzle.depth == depth
        depths[depth] += 1
    assert depths == {2: 89, 3: 17, 4: 4, 5: 2, 6: 2}


def test_where_the_wrong_moves_of_a_large_board_lose_beyond_what_is_counted_no_depth_is_told():
    puzzles = [any_puzzle(Board(rules=GAMES["5x5"]), seed) for seed in range(20)]
    late = [
        puzzle
        for puzzle in puzzles
        if puzzle.score.result is Result.DRAW
        and Score(Result.LOSS, None) in score_cells(puzzle.board).values()
    ]
    assert late
    assert {puzzle.depth for puzzle in late} == {None}


def test_practice_shows_all_of_them_turned_and_mirrored():
    shown = {any_puzzle(Board(), seed).board for seed in range(1500)}
    assert len({canonical(board) for board in shown}) == len(every_puzzle(TIC_TAC_TOE))
    assert len(shown) > 3 * len(every_puzzle(TIC_TAC_TOE))
    assert {board.turn for board in shown} == set(Mark)


def test_a_puzzle_is_found_again_from_its_numbers():
    for puzzle in every_puzzle(TIC_TAC_TOE):
        assert board_of(TIC_TAC_TOE, *puzzle.numbers) == puzzle.board


def test_bitboards_from_anywhere_are_a_puzzle_or_nothing():
    known = {(board.x, board.o) for board in reachable() if as_puzzle(board)}
    for x in range(1024):
        for o in range(0, 1024, 3):
            board = board_of(TIC_TAC_TOE, x, o)
            assert bool(board and as_puzzle(board)) == ((x, o) in known)
    assert board_of(TIC_TAC_TOE, 9999, 9999) is None
    assert board_of(TIC_TAC_TOE, Board.after([5]).x | 1, 0) is None


OTHERS = [game for game in GAMES if game != "3x3"]


@pytest.mark.parametrize("game", OTHERS)
def test_other_games_have_one_puzzle_a_day_and_one_for_each_seed(game: str):
    empty = Board(rules=GAMES[game])
    assert of_the_day(empty, 20_000) == of_the_day(empty, 20_000)
    assert any_puzzle(empty, 7) == any_puzzle(empty, 7)
    assert len({any_puzzle(empty, seed).board for seed in range(4)}) == 4


@pytest.mark.parametrize("game", OTHERS)
def test_their_puzzles_have_one_right_cell_that_is_no_block_and_are_found_again_from_their_numbers(
    game: str,
):
    for seed in range(4):
        puzzle = any_puzzle(Board(rules=GAMES[game]), seed)
        board = puzzle.board
        results = {
            cell: score_board(board.play(cell)).one_ply_earlier.result for cell in board.free_cells
        }
        best = max(results.values(), key=lambda result: result.value)
        assert [cell for cell in results if results[cell] is best] == [puzzle.solution]
        assert best is not Result.LOSS
        assert not board.play(puzzle.solution).outcome
        if game != "misere":
            assert not board.threats(board.turn.other)
        assert as_puzzle(board_of(GAMES[game], *puzzle.numbers)) == puzzle


@pytest.mark.parametrize(
    ("game", "x", "o"),
    [
        ("fading", 0, 0),
        ("fading", 123, 456),  # both have a line
        ("fading", 158, 123),  # both hold 1
        ("fading", 1580, 234),
        ("fading", 58, 234),
        ("fading", 108, 234),
        ("4x4", 1 << 17, 1),
        ("5x5", 2, 2),
        ("5x5", 1 << 26, 0),
    ],
)
def test_numbers_that_no_game_leads_to_are_no_board(game: str, x: int, o: int):
    assert board_of(GAMES[game], x, o) is None
