"""The first plies of 5x5, solved beforehand, because searching them takes too long.

The file beside this one is a table with the result of every position of up to six marks, one byte each. A
row is for the cells of the side that has just moved, a column for those of the side to move. Of positions
that are equal when turned or mirrored, only one has a result: the one with the least key (see `engine.grid`).
`python -m engine.openings_build` writes the file.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

from engine.grid import grid_of, least_key
from engine.rules import Rules
from engine.score import Result

RULES = Rules(5, 5, 4)
"""The rules of 5x5."""

FILE = Path(__file__).with_name("openings.bin")
MARKS = 6
"""Positions of up to so many marks are in the file. No line can be complete yet."""

Numbers: TypeAlias = Mapping[int, int]
"""Bitboards, numbered from 0; bit 0 is cell 1."""

CELLS = 25
_NONE = 0  # the byte of a place without a result


@dataclass(frozen=True)
class Openings:
    """Results for the side to move.

    rows      the cells that the side that has just moved may hold
    columns   the cells that the side to move may hold
    table     a byte for each column of each row
    """

    rows: Numbers
    columns: Numbers
    table: Sequence[int]

    def result(self, key: int) -> Result | None:
        """The result of the position with this least key, if it is known."""
        try:
            found = self.table[self.place(key)]
        except KeyError:
            return None
        return None if found == _NONE else Result(found - 2)

    def place(self, key: int) -> int:
        """Where the table has the position with this least key. Raises KeyError if it has too many marks."""
        moved, to_move = divmod(key, 1 << CELLS)
        return self.rows[moved] * len(self.columns) + self.columns[to_move]


NO_OPENINGS = Openings({}, {}, b"")


@cache
def openings_of(rules: Rules) -> Openings:
    """What is known beforehand about the game with these rules; nothing, unless it is 5x5."""
    if rules != RULES:
        return NO_OPENINGS
    return Openings(*rows_and_columns(), zlib.decompress(FILE.read_bytes()))


def rows_and_columns() -> tuple[Numbers, Numbers]:
    """The rows and the columns of the table."""
    spots, most = grid_of(RULES).spots, MARKS // 2
    sets = [sum(spot.attacker for spot in held) for n in range(most + 1) for held in combinations(spots, n)]
    rows = sorted({least_key(keys) for keys in sets})
    return _numbered(rows), _numbered(keys % (1 << CELLS) for keys in sets)


def as_byte(result: Result) -> int:
    """A result as it is in the table."""
    return result.value + 2


def as_file(openings: Openings) -> bytes:
    """The openings in the form of the file."""
    return zlib.compress(bytes(openings.table), level=9)


def _numbered(sets: Iterable[int]) -> Numbers:
    return {cells: number for number, cells in enumerate(sets)}
