"""The larger boards: can a side force four in a row?

A board is a draw if neither side can force a line. So two questions, each with a yes or a no,
decide it: can the side to move force a line, and can the other side. In each question one side
*attacks* and the other *defends* (`Attack`). `Search.attacker_wins` answers it with the attacker to
move, `Search.defender_loses` with the defender to move. These make the answer quick, in this order:

- Forced moves. A side that can complete a line does so, and a line that lacks one cell must be
  stopped.
- The attacker's potential. Erdős and Selfridge have shown that a defender who always takes the cell
  with the greatest potential stops every line, if the sum is below 16 when the defender is to move
  (below 8 when the defender has just moved). Most positions need no search: on an empty 4x4 board
  the potential is 10.
- Forks. A move that makes two threats wins.
- A transposition table, with one entry for all eight ways to turn and mirror a board.
- The order of moves: threats first, then the cells with the most potential. The attacker looks at
  its own potential, the defender at that of both sides.

To find out how soon the end comes, we ask the same question again and allow the attacker one more
move each time.

The solver sees a board as sets of lines instead of cells. A set of lines is an integer with one bit
for each line of the board. For each side we keep three sets: the lines with at least one of its
marks, with at least two, and with at least three. A mark on a cell updates all three at once
(`with_mark`), and one `&` tells whether a side can complete a line. A line is *open* to a side
while the other side has no mark on it.

The *potential* of a side is the weight of its open lines: an empty line counts 1, and each mark on
it doubles that. Here it is an integer whose set bits are counted: one bit for each open line, one
more for those with a mark, and two more for those with two. The weight of a cell is then one `&`
and one count (`Spot.weights`).

The first plies of 5x5 take too long to search. `openings.bin` holds the result of every position of
up to six marks, solved beforehand (`Openings`).

Source of the bound: Erdős and Selfridge, On a combinatorial game, 1973.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from pathlib import Path
from struct import Struct
from typing import NamedTuple, TypeAlias

from engine.board import GAMES, Cell, Rules
from engine.score import Result

_HELD_BEFORE_MOVING = 16  # a defender who is to move can stop any smaller potential
_HELD_AFTER_MOVING = 8
_A_THREAT = 1000  # more than the potential of any cell, so that threats come first
_MOST_KEPT = 150_000  # positions, about 15 MB
_KEYS = Struct("8Q")
_KEY_BITS = 64

LineSets: TypeAlias = tuple[int, int, int]
"""Of one side: the lines on which it has at least one, two and three marks."""

MARKED = 0  # which of the line sets are those with at least one mark
TWOS = 1
THREES = 2


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell, and what a mark on it changes.

    bit        the cell as a bitboard
    through    the lines through it
    weights    these lines eight times side by side: the part of two potentials that belongs to
               this cell
    attacker_keys, defender_keys
               the bits that a mark of that side sets in the eight keys of a position
    """

    cell: Cell
    bit: int
    through: int
    weights: int
    attacker_keys: int
    defender_keys: int


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

    def keys(self, attacker_cells: int, defender_cells: int) -> int:
        """Eight numbers for a position, given by two bitboards: as it is, turned and mirrored."""
        keys = 0
        for spot in self.spots:
            if attacker_cells & spot.bit:
                keys |= spot.attacker_keys
            elif defender_cells & spot.bit:
                keys |= spot.defender_keys
        return keys

    def open_lines(self, other: LineSets) -> int:
        """The lines that are open to a side: those without a mark of the `other`."""
        return self.every & ~other[MARKED]

    def threats(self, own: LineSets, other: LineSets) -> int:
        """The lines that a side can complete with one more mark."""
        return self.every & ~other[MARKED] & own[THREES]

    def potential(self, own: LineSets, other: LineSets) -> int:
        """A side's potential, as an integer whose set bits are counted. A third mark adds none."""
        size = len(self.lines)
        open_lines = self.every & ~other[MARKED]
        marked = open_lines & own[MARKED]
        twos = open_lines & own[TWOS]
        return open_lines | marked << size | twos << 2 * size | twos << 3 * size

    def side_by_side(self, potential: int, other: int) -> int:
        """Two potentials in one integer, so that their bits are counted together."""
        return potential | other << 4 * len(self.lines)

    def spot_of(self, bit: int) -> Spot:
        """The spot of a cell, given as a bitboard."""
        return self.spots[bit.bit_length() - 2]

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
    return (
        one | through,
        two | (one & through),
        three | (two & through),
    )


