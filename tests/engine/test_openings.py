"""The file of 5x5's first plies, beside the search that wrote it."""

import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from engine.board import Board
from engine.games import GAMES
from engine.openings import FILE, as_bytes, openings_of
from engine.openings_build import backed_up, key_of, moves, searched, solved_openings
from engine.score import Result
from engine.scoring import score_cells
from tests.support.boards import some_moves

KNOWN = openings_of(GAMES["5x5"])


def position(cells: list[int]) -> tuple[int, int]:
    """The bitboards of the side to move and of the other."""
    x, o = (sum(1 << cell for cell in cells[start::2]) for start in (0, 1))
    return (o, x) if len(cells) % 2 else (x, o)


def test_there_are_10660_positions_of_up_to_four_marks_and_they_are_read_as_written():
    assert len(KNOWN) == 1 + 6 + 85 + 904 + 9_664
    assert as_bytes(KNOWN.items()) == FILE.read_bytes()


def test_43_of_the_85_second_plies_lose():
    openings = {key_of(after): after for after in moves((0, 0))}
    second = {key_of(after) for opening in openings.values() for after in moves(opening)}
    assert Counter(KNOWN[key] for key in second) == {Result.WIN: 43, Result.DRAW: 42}


def test_some_of_them_are_what_a_search_finds():
    rng = Random(1)
    for _ in range(12):
        sought = position(some_moves("5x5", 4, rng))
        assert KNOWN[key_of(sought)] is searched(sought)


def test_each_with_fewer_marks_is_worth_its_best_move():
    rng = Random(2)
    for marks in (0, 1, 2, 3):
        for _ in range(10):
            sought = position(some_moves("5x5", marks, rng))
            assert KNOWN[key_of(sought)] is backed_up(sought, KNOWN)


def test_scores_of_the_first_plies_are_those_in_the_file():
    for first, draws in ((13, [7, 9, 17, 19]), (1, list(range(2, 26)))):
        scores = score_cells(Board.after([first], rules=GAMES["5x5"]))
        assert [cell for cell, score in scores.items() if score.result is Result.DRAW] == draws


def test_the_file_is_read_when_it_is_first_needed_and_not_before():
    code = "import engine.tables; from engine.openings import openings_of; print(openings_of.cache_info())"
    command = [sys.executable, "-c", code]
    root = Path(__file__).parents[2]
    assert subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.endswith(
        "currsize=0)\n"
    )


@pytest.mark.proof
def test_the_command_writes_the_same_file():
    assert as_bytes(solved_openings().items()) == FILE.read_bytes()
