"""The ladder, beside expectations computed another way, and as the README publishes it."""

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from engine.board import Board, Mark
from engine.ladder import ALIKE, RANKED, Chances, Ladder, ladder, pairings, summary
from engine.opponents import LEVELS, OPPONENTS
from tests.support.boards import reachable
from tests.support.plain_minimax import has_won

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
Odds = dict[tuple[str, str], dict[str, float]]


@pytest.fixture(scope="module")
def known() -> Ladder:
    return ladder()


@cache
def next_boards(name: str, cells: str) -> tuple[tuple[str, float], ...]:
    """Where `name` may go from a board written as nine signs, and how likely; X moves first."""
    mark = Mark.X if cells.count("X") == cells.count("O") else Mark.O
    held = {sign: sum(1 << n for n, on in enumerate(cells, start=1) if on == sign) for sign in "XO"}
    odds = OPPONENTS[name].odds(Board(held["X"], held["O"], mark))
    return tuple(
        (cells[: cell - 1] + mark.value + cells[cell:], float(chance)) for cell, chance in odds.items()
    )


def expectation(x: str, o: str) -> tuple[float, float, float]:
    """Win, draw and loss of `x` by recursion from the empty board, with rules of its own."""

    @cache
    def walk(cells: str, mover: str, other: str) -> tuple[float, float, float]:
        if over := end(cells):
            return over
        win = draw = loss = 0.0
        for after, chance in next_boards(mover, cells):
            below = walk(after, other, mover)
            win, draw, loss = win + chance * below[0], draw + chance * below[1], loss + chance * below[2]
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


def test_an_independent_expectation_over_the_whole_tree_gives_every_chance(known: Ladder):
    assert len(known) == len(RANKED) ** 2
    for (x, o), chances in known.items():
        assert expectation(x, o) == pytest.approx((chances.win, chances.draw, chances.loss), abs=1e-12)


def test_the_chances_of_a_pairing_add_up_to_exactly_one(known: Ladder):
    assert {chances.win + chances.draw + chances.loss for chances in known.values()} == {Fraction(1)}


def test_a_win_counts_one_point_and_a_draw_a_half():
    assert Chances(Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)).points == Fraction(5, 8)


@pytest.mark.parametrize("rival", RANKED)
def test_each_level_gains_more_than_the_one_before_against_everybody_from_both_seats(
    known: Ladder, rival: str
):
    as_x = [known[level, rival].points for level in LEVELS]
    as_o = [known[rival, level].reversed.points for level in LEVELS]
    for gains in (as_x, as_o):
        assert gains == sorted(set(gains))


@pytest.mark.parametrize("rival", RANKED)
def test_perfect_loses_to_nobody(known: Ladder, rival: str):
    assert (known["perfect", rival].loss, known[rival, "perfect"].win) == (0, 0)


def test_those_who_play_alike_do_so_on_every_board():
    assert set(OPPONENTS) - set(RANKED) == ALIKE
    for board in reachable():
        for name in ALIKE:
            assert OPPONENTS[name].odds(board) == OPPONENTS["full minimax"].odds(board)


def test_the_readme_publishes_what_the_command_prints(known: Ladder):
    assert summary(known) in README
    assert pairings(known) in README
