"""The rules: which moves a board allows, and how a game ends."""

from functools import cache

import pytest

from engine.board import Board, CellTaken, GameOver, Mark, OffTheBoard
from engine.rules import Rules
from tests.support.boards import canonical, reachable


@cache
def count_games(board: Board) -> tuple[int, int]:
    """How many games go on from `board`, and how many boards plain minimax visits on the way."""
    if board.outcome:
        return 1, 1
    below = [count_games(board.play(cell)) for cell in board.free_cells]
    return sum(games for games, _ in below), 1 + sum(visited for _, visited in below)


def test_the_reachable_boards_are_5478_of_which_4520_are_unfinished_and_765_differ_up_to_symmetry():
    boards = reachable()
    assert len(boards) == 5478
    assert sum(board.outcome is None for board in boards) == 4520
    assert len({canonical(board) for board in boards}) == 765


def test_of_the_finished_boards_626_are_won_by_x_316_by_o_and_16_are_draws():
    outcomes = [board.outcome for board in reachable()]
    winners = [outcome.winner for outcome in outcomes if outcome]
    assert [winners.count(Mark.X), winners.count(Mark.O), winners.count(None)] == [626, 316, 16]


def test_there_are_255168_games_and_plain_minimax_visits_549946_boards():
    assert count_games(Board()) == (255_168, 549_946)


def test_a_move_gives_the_next_board_and_leaves_this_one_as_it_was():
    before = Board()
    after = before.play(5)
    assert (before.mark_on(5), after.mark_on(5)) == (None, Mark.X)
    assert (before.turn, after.turn) == (Mark.X, Mark.O)
    assert after.free_cells == (1, 2, 3, 4, 6, 7, 8, 9)


def test_either_mark_may_begin():
    board = Board.after([1, 2], first=Mark.O)
    assert (board.mark_on(1), board.mark_on(2), board.turn) == (Mark.O, Mark.X, Mark.O)


def test_a_taken_cell_is_refused_and_named():
    board = Board.after([5])
    with pytest.raises(CellTaken) as refused:
        board.play(5)
    assert (refused.value.cell, refused.value.board) == (5, board)


@pytest.mark.parametrize("cell", [0, 10, -1, 77])
def test_a_cell_off_the_board_is_refused(cell: int):
    with pytest.raises(OffTheBoard):
        Board().play(cell)


def test_a_cell_off_a_finished_board_is_still_no_cell():
    with pytest.raises(OffTheBoard):
        Board.after([1, 4, 2, 5, 3]).play(77)


def test_nobody_moves_once_the_game_is_over():
    won = Board.after([1, 4, 2, 5, 3])
    with pytest.raises(GameOver):
        won.play(9)


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        (Rules(3, 3, 3), 8),
        (Rules(3, 4, 3), 14),
        (Rules(4, 4, 4), 10),
        (Rules(4, 5, 4), 17),
        (Rules(5, 5, 4), 28),
    ],
)
def test_larger_boards_have_as_many_lines_as_the_literature_says(rules: Rules, lines: int):
    assert len(rules.lines) == lines == len(set(rules.lines))


@pytest.mark.parametrize("size", [(3, 3, 4), (0, 3, 3), (3, 3, 0)])
def test_rules_without_a_line_that_fits_are_refused(size: tuple[int, int, int]):
    with pytest.raises(ValueError, match="in a row"):
        Rules(*size)


def test_a_notation_holds_the_rows_and_whose_turn_it_is():
    assert Board.after([1, 3, 5]).notation == "X.O/.X./... O"
    assert Board.after([1], first=Mark.O).notation == "O../.../... X"


@pytest.mark.parametrize(
    "notation",
    [
        "",
        "X.O/.X./...",
        "X.O/.X./... Z",
        "X.O/.X./.... O",
        "X.O.X.... O",
        "x.o/.x./... O",
        "X.O/.X./... X",
        "XXX/.../... O",
    ],
)
def test_a_text_that_is_no_board_of_a_game_is_refused(notation: str):
    with pytest.raises(ValueError, match=r"board|Mark"):
        Board.parse(notation)


def test_a_refused_move_names_the_board_it_was_tried_on():
    with pytest.raises(CellTaken, match=r"cell 5 on \.\.\./\.X\./\.\.\. O: it is taken"):
        Board.after([5]).play(5)


def test_a_board_reads_as_its_rows():
    assert str(Board.after([5, 1, 9])) == "O . .\n. X .\n. . X"
