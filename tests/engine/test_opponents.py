"""The levels, through every cell they may choose."""

import math
from random import Random

import pytest

from engine.board import Board, Mark
from engine.opponents import LEVELS
from tests.engine.test_minimax import plain_scores
from tests.support.boards import reachable


def endings(board: Board, perfect: Mark) -> set[Mark | None]:
    """How every line of play can end: all replies of the other side, all cells `perfect` may choose."""
    known: dict[Board, set[Mark | None]] = {}

    def walk(board: Board) -> set[Mark | None]:
        if board not in known:
            if board.outcome:
                known[board] = {board.outcome.winner}
            else:
                cells = LEVELS["perfect"].odds(board) if board.turn is perfect else board.free_cells
                known[board] = set().union(*(walk(board.play(cell)) for cell in cells))
        return known[board]

    return walk(board)


@pytest.mark.parametrize("seat", Mark)
@pytest.mark.parametrize("first", Mark)
def test_perfect_never_loses_any_line_of_play_through_any_cell_it_may_choose(seat: Mark, first: Mark):
    assert endings(Board(turn=first), seat) == {seat, None}


def test_perfect_takes_the_quickest_win_keeps_the_draw_and_resists_longest_on_every_board():
    for board in reachable():
        if not board.outcome:
            scores = plain_scores(board)
            best = {cell for cell, value in scores.items() if value == max(scores.values())}
            assert set(LEVELS["perfect"].odds(board)) == best


def test_perfect_varies_its_openings():
    rng = Random(1)
    assert {LEVELS["perfect"](Board(), rng) for _ in range(200)} == set(range(1, 10))


@pytest.mark.parametrize("name", LEVELS)
def test_odds_add_up_to_one_over_free_cells_on_every_board(name: str):
    for board in reachable():
        odds = LEVELS[name].odds(board)
        if board.outcome:
            assert not odds
            continue
        assert set(odds) <= set(board.free_cells)
        assert math.isclose(sum(odds.values()), 1.0)
        assert min(odds.values()) > 0


@pytest.mark.parametrize("name", LEVELS)
def test_an_opponent_draws_only_cells_its_odds_allow(name: str):
    rng = Random(1)
    board = Board.after([1, 5, 2])
    assert {LEVELS[name](board, rng) for _ in range(500)} == set(LEVELS[name].odds(board))


@pytest.mark.parametrize("name", LEVELS)
def test_each_cell_is_drawn_exactly_as_often_as_its_odds_say(name: str):
    class Given(Random):
        """A random source that gives the numbers it is told."""

        def random(self) -> float:
            return self.given

    board, rng = Board.after([1, 5, 2]), Given()
    below = 0.0
    for cell, chance in LEVELS[name].odds(board).items():
        for rng.given in (below + 1e-9, below + chance - 1e-9):
            assert LEVELS[name](board, rng) == cell
        below += chance
    rng.given = 1.0  # as rounding may leave it
    assert LEVELS[name](board, rng) == cell


@pytest.mark.parametrize("name", LEVELS)
def test_the_same_random_source_plays_the_same_game(name: str):
    def game(seed: int) -> list[int]:
        rng, board, moves = Random(seed), Board(), []
        while not board.outcome:
            moves.append(LEVELS[name](board, rng))
            board = board.play(moves[-1])
        return moves

    assert game(7) == game(7)


@pytest.mark.parametrize("name", LEVELS)
def test_a_finished_game_has_nothing_to_draw(name: str):
    with pytest.raises(ValueError, match="over"):
        LEVELS[name](Board.after([1, 4, 2, 5, 3]), Random(1))


def test_easy_sees_half_of_its_wins_and_a_tenth_of_the_blocks():
    odds = LEVELS["easy"].odds
    win = Board.after([1, 4, 2, 5])  # X wins on 3; O threatens 6
    free = 5
    assert math.isclose(odds(win)[3], 0.5 + 0.5 * 0.9 / free)
    assert math.isclose(odds(win)[6], 0.5 * 0.1 + 0.5 * 0.9 / free)
    assert math.isclose(odds(win)[9], 0.5 * 0.9 / free)
