"""Solve the first plies of 5x5 and write the file of `engine.openings`.

    python -m engine.openings_build

This takes some minutes: positions of four marks are searched; those before them follow by negamax.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from engine.games import GAMES
from engine.grid import grid_of, least_key
from engine.openings import FILE, MARKS, as_bytes
from engine.score import Result
from engine.solver import Search

_RULES = GAMES["5x5"]
_GRID = grid_of(_RULES)

Position: TypeAlias = tuple[int, int]
"""The bitboards of the side to move and of the other."""


def solved_openings() -> dict[int, Result]:
    """The result of every position of up to four marks, by its least key."""
    by_marks = [{key_of((0, 0)): (0, 0)}]
    for _ in range(MARKS):
        by_marks.append(
            {key_of(after): after for position in by_marks[-1].values() for after in moves(position)}
        )
    results = {key: searched(position) for key, position in by_marks[-1].items()}
    for positions in reversed(by_marks[:-1]):
        results |= {key: backed_up(position, results) for key, position in positions.items()}
    return results


def key_of(position: Position) -> int:
    """The same number for all positions that are equal when turned or mirrored."""
    return least_key(_GRID.keys(*position))


def moves(position: Position) -> Iterator[Position]:
    """The positions after each move. So few marks never make a line."""
    own, other = position
    for spot in _GRID.spots:
        if not (own | other) & spot.bit:
            yield other, own | spot.bit


def searched(position: Position) -> Result:
    """The result for the side to move, by search alone."""
    search = Search(_RULES, openings={})
    if search.can_win(*position):
        return Result.WIN
    return Result.LOSS if search.must_lose(*position) else Result.DRAW


def backed_up(position: Position, results: Mapping[int, Result]) -> Result:
    """The best result that a move leads to."""
    return max(
        (results[key_of(after)].reversed for after in moves(position)), key=lambda result: result.value
    )


if __name__ == "__main__":
    FILE.write_bytes(as_bytes(solved_openings().items()))