def least_key(keys: int) -> int:
    """The least of the eight keys: all positions equal when turned or mirrored share it."""
    least: int = min(_KEYS.unpack(keys.to_bytes(_KEYS.size, "little")))
    return least


@cache
def grid_of(rules: Rules) -> Grid:
    """The grid for these rules. Raises ValueError unless four in a row win on up to 25 cells."""
    if rules.in_a_row != 4 or len(rules.cells) > 25 or rules.misere or rules.mark_limit:
        raise ValueError(
            "the solver plays four in a row, on boards of up to 25 cells on which marks stay"
        )
    images = rules.images[-2:] + rules.images[:-2]  # the board as it is comes first
    if len(images) == 4:
        images = 2 * images
    spots = []
    for cell in rules.cells:
        through = 0
        for n, line in enumerate(rules.lines):
            if cell in line:
                through |= 1 << n
        weights = 0
        for copy in range(8):
            weights |= through << copy * len(rules.lines)
        # Each image of the board has a key of its own in _KEY_BITS bits: first the attacker's
        # cells, then the defender's.
        attacker_keys = 0
        for n, image in enumerate(images):
            place = image[cell - 1] - 1
            attacker_keys |= 1 << n * _KEY_BITS + place
        defender_keys = attacker_keys << len(rules.cells)
        spots.append(Spot(cell, 1 << cell, through, weights, attacker_keys, defender_keys))
    every = (1 << len(rules.lines)) - 1
    return Grid(rules.line_bits, every, tuple(spots))


class Attack(NamedTuple):
    """A position in which one side, the attacker, tries to force a line.

    keys       eight numbers for the position (`Grid.keys`)
    attacker   the line sets of the attacker
    defender   the line sets of the defender
    free       the bitboard of the free cells
    """

    keys: int
    attacker: LineSets
    defender: LineSets
    free: int

    def with_attacker(self, spot: Spot) -> Attack:
        """The attack after a mark of the attacker on this spot."""
        attacker = with_mark(self.attacker, spot.through)
        return Attack(self.keys | spot.attacker_keys, attacker, self.defender, self.free ^ spot.bit)

    def with_defender(self, spot: Spot) -> Attack:
        """The attack after a mark of the defender on this spot."""
        defender = with_mark(self.defender, spot.through)
        return Attack(self.keys | spot.defender_keys, self.attacker, defender, self.free ^ spot.bit)


FIVE = GAMES["5x5"]

FILE = Path(__file__).with_name("openings.bin")
MARKS = 6
"""Positions of up to so many marks are in the file. No line can be complete yet."""

Numbers: TypeAlias = Mapping[int, int]
"""Bitboards, numbered from 0; bit 0 is cell 1."""

CELLS = 25


@dataclass(frozen=True)
class Openings:
    """Results for the side to move, in a table with one byte for each position.

    Of positions that are equal when turned or mirrored, only the one with the least key has a
    result.

    rows      the cells that the side that has just moved may hold
    columns   the cells that the side to move may hold
    table     a byte for each column of each row: the value of the result and 2, or 0 if there is
              none
    """

    rows: Numbers
    columns: Numbers
    table: Sequence[int]

    def result(self, key: int) -> Result | None:
        """The result of the position with this least key, if it is known."""
        try:
            entry = self.table[self.place(key)]
        except KeyError:
            return None
        if not entry:
            return None
        return Result(entry - 2)

    def place(self, key: int) -> int:
        """Where the table has a position, by its least key. Raises KeyError for too many marks."""
        moved, to_move = divmod(key, 1 << CELLS)
        return self.rows[moved] * len(self.columns) + self.columns[to_move]


