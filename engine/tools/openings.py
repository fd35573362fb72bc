"""Solve the first plies of 5x5 and write `openings.bin`, which `engine.solver` reads.

    python -m engine.tools.openings

This takes about ten minutes: positions of six marks are searched; those before them follow by
negamax.
"""

import zlib
from collections.abc import Iterator
from itertools import product
from typing import TypeAlias

from engine.score import Result
from engine.solver import (
    CELLS,
    FILE,
    FIVE,
    MARKS,
    NO_OPENINGS,
    Openings,
    Search,
    grid_of,
    least_key,
    rows_and_columns,
)

_GRID = grid_of(FIVE)

Position: TypeAlias = tuple[int, int]
"""The bitboards of the side to move and of the other."""


def solved_openings() -> Openings:
    """The result of every position of up to six marks."""
    rows, columns = rows_and_columns()
    table = bytearray(len(rows) * len(columns))
    openings = Openings(rows, columns, table)
    for marks in range(MARKS, -1, -1):
        for position in positions(openings, marks):
            result = searched(position) if marks == MARKS else backed_up(position, openings)
            table[openings.place(key_of(position))] = result.value + 2
    return openings


def positions(openings: Openings, marks: int) -> Iterator[Position]:
    """The positions of so many marks, one of those that are equal when turned or mirrored."""
    rows = [cells for cells in openings.rows if cells.bit_count() == marks - marks // 2]
    columns = [cells for cells in openings.columns if cells.bit_count() == marks // 2]
    for moved, to_move in product(rows, columns):
        position = to_move << 1, moved << 1
        if not to_move & moved and key_of(position) == moved << CELLS | to_move:
            yield position


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
    search = Search(FIVE, openings=NO_OPENINGS)
    own, other = search.question(*position), search.question(*reversed(position))
    if search.can_win(own):
        return Result.WIN
    return Result.LOSS if search.must_lose(own, other) else Result.DRAW


def backed_up(position: Position, openings: Openings) -> Result:
    """The best result that a move leads to."""
    results = (openings.result(key_of(after)) for after in moves(position))
    return max((result.reversed for result in results if result), key=lambda result: result.value)


if __name__ == "__main__":
    FILE.write_bytes(zlib.compress(bytes(solved_openings().table), level=9))
