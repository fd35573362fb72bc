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
            result = result_of(position, marks, openings)
            place = openings.place(key_of(position))
            table[place] = result.value + 2
    return openings


def positions(openings: Openings, marks: int) -> Iterator[Position]:
    """The positions of so many marks, one of those that are equal when turned or mirrored."""
    to_move_has = marks // 2
    moved_has = marks - to_move_has
    rows = [cells for cells in openings.rows if cells.bit_count() == moved_has]
    columns = [cells for cells in openings.columns if cells.bit_count() == to_move_has]
    for moved, to_move in product(rows, columns):
        if moved & to_move:
            continue
        position = (to_move << 1, moved << 1)
        key = moved << CELLS | to_move
        if key == key_of(position):
            yield position


def key_of(position: Position) -> int:
    """The number of a position: all share it that are equal when turned or mirrored."""
    to_move, moved = position
    return least_key(_GRID.keys(to_move, moved))


def moves(position: Position) -> Iterator[Position]:
    """The positions after each move. So few marks never make a line."""
    own, other = position
    taken = own | other
    for spot in _GRID.spots:
        if not taken & spot.bit:
            yield other, own | spot.bit


def result_of(position: Position, marks: int, openings: Openings) -> Result:
    """The result for the side to move, once all positions with more marks are in the table."""
    if marks == MARKS:
        return search_result(position)
    return best_result(position, openings)


def search_result(position: Position) -> Result:
    """The result for the side to move, by search alone."""
    search = Search(FIVE, openings=NO_OPENINGS)
    to_move, moved = position
    own = search.attack_of(to_move, moved)
    other = search.attack_of(moved, to_move)
    if search.can_win(own):
        return Result.WIN
    if search.must_lose(own, other):
        return Result.LOSS
    return Result.DRAW


def best_result(position: Position, openings: Openings) -> Result:
    """The best result that a move leads to."""
    values = []
    for after in moves(position):
        result = openings.result(key_of(after))
        if result:
            values.append(-result.value)
    return Result(max(values))


if __name__ == "__main__":
    FILE.write_bytes(zlib.compress(bytes(solved_openings().table), level=9))
