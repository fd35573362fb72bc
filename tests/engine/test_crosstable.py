"""The crosstable equals expectations computed in another way, and the essay shows it as it is."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from engine.board import Board, Mark
from engine.opponents import LEVELS, OPPONENTS
from engine.tools.strengths import (
    LISTED,
    SAME_AS_FULL_MINIMAX,
    Chances,
    levels,
    pairing,
    pairings,
    summary,
    write_tables,
)
from tests.support.boards import reachable
from tests.support.plain_minimax import has_won

ROOT = Path(__file__).parents[2]
ESSAY = (ROOT / "engine" / "README.md").read_text(encoding="utf-8")


@cache
def next_boards(name: str, cells: str) -> tuple[tuple[str, float], ...]:
    """The boards `name` may move to, with probabilities. A board is nine signs; X moves first."""
    mark = Mark.X if cells.count("X") == cells.count("O") else Mark.O
    held = {sign: sum(1 << n for n, on in enumerate(cells, start=1) if on == sign) for sign in "XO"}
    policy = OPPONENTS[name](Board(held["X"], held["O"], mark))
    return tuple(
        (cells[: cell - 1] + mark.value + cells[cell:], float(chance))
        for cell, chance in policy.items()
    )


def expectation(x: str, o: str) -> tuple[float, float, float]:
    """Win, draw and loss of `x` by recursion from the empty board, with rules of its own."""
    known: dict[str, tuple[float, float, float]] = {}

    def walk(cells: str, mover: str, other: str) -> tuple[float, float, float]:
        win = draw = loss = 0.0
        for after, chance in next_boards(mover, cells):
            below = known.get(after) or end(after) or walk(after, other, mover)
            win += chance * below[0]
            draw += chance * below[1]
            loss += chance * below[2]
        known[cells] = win, draw, loss
        return win, draw, loss

    return walk("." * 9, x, o)


@cache
def end(cells: str) -> tuple[float, float, float] | None:
    """Who has won a board that is over."""
    if has_won(cells, "X"):
        return (1.0, 0.0, 0.0)
    if has_won(cells, "O"):
        return (0.0, 0.0, 1.0)
    return None if "." in cells else (0.0, 1.0, 0.0)


@pytest.mark.parametrize(
    ("name", "rival"),
    [
        ("easy", "rule of thumb"),
        *(
            pytest.param(*pair, marks=pytest.mark.proof)
            for pair in combinations_with_replacement(LISTED, 2)
            if pair != ("easy", "rule of thumb")
        ),
    ],
)
def test_an_independent_expectation_over_the_whole_tree_gives_every_chance(name: str, rival: str):
    for x, o in ((name, rival), (rival, name)):
        chances = pairing("3x3", x, o)
        assert chances.win + chances.draw + chances.loss == Fraction(1)
        assert expectation(x, o) == pytest.approx(
            (chances.win, chances.draw, chances.loss), abs=1e-12
        )


def test_a_win_counts_one_point_and_a_draw_a_half():
    assert Chances(Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)).points == Fraction(5, 8)


@pytest.mark.parametrize(
    "rival",
    [
        *LEVELS,
        *(pytest.param(name, marks=pytest.mark.proof) for name in LISTED if name not in LEVELS),
    ],
)
def test_each_level_gains_more_than_the_one_before_against_everyone_from_both_seats(rival: str):
    as_x = [pairing("3x3", level, rival).points for level in LEVELS]
    as_o = [pairing("3x3", rival, level).reversed.points for level in LEVELS]
    for gains in (as_x, as_o):
        assert gains == sorted(set(gains))


def test_those_that_are_not_listed_play_as_full_minimax_on_every_board():
    assert set(OPPONENTS) - set(LISTED) == SAME_AS_FULL_MINIMAX
    for board in reachable():
        for name in SAME_AS_FULL_MINIMAX:
            assert OPPONENTS[name](board) == OPPONENTS["full minimax"](board)


def test_the_essay_holds_the_tables_as_the_command_writes_them(tmp_path: Path):
    file, tables = tmp_path / "essay.md", [levels(), summary("3x3"), pairings()]
    file.write_text(ESSAY, encoding="utf-8")
    write_tables(tables, [file])
    assert file.read_text(encoding="utf-8") == ESSAY
    assert all(table in ESSAY for table in tables)


TEXT = (
    "# A\n\n| level | b |\n| --- | --- |\n| old | 1 |\n\n| other | b |\n| --- | --- |\n"
    "| kept | 1 |\n"
)


def test_a_table_takes_the_place_of_the_one_with_its_heading_and_of_nothing_else(tmp_path: Path):
    file = tmp_path / "essay.md"
    file.write_text(TEXT, encoding="utf-8")
    write_tables(["| level | c |\n| --- | --- |\n| new | 2 |"], [file])
    written = file.read_text(encoding="utf-8")
    assert written == TEXT.replace("level | b", "level | c").replace("old | 1", "new | 2")


def test_a_table_that_no_file_has_a_place_for_is_an_error_and_nothing_is_written(tmp_path: Path):
    file = tmp_path / "essay.md"
    file.write_text(TEXT, encoding="utf-8")
    known, unknown = "| level | c |\n| --- | --- |\n| new | 2 |", "| levels | c |\n| --- | --- |\n"
    with pytest.raises(SystemExit, match="No file has a table that begins with"):
        write_tables([known, unknown], [file])
    assert file.read_text(encoding="utf-8") == TEXT
