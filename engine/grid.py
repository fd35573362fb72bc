"""A larger board as the solver sees it: as sets of lines instead of cells.

A set of lines is an integer with one bit for each line of the board. For each side we keep three sets: the
lines with at least one of its marks, with at least two, and with at least three. A mark on a cell updates all
three at once (`with_mark`), and one `&` tells whether a side can complete a line. A line is *open* to a side
while the other side has no mark on it.

The *potential* of a side is the weight of its open lines: an empty line counts 1, and each mark on it doubles
that. Here it is an integer whose set bits are counted: one bit for each open line, one more for those with a
mark, and two more for those with two. The weight of a cell is then one `&` and one count (`Spot.weights`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from struct import Struct
from typing import TypeAlias

from engine.rules import Cell, Rules, bits

LineSets: TypeAlias = tuple[int, int, int]
"""Of one side: the lines on which it has at least one, two and three marks."""

_KEYS = Struct("8Q")
_KEY_BITS = 64


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell, and what a mark on it changes.

    bit        the cell as a bitboard
    through    the lines through it
    weights    the same, eight times side by side: the part of two potentials that belongs to this cell
    attacker   what a mark of the attacker adds to the keys of a position
    defender   what a mark of the defender adds
    """

    cell: Cell
    bit: int
    through: int
    weights: int
    attacker: int
    defender: int


@dataclass(frozen=True)
class Grid:
    """What is computed once for each size of board.

    lines   the bitboard of each line
    every   the set of all lines
    spots   the cells, in reading order
    """

    lines: tuple[int, ...]
    every: int
    spots: tuple[Spot, ...]

    def line_sets(self, held: int) -> LineSets:
        """The line sets of a side that holds these cells."""
        sets: LineSets = (0, 0, 0)
        for spot in self.spots:
            if held & spot.bit:
                sets = with_mark(sets, spot.through)
        return sets

    def keys(self, attacker: int, defender: int) -> int:
        """Eight numbers for the position: as it is, turned and mirrored."""
        keys = 0
        for spot in self.spots:
            keys |= spot.attacker if attacker & spot.bit else spot.defender if defender & spot.bit else 0
        return keys

    def potential(self, open_lines: int, sets: LineSets) -> int:
        """The potential of a side, as an integer whose set bits are counted. A third mark adds none."""
        size = len(self.lines)
        one, two = open_lines & sets[0], open_lines & sets[1]
        return open_lines | one << size | two << 2 * size | two << 3 * size

    def side_by_side(self, potential: int, other: int) -> int:
        """Two potentials in one integer, so that their bits are counted together."""
        return potential | other << 4 * len(self.lines)

    def missing(self, lines: int, free: int) -> int:
        """The bitboard of the free cells on a set of lines."""
        cells = 0
        while lines:
            lowest = lines & -lines
            cells |= self.lines[lowest.bit_length() - 1]
            lines ^= lowest
        return cells & free


def with_mark(sets: LineSets, through: int) -> LineSets:
    """The line sets of a side after a mark on a cell with these lines `through` it."""
    one, two, three = sets
    return one | through, two | one & through, three | two & through


def least_key(keys: int) -> int:
    """The same number for all positions that are equal when turned or mirrored."""
    least: int = min(_KEYS.unpack(keys.to_bytes(_KEYS.size, "little")))
    return least


@cache
def grid_of(rules: Rules) -> Grid:
    """The grid for these rules. Raises ValueError unless four in a row win on a board of up to 25 cells."""
    if rules.in_a_row != 4 or len(rules.cells) > 25 or rules.misere or rules.marks_stay:
        raise ValueError("the solver plays four in a row, on boards of up to 25 cells on which marks stay")
    return Grid(rules.line_bits, (1 << len(rules.lines)) - 1, tuple(_spots(rules)))


def _spots(rules: Rules) -> Iterator[Spot]:
    size = len(rules.lines)
    eight_times = sum(1 << copy * size for copy in range(8))
    for cell in rules.cells:
        through = sum(1 << n for n, line in enumerate(rules.lines) if cell in line)
        keys = sum(1 << _KEY_BITS * n + place for n, place in enumerate(_places(cell, rules)))
        yield Spot(cell, bits([cell]), through, through * eight_times, keys, keys << len(rules.cells))


def _places(cell: Cell, rules: Rules) -> list[int]:
    """The places of a cell, counted from 0, when the board is turned and mirrored in eight ways.

    A board that is not square has only four ways; each comes twice.
    """
    down, right = divmod(cell - 1, rules.columns)
    places = [
        (row, column)
        for row in (down, rules.rows - 1 - down)
        for column in (right, rules.columns - 1 - right)
    ]
    others = [(column, row) for row, column in places] if rules.rows == rules.columns else places
    return [row * rules.columns + column for row, column in [*places, *others]]
