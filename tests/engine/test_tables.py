"""The tables: no import computes them, and one call fills them for good."""

import subprocess
import sys
from functools import cache
from pathlib import Path

from engine import minimax, opponents, puzzles
from engine.board import Board, Mark
from engine.puzzles import fill_tables

PERFECT = opponents.perfect.__wrapped__  # what it remembers

TABLES = (
    minimax._score,
    minimax._score_cells,
    PERFECT,
    opponents._gain,
    puzzles.every_puzzle,
)


def test_importing_the_engine_computes_nothing():
    code = (
        "from engine.minimax import _score\n"
        "from engine.opponents import perfect\n"
        "from engine.puzzles import every_puzzle\n"
        "from engine.solver import openings_of\n"
        "tables = (_score, perfect.__wrapped__, every_puzzle, openings_of)\n"
        "print(*(table.cache_info().currsize for table in tables))"
    )
    root = Path(__file__).parents[2]
    printed = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert printed.stdout == "0 0 0 0\n"


def test_filled_tables_leave_the_perfect_player_nothing_to_search_in_any_game():
    @cache
    def play_on(board: Board, seat: Mark) -> None:
        moves_on = opponents.perfect(board) if board.turn is seat else board.free_cells
        for cell in () if board.outcome else moves_on:
            play_on(board.play(cell), seat)

    def searched() -> list[int]:
        return [table.cache_info().misses for table in TABLES if table is not PERFECT]

    for table in TABLES:
        table.cache_clear()
    fill_tables()
    before = searched()
    for seat in Mark:
        play_on(Board(), seat)
    assert searched() == before
