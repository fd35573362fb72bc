"""The numbers of cells: along the rows on nine cells, row and column on larger boards."""

import pytest

from engine.board import Board, OffTheBoard
from engine.games import GAMES
from engine.numbers import NO_CELL, cell_of, number_of


@pytest.mark.parametrize("game", GAMES)
def test_every_cell_is_found_again_by_its_number(game: str):
    rules = GAMES[game]
    assert [cell_of(number_of(cell, rules), rules) for cell in rules.cells] == list(rules.cells)


def test_nine_cells_are_numbered_along_the_rows():
    assert [number_of(cell, GAMES["misere"]) for cell in range(1, 10)] == list(range(1, 10))


def test_larger_boards_are_numbered_by_row_and_column():
    assert [number_of(cell, GAMES["4x4"]) for cell in (1, 4, 5, 16)] == [11, 14, 21, 44]
    assert [number_of(cell, GAMES["5x5"]) for cell in (1, 7, 13, 25)] == [11, 22, 33, 55]


@pytest.mark.parametrize("number", [0, 1, 10, 15, 20, 45, 51, -11])
def test_a_number_that_a_board_does_not_have_is_no_cell(number: int):
    rules = GAMES["4x4"]
    assert cell_of(number, rules) == NO_CELL
    with pytest.raises(OffTheBoard):
        Board(rules=rules).play(cell_of(number, rules))
