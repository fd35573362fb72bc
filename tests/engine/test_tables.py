"""The tables: no import computes them, and one call fills them for good."""

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from engine import minimax, opponents, puzzles
from engine.board import Board, Mark
from engine.puzzles import fill_tables

TABLES = (
    minimax._score,
    opponents.perfect,
    opponents._gain,
    puzzles.every_puzzle,
)


@pytest.fixture
def _empty_tables():
    for table in TABLES:
        table.cache_clear()


def test_importing_the_engine_computes_nothing():
    code = (
        "from engine.minimax import _score\n"
        "from engine.opponents import perfect\n"
        "from engine.puzzles import every_puzzle\n"
        "from engine.solver import openings_of\n"
        "tables = (_score, perfect, every_puzzle, openings_of)\n"
        "print(*(table.cache_info().currsize for table in tables))"
    )
    root = Path(__file__).parents[2]
    printed = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert printed.stdout == "0 0 0 0\n"


@pytest.mark.usefixtures("_empty_tables")
@pytest.mark.parametrize("seat", Mark)
def test_filled_tables_leave_the_perfect_player_nothing_to_search_in_any_game(seat: Mark):
    @cache
    def play_on(board: Board) -> None:
        cells = (
            opponents.perfect(board)
            if board.turn is seat
            else ()
            if board.outcome
            else board.free_cells
        )
        for cell in cells:
            play_on(board.play(cell))

    fill_tables()
    searched = [table.cache_info().misses for table in TABLES if table is not opponents.perfect]
    play_on(Board())
    assert [
        table.cache_info().misses for table in TABLES if table is not opponents.perfect
    ] == searched
