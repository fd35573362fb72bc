"""Misère, where three in a row loses: every position beside a recursion that shares nothing with ours."""

from collections import Counter
from functools import cache

from engine.analysis import Idea, why_best
from engine.board import Board
from engine.games import GAMES
from engine.minimax import score, score_cells
from engine.score import Result, Score
from engine.scoring import best_cells
from tests.support.boards import reachable
from tests.support.plain_minimax import cells_of, has_won

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
    result, plies = max(((-theirs, plies) for theirs, plies in after), key=lambda at: (at[0], -at[0] * at[1]))
    return result, plies + 1


def test_every_position_has_the_score_of_the_independent_recursion():
    counted: Counter[Result] = Counter()
    for plain in reachable():
        board = Board(plain.x, plain.o, plain.turn, RULES)
        result, plies = value(cells_of(board), board.turn.value)
        assert score(board) == Score(Result(result), plies)
        if not board.outcome:
            assert max(score_cells(board).values()) == score(board)
        counted[score(board).result] += 1
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
        assert (why_best(board, cell).idea is Idea.LEAVES_ONLY_LINES) == leaves
        told += leaves
    assert told > 20
