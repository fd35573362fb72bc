"""The crosstable equals expectations computed in another way, and so do the essay's tables."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, pairwise
from pathlib import Path

import pytest

from engine.board import GAMES, Board, Mark
from engine.opponents import LEVELS, OPPONENTS
from engine.tools import strengths
from engine.tools.strengths import (
    LISTED,
    SAME_AS_FULL_MINIMAX,
    Chances,
    levels,
    pairing,
    pairings,
    summary,
)
from tests.support.boards import reachable
from tests.support.plain_minimax import has_won

ROOT = Path(__file__).parents[2]
ESSAY = (ROOT / "engine" / "README.md").read_text(encoding="utf-8")


@cache
def next_boards(name: str, game: str, cells: str) -> tuple[tuple[str, float], ...]:
    """The boards `name` may move to, with probabilities. A board is nine signs; X moves first."""
    mark = Mark.X if cells.count("X") == cells.count("O") else Mark.O
    held = {sign: sum(1 << n for n, on in enumerate(cells, start=1) if on == sign) for sign in "XO"}
    policy = OPPONENTS[name](Board(held["X"], held["O"], mark, GAMES[game]))
    return tuple(
        (cells[: cell - 1] + mark.value + cells[cell:], float(chance))
        for cell, chance in policy.items()
    )


@cache
def expectation(x: str, o: str, game: str = "3x3") -> tuple[float, float, float]:
    """Win, draw and loss of `x` by recursion from the empty board, with rules of its own."""
    known: dict[str, tuple[float, float, float]] = {}

    def walk(cells: str, mover: str, other: str) -> tuple[float, float, float]:
        win = draw = loss = 0.0
        for after, chance in next_boards(mover, game, cells):
            below = known.get(after) or end(after, game) or walk(after, other, mover)
            win += chance * below[0]
            draw += chance * below[1]
            loss += chance * below[2]
        known[cells] = win, draw, loss
        return win, draw, loss

    return walk("." * 9, x, o)


@cache
def end(cells: str, game: str) -> tuple[float, float, float] | None:
    """Who has won a board that is over."""
    results = {"X": (1.0, 0.0, 0.0), "O": (0.0, 0.0, 1.0)}  # of who completes a line
    if game == "misere":
        results = {"X": results["O"], "O": results["X"]}
    for mark, result in results.items():
        if has_won(cells, mark):
            return result
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
        found = pairing(x, o)
        assert found.win + found.draw + found.loss == Fraction(1)
        assert expectation(x, o) == pytest.approx((found.win, found.draw, found.loss), abs=1e-12)


def points(x: str, o: str, game: str = "3x3") -> tuple[float, float]:
    """What `x` and `o` expect of a game: 1 for a win, one half for a draw."""
    win, draw, loss = expectation(x, o, game)
    return win + draw / 2, loss + draw / 2


@pytest.mark.parametrize(
    "rival",
    [
        *LEVELS,
        *(pytest.param(name, marks=pytest.mark.proof) for name in LISTED if name not in LEVELS),
    ],
)
def test_each_level_gains_more_than_the_one_before_against_everyone_from_both_seats(rival: str):
    as_x = [points(level, rival)[0] for level in LEVELS]
    as_o = [points(rival, level)[1] for level in LEVELS]
    for gains in (as_x, as_o):
        assert all(more > less + 1e-9 for less, more in pairwise(gains))


@pytest.mark.parametrize(
    "rival",
    [
        "perfect",
        *(
            pytest.param(name, marks=pytest.mark.proof)
            for name in ("random", "rule of thumb", *LEVELS)
            if name != "perfect"
        ),
    ],
)
def test_in_misere_each_level_gains_more_than_the_one_before_against_everyone(rival: str):
    gains = [
        points(level, rival, "misere")[0] + points(rival, level, "misere")[1] for level in LEVELS
    ]
    assert all(more > less + 1e-9 for less, more in pairwise(gains))


def test_those_that_are_not_listed_play_as_full_minimax_on_every_board():
    assert set(OPPONENTS) - set(LISTED) == SAME_AS_FULL_MINIMAX
    for board in reachable():
        for name in SAME_AS_FULL_MINIMAX:
            assert OPPONENTS[name](board) == OPPONENTS["full minimax"](board)


def test_the_essay_holds_the_tables_that_the_command_prints_of_this_expectation(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(strengths, "pairing", lambda x, o: Chances(*expectation(x, o)))
    for table in (levels(), summary(), pairings()):
        assert table in ESSAY
