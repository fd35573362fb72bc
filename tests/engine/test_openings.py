"""The file of 5x5's first plies, beside the search that wrote it."""

import zlib
from collections import Counter
from random import Random

import pytest

from engine.board import GAMES, Board
from engine.exact_scores import score_cells
from engine.score import Result
from engine.solver import FILE, MARKS, openings_of
from engine.tools.openings import best_result, key_of, moves, search_result, solved_openings
from tests.support.boards import some_moves

KNOWN = openings_of(GAMES["5x5"])


def position(cells: list[int]) -> tuple[int, int]:
    """The bitboards of the side to move and of the other."""
    x, o = (sum(1 << cell for cell in cells[start::2]) for start in (0, 1))
    return (o, x) if len(cells) % 2 else (x, o)


def test_every_position_of_up_to_six_marks_has_a_result_and_no_other_has():
    rng = Random(0)
    for marks in range(MARKS + 3):
        for _ in range(100):
            known = KNOWN.result(key_of(position(some_moves("5x5", marks, rng))))
            assert (known is not None) == (marks <= MARKS)
    assert sum(map(bool, KNOWN.table)) == 1 + 6 + 85 + 904 + 9_664 + 66_859 + 443_850


def test_two_marks_of_one_side_alone_are_no_position():
    assert KNOWN.result(key_of(position([1, 2]))) is Result.DRAW
    assert KNOWN.result(key_of((0b110, 0))) is None
    assert KNOWN.result(key_of((0, 0b110))) is None


def test_43_of_the_85_second_plies_lose():
    openings = {key_of(after): after for after in moves((0, 0))}
    second = {key_of(after) for opening in openings.values() for after in moves(opening)}
    assert Counter(KNOWN.result(key) for key in second) == {Result.WIN: 43, Result.DRAW: 42}


def test_some_of_them_are_what_a_search_finds():
    rng, found = Random(1), set()
    for marks in (4, 5, 6, 6, 6):
        for _ in range(8):
            sought = position(some_moves("5x5", marks, rng))
            assert KNOWN.result(key_of(sought)) is search_result(sought)
            found.add(search_result(sought))
    assert found == set(Result)


def test_each_with_fewer_marks_is_worth_its_best_move():
    rng = Random(2)
    for marks in range(MARKS):
        for _ in range(20):
            sought = position(some_moves("5x5", marks, rng))
            assert KNOWN.result(key_of(sought)) is best_result(sought, KNOWN)


def test_scores_of_the_first_plies_are_those_in_the_file():
    for first, draws in ((13, [7, 9, 17, 19]), (1, list(range(2, 26)))):
        scores = score_cells(Board.after([first], rules=GAMES["5x5"]))
        assert [cell for cell, score in scores.items() if score.result is Result.DRAW] == draws


@pytest.mark.proof
def test_the_command_finds_the_same_results():
    assert bytes(solved_openings().table) == zlib.decompress(FILE.read_bytes())
