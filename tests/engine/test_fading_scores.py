"""Every fading position, beside an analysis that shares nothing with the engine's."""

from functools import cache

import pytest

from engine import fading_scores
from engine.analysis import analyse
from engine.board import GAMES, Board, Outcome
from engine.score import Result, Score
from tests.support import referees

RULES = GAMES["fading"]
LINES = [set(map(str, line)) for line in referees.lines(3, 3)]
WIN_IN_13 = [2, 7, 5, 8, 9, 1, 3, 6, 7, 5, 4, 2, 1]


@cache
def positions() -> dict[str, list[str]]:
    """Every position that play can reach, as its marks in order, and where it can go from there."""
    found: dict[str, list[str]] = {}
    new = [""]
    while new:
        position = new.pop()
        if position not in found:
            mine = set(position[-1::-2])
            over = len(mine) == 3 and mine in LINES
            free = [] if over else [cell for cell in "123456789" if cell not in position]
            found[position] = [(position + cell)[-6:] for cell in free]
            new += found[position]
    return found


@cache
def plies() -> dict[str, int]:
    """Plies to the end where one side can force it, by going over all positions again and again."""
    new = {position for position, after in positions().items() if not after}
    lost = set(new)
    won: set[str] = set()
    found = dict.fromkeys(new, 0)
    open_ = positions()
    distance = 0
    while new:
        distance += 1
        open_ = {at: after for at, after in open_.items() if at not in found}
        if distance % 2:
            new = {at for at, after in open_.items() if not lost.isdisjoint(after)}
            won |= new
        else:
            new = {at for at, after in open_.items() if won.issuperset(after)}
            lost |= new
        found |= dict.fromkeys(new, distance)
    return found


def board_of(position: str) -> Board:
    return Board.after(map(int, position), rules=RULES)


def test_each_of_the_73450_positions_has_the_score_of_the_independent_analysis():
    assert len(positions()) == 73_450
    table = fading_scores.plies_to_the_end()
    for position in positions():
        assert table[int(position or 0)] == plies().get(position, 255)


def test_a_score_is_that_of_the_position_and_a_cell_that_of_the_position_after_it():
    for position, after in list(positions().items())[::50]:
        left = plies().get(position)
        ended = Result.DRAW if left is None else Result.WIN if left % 2 else Result.LOSS
        board = board_of(position)
        assert fading_scores.score_board(board) == Score(ended, left)
        assert len(fading_scores.score_cells(board)) == len(after)
        if after:
            assert max(fading_scores.score_cells(board).values()) == Score(ended, left)


def test_the_side_that_begins_wins_in_13_plies_and_only_from_an_edge():
    scores = fading_scores.score_cells(Board(rules=RULES))
    won = {cell for cell, score in scores.items() if score == Score(Result.WIN, 13)}
    assert won == {2, 4, 6, 8}
    assert {scores[cell] for cell in (1, 3, 5, 7, 9)} == {Score(Result.DRAW, None)}


def test_the_win_the_essay_shows_is_perfect_play_of_both_sides():
    board = Board(rules=RULES)
    for cell in WIN_IN_13:
        scores = fading_scores.score_cells(board)
        assert scores[cell] == max(scores.values())
        board = board.play(cell)
    assert board.outcome
    assert board.outcome.winner


def test_a_cell_that_brings_a_position_for_the_third_time_is_a_draw_in_one():
    round_ = [1, 3, 2, 4, 6, 7, 9, 8]
    board = Board.after((round_ * 3)[:21], rules=RULES)
    assert fading_scores.score_cells(board)[(round_ * 3)[21]] == Score(Result.DRAW, 1)


def test_a_board_of_another_game_is_refused():
    with pytest.raises(ValueError, match="fading"):
        fading_scores.score_cells(Board())


def test_a_win_that_the_99th_move_forestalls_is_not_foreseen_as_the_readme_says():
    goes_on = (
        "13265894731625897462531786453918624379518647951"
        "8367491586327498635279864527196453789645378269"
    )
    board = Board.after(map(int, goes_on), rules=RULES)
    assert (len(board.moves), fading_scores.score_board(board)) == (93, Score(Result.WIN, 7))
    for cell in analyse(board).principal_variation[:6]:
        board = board.play(cell)
    assert (len(board.moves), board.outcome) == (99, Outcome())