NO_OPENINGS = Openings({}, {}, b"")


@cache
def openings_of(rules: Rules) -> Openings:
    """What is known beforehand about the game with these rules; nothing, unless it is 5x5."""
    if rules != FIVE:
        return NO_OPENINGS
    rows, columns = rows_and_columns()
    return Openings(rows, columns, zlib.decompress(FILE.read_bytes()))


def rows_and_columns() -> tuple[Numbers, Numbers]:
    """The rows and the columns of the table."""
    most = MARKS // 2  # of each side
    rows = set()
    columns = []
    for marks in range(most + 1):
        for held in combinations(grid_of(FIVE).spots, marks):
            keys = sum(spot.attacker_keys for spot in held)
            rows.add(least_key(keys))
            columns.append(keys % (1 << CELLS))  # the first key: the board as it is
    return _numbers_of(sorted(rows)), _numbers_of(columns)


def _numbers_of(bitboards: Sequence[int]) -> Numbers:
    return {cells: n for n, cells in enumerate(bitboards)}


@cache
def _table_of(_: Rules) -> dict[int, bool]:
    """The transposition table of a game: answers by the key of a position."""
    return {}


class Search:
    """Answers questions about positions of one game; all searches share a table."""

    def __init__(self, rules: Rules, *, openings: Openings | None = None) -> None:
        self.grid = grid_of(rules)
        if openings is None:
            openings = openings_of(rules)
        self._openings = openings
        self._table = _table_of(rules)

    def can_win(self, attack: Attack) -> bool:
        """Whether the attacker, who is to move, can force a line, however late."""
        result = self.opening(attack)
        if result:
            return result is Result.WIN
        moves = (attack.free.bit_count() + 1) // 2
        return self.can_win_within(attack, moves)

    def can_win_within(self, attack: Attack, moves: int) -> bool:
        """Whether the attacker, who is to move, can force a line within so many of its moves."""
        return self.attacker_wins(*attack, moves)

    def must_lose(self, own: Attack, other: Attack) -> bool:
        """Whether the side to move cannot stop a line, however late.

        Both are of the same position: in `own` the side to move attacks, in `other` it defends.
        """
        result = self.opening(own)
        if result:
            return result is Result.LOSS
        moves = other.free.bit_count() // 2
        return self.must_lose_within(other, moves)

    def must_lose_within(self, other: Attack, moves: int) -> bool:
        """Whether the side to move cannot stop a line within so many moves of the other side.

        other  the attack of the other side
        """
        return self.defender_loses(*other, moves)

    def opening(self, attack: Attack) -> Result | None:
        """The result for the attacker, who is to move, if it is known without a search."""
        marks = len(self.grid.spots) - attack.free.bit_count()
        if marks > MARKS:
            return None
        return self._openings.result(least_key(attack.keys))

    def attack_of(self, attacker_cells: int, defender_cells: int) -> Attack:
        """The attack of one side on the other, given by their bitboards."""
        grid = self.grid
        keys = grid.keys(attacker_cells, defender_cells)
        taken = attacker_cells | defender_cells
        free = sum(spot.bit for spot in grid.spots if not taken & spot.bit)
        return Attack(keys, grid.line_sets(attacker_cells), grid.line_sets(defender_cells), free)

    # The next two are called for every position. With an Attack made for each, in place of its four
    # fields, a search takes a tenth longer.

    def attacker_wins(
        self, keys: int, attacker: LineSets, defender: LineSets, free: int, moves: int
    ) -> bool:
        """Whether the attacker, to move, can complete a line within so many of its own moves."""
        grid = self.grid
        if grid.threats(attacker, defender):
            return True
        if moves == 1:
            return False
        threats = grid.threats(defender, attacker)
        if threats:
            needed = grid.missing(threats, free)
            if needed.bit_count() > 1:
                return False
            spot = grid.spot_of(needed)
            attacker = with_mark(attacker, spot.through)
            keys |= spot.attacker_keys
            free ^= spot.bit
            return self.defender_loses(keys, attacker, defender, free, moves - 1)
        potential = grid.potential(attacker, defender)
        if potential.bit_count() < _HELD_AFTER_MOVING:
            return False
        # The position, five bits for the attacker's moves, and one for who is to move.
        key = least_key(keys) << 6 | moves << 1
        answer = self._table.get(key)
        if answer is None:
            attack = Attack(keys, attacker, defender, free)
            answer = self._attack_somewhere(attack, moves, potential)
            self._make_room()
            self._table[key] = answer
        return answer

    def defender_loses(
        self, keys: int, attacker: LineSets, defender: LineSets, free: int, moves: int
    ) -> bool:
        """Whether every move of the defender, to move, lets the attacker complete a line.

        moves  how many the attacker has for that
        """
        grid = self.grid
        if grid.threats(defender, attacker):
            return False
        potential = grid.potential(attacker, defender)
        threats = grid.threats(attacker, defender)
        if potential.bit_count() + 4 * threats.bit_count() < _HELD_BEFORE_MOVING:
            return False
        if threats:
            needed = grid.missing(threats, free)
            if needed.bit_count() > 1:
                return True
            spot = grid.spot_of(needed)
            defender = with_mark(defender, spot.through)
            keys |= spot.defender_keys
            free ^= spot.bit
            return self.attacker_wins(keys, attacker, defender, free, moves)
        if moves == 1:
            return False
        key = least_key(keys) << 6 | moves << 1 | 1
        answer = self._table.get(key)
        if answer is None:
            attack = Attack(keys, attacker, defender, free)
            answer = self._no_defence(attack, moves, potential)
            self._make_room()
            self._table[key] = answer
        return answer

    def _attack_somewhere(self, attack: Attack, moves: int, potential: int) -> bool:
        """Whether some move wins for the attacker, if neither side has a threat."""
        grid = self.grid
        keys, attacker, defender, free = attack
        least = _HELD_BEFORE_MOVING - potential.bit_count()  # a move that adds less is held
        spots = []
        for spot in grid.spots:
            if free & spot.bit and (potential & spot.weights).bit_count() >= least:
                spots.append(spot)
        twos = grid.open_lines(defender) & attacker[TWOS]
        for spot in spots:
            threats = twos & spot.through
            if threats.bit_count() > 1 and grid.missing(threats, free).bit_count() > 2:
                return True  # a fork: beside this cell, two more complete a line
        if moves == 2:
            return False
        for spot in _in_order(spots, potential, twos):
            with_attacker = with_mark(attacker, spot.through)
            keys_after = keys | spot.attacker_keys
            free_after = free ^ spot.bit
            if self.defender_loses(keys_after, with_attacker, defender, free_after, moves - 1):
                return True
        return False

    def _no_defence(self, attack: Attack, moves: int, potential: int) -> bool:
        """Whether every move of the defender loses, if neither side has a threat."""
        keys, attacker, defender, free = attack
        grid = self.grid
        twos = grid.open_lines(attacker) & defender[TWOS]
        defenders_potential = grid.potential(defender, attacker)
        both = grid.side_by_side(potential, defenders_potential)
        spots = [spot for spot in grid.spots if free & spot.bit]
        for spot in _in_order(spots, both, twos):
            with_defender = with_mark(defender, spot.through)
            keys_after = keys | spot.defender_keys
            free_after = free ^ spot.bit
            if not self.attacker_wins(keys_after, attacker, with_defender, free_after, moves):
                return False
        return True

    def _make_room(self) -> None:
        if len(self._table) >= _MOST_KEPT:
            self._table.clear()


def _in_order(spots: list[Spot], potential: int, twos: int) -> list[Spot]:
    """The cells that make threats, on lines with two marks; then those with the most potential."""

    def promise(spot: Spot) -> int:
        weight = (potential & spot.weights).bit_count()
        if twos & spot.through:
            return weight + _A_THREAT
        return weight

    return sorted(spots, key=promise, reverse=True)
