"""Certificates: `perfect` meets every reply there is, move by move, and never loses.

The walk knows the rules, and nothing of scores or searches. It ends a branch when every line holds
a mark of ours, since nothing can be lost then. Every position counts, none is left out for being
the same when turned.
"""

import pytest

from engine.board import GAMES, Board, Mark
from engine.opponents import OPPONENTS
from tests.support import referees

PERFECT = OPPONENTS["perfect"]


def positions_met(game: str, *openings: int) -> int:
    """How many positions `perfect` has to move in, over all replies and all moves it may choose.

    It moves first, unless it is told with which cells the other side may begin.
    """
    seat = Mark.O if openings else Mark.X
    size, in_a_row = referees.SIZES[game]
    lines = [sum(1 << cell for cell in line) for line in referees.lines(size, in_a_row)]
    full = sum(1 << cell for cell in GAMES[game].cells)
    new = [(0, 1 << cell) for cell in openings] or [(0, 0)]
    met = set(new)
    while new:
        ours, theirs = new.pop()
        for cell in PERFECT(board(game, seat, ours, theirs)):
            after = ours | 1 << cell
            assert not after & theirs
            if any(after & line == line for line in lines) or all(after & line for line in lines):
                continue
            for reply in replies(full & ~(after | theirs)):
                assert not any((theirs | reply) & line == line for line in lines), (
                    "perfect has lost"
                )
                position = (after, theirs | reply)
                if position not in met and after | theirs | reply != full:
                    met.add(position)
                    new.append(position)
    return len(met)


def replies(free: int) -> list[int]:
    return [1 << cell for cell in range(1, free.bit_length()) if free >> cell & 1]


def board(game: str, seat: Mark, ours: int, theirs: int) -> Board:
    x, o = (ours, theirs) if seat is Mark.X else (theirs, ours)
    return Board(x, o, seat, GAMES[game])


@pytest.mark.parametrize(("game", "positions"), [("3x3", 759), ("4x4", 18_440)])
def test_perfect_that_moves_first_never_loses_against_any_replies(game: str, positions: int):
    assert positions_met(game) == positions


def test_perfect_that_moves_second_on_3x3_never_loses_against_any_replies():
    assert positions_met("3x3", *GAMES["3x3"].cells) == 831


@pytest.mark.parametrize(
    ("opening", "positions"),
    [
        (2, 7_205),
        pytest.param(1, 8_204, marks=pytest.mark.proof),
        pytest.param(6, 9_233, marks=pytest.mark.proof),
    ],
)
def test_perfect_that_moves_second_on_4x4_never_loses_after_a_corner_an_edge_or_the_middle(
    opening: int, positions: int
):
    assert positions_met("4x4", opening) == positions


@pytest.mark.proof
def test_perfect_that_moves_second_on_4x4_never_loses_against_any_replies():
    assert positions_met("4x4", *GAMES["4x4"].cells) == 52_449


@pytest.mark.proof
def test_perfect_that_moves_first_on_5x5_never_loses_against_any_replies():
    assert positions_met("5x5") == 93_856


@pytest.mark.proof
def test_perfect_that_moves_second_on_5x5_never_loses_after_an_opening_beside_the_centre():
    assert positions_met("5x5", 7) == 362_758
