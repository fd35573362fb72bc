"""The larger boards: can a side force four in a row?

A board is a draw if neither side can force a line. So two questions, each with a yes or a no,
decide it: can the side to move force a line, and can the other side. In each question one side
*attacks* and the other *defends*. `Search.attack` answers it with the attacker to move,
`Search.defend` with the defender to move. These make the answer quick, in this order:

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

from engine.board import GAMES, Cell, Rules, bits
from engine.score import Result

_HELD_BEFORE_MOVING = 16  # a defender who is to move can stop any smaller potential
_HELD_AFTER_MOVING = 8
_A_THREAT = 1000  # more than the potential of any cell, so that threats come first
_MOST_KEPT = 150_000  # positions, about 15 MB
_KEYS = Struct("8Q")
_KEY_BITS = 64

LineSets: TypeAlias = tuple[int, int, int]
"""Of one side: the lines on which it has at least one, two and three marks."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell, and what a mark on it changes.

    bit        the cell as a bitboard
    through    the lines through it
    weights    the same, eight times side by side: the part of two potentials that belongs to this
               cell
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
            if attacker & spot.bit:
                keys |= spot.attacker
            elif defender & spot.bit:
                keys |= spot.defender
        return keys

    def potential(self, open_lines: int, sets: LineSets) -> int:
        """A side's potential, as an integer whose set bits are counted. A third mark adds none."""
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
    """The grid for these rules. Raises ValueError unless four in a row win on up to 25 cells."""
    if rules.in_a_row != 4 or len(rules.cells) > 25 or rules.misere or rules.mark_limit:
        raise ValueError(
            "the solver plays four in a row, on boards of up to 25 cells on which marks stay"
        )
    size = len(rules.lines)
    # As it is comes first; if there are four, each twice.
    images = (rules.images[-2:] + 2 * rules.images)[:8]
    spots = []
    for cell in rules.cells:
        through = sum(1 << n for n, line in enumerate(rules.lines) if cell in line)
        eight_times = sum(through << copy * size for copy in range(8))
        # Each image of the board has a key of its own in _KEY_BITS bits: first the attacker's
        # cells, then the defender's.
        keys = 0
        for n, image in enumerate(images):
            place = image[cell - 1] - 1
            keys |= 1 << n * _KEY_BITS + place
        spots.append(Spot(cell, bits([cell]), through, eight_times, keys, keys << len(rules.cells)))
    return Grid(rules.line_bits, (1 << size) - 1, tuple(spots))


class Question(NamedTuple):
    """Can the attacker force a line from this position?

    keys       eight numbers for the position (`Grid.keys`)
    attacker   the line sets of the attacker
    defender   the line sets of the defender
    free       the bitboard of the free cells
    """

    keys: int
    attacker: LineSets
    defender: LineSets
    free: int

    def attacked(self, spot: Spot) -> Question:
        """The question after a mark of the attacker."""
        keys, attacker, defender, free = self
        return Question(
            keys | spot.attacker, with_mark(attacker, spot.through), defender, free ^ spot.bit
        )

    def defended(self, spot: Spot) -> Question:
        """The question after a mark of the defender."""
        keys, attacker, defender, free = self
        return Question(
            keys | spot.defender, attacker, with_mark(defender, spot.through), free ^ spot.bit
        )


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
            found = self.table[self.place(key)]
        except KeyError:
            return None
        return Result(found - 2) if found else None

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
    return Openings(*rows_and_columns(), zlib.decompress(FILE.read_bytes()))


def rows_and_columns() -> tuple[Numbers, Numbers]:
    """The rows and the columns of the table."""
    spots = grid_of(FIVE).spots
    most = MARKS // 2  # of each side
    sets = [
        sum(spot.attacker for spot in held)
        for n in range(most + 1)
        for held in combinations(spots, n)
    ]
    rows = sorted({least_key(keys) for keys in sets})
    columns = [keys % (1 << CELLS) for keys in sets]
    return {cells: n for n, cells in enumerate(rows)}, {cells: n for n, cells in enumerate(columns)}


@cache
def _kept(_: Rules) -> dict[int, bool]:
    """The transposition table of a game: answers by the key of a position."""
    return {}


class Search:
    """Answers questions about positions of one game; all searches share a table."""

    def __init__(self, rules: Rules, *, openings: Openings | None = None) -> None:
        self.grid = grid_of(rules)
        self._openings = openings_of(rules) if openings is None else openings
        self._table = _kept(rules)

    def can_win(self, asked: Question) -> bool:
        """Whether the attacker, who is to move, can force a line, however late."""
        known = self.opening(asked)
        return (
            known is Result.WIN if known else self.attack(*asked, (asked.free.bit_count() + 1) // 2)
        )

    def must_lose(self, own: Question, other: Question) -> bool:
        """Whether the side to move cannot stop a line, however late.

        Both questions are about the same position: in `own` the side to move attacks, in `other` it
        defends.
        """
        known = self.opening(own)
        return known is Result.LOSS if known else self.defend(*other, other.free.bit_count() // 2)

    def opening(self, asked: Question) -> Result | None:
        """The result for the attacker, who is to move, if it is known without a search."""
        few = len(self.grid.spots) - asked.free.bit_count() <= MARKS
        return self._openings.result(least_key(asked.keys)) if few else None

    def question(self, attacker: int, defender: int) -> Question:
        """The question for a position given as two bitboards."""
        grid = self.grid
        free = sum(spot.bit for spot in grid.spots if not (attacker | defender) & spot.bit)
        return Question(
            grid.keys(attacker, defender), grid.line_sets(attacker), grid.line_sets(defender), free
        )

    def attack(
        self, keys: int, attacker: LineSets, defender: LineSets, free: int, moves: int
    ) -> bool:
        """Whether the attacker, to move, can complete a line within so many of its own moves."""
        grid = self.grid
        open_lines = grid.every & ~defender[0]
        if open_lines & attacker[2]:
            return True
        if moves == 1:
            return False
        if threats := grid.every & ~attacker[0] & defender[2]:
            needed = grid.missing(threats, free)
            if needed & needed - 1:
                return False
            spot = grid.spots[needed.bit_length() - 2]
            return self.defend(
                keys | spot.attacker,
                with_mark(attacker, spot.through),
                defender,
                free ^ needed,
                moves - 1,
            )
        potential = grid.potential(open_lines, attacker)
        if potential.bit_count() < _HELD_AFTER_MOVING:
            return False
        key = least_key(keys) << 6 | moves << 1
        known = self._table.get(key)
        if known is None:
            asked = Question(keys, attacker, defender, free)
            known = self._attack_somewhere(asked, moves, potential)
            self._make_room()
            self._table[key] = known
        return known

    def defend(
        self, keys: int, attacker: LineSets, defender: LineSets, free: int, moves: int
    ) -> bool:
        """The same with the defender to move: whether every defence fails."""
        grid = self.grid
        if grid.every & ~attacker[0] & defender[2]:
            return False
        open_lines = grid.every & ~defender[0]
        potential, threats = grid.potential(open_lines, attacker), open_lines & attacker[2]
        if potential.bit_count() + 4 * threats.bit_count() < _HELD_BEFORE_MOVING:
            return False
        if threats:
            needed = grid.missing(threats, free)
            if needed & needed - 1:
                return True
            spot = grid.spots[needed.bit_length() - 2]
            return self.attack(
                keys | spot.defender,
                attacker,
                with_mark(defender, spot.through),
                free ^ needed,
                moves,
            )
        if moves == 1:
            return False
        key = least_key(keys) << 6 | moves << 1 | 1
        known = self._table.get(key)
        if known is None:
            asked = Question(keys, attacker, defender, free)
            known = self._no_defence(asked, moves, potential)
            self._make_room()
            self._table[key] = known
        return known

    def _attack_somewhere(self, asked: Question, moves: int, potential: int) -> bool:
        """Whether some move wins for the attacker, if neither side has a threat."""
        keys, attacker, defender, free = asked
        least = _HELD_BEFORE_MOVING - potential.bit_count()  # a move that adds less is held
        spots = [
            spot
            for spot in self.grid.spots
            if free & spot.bit and (potential & spot.weights).bit_count() >= least
        ]
        twos = self.grid.every & ~defender[0] & attacker[1]  # open lines with two marks
        for spot in spots:
            lines = twos & spot.through
            if lines & lines - 1 and self.grid.missing(lines, free).bit_count() > 2:
                return True  # a fork: a mark that makes two threats, which lack two more cells
        if moves == 2:
            return False
        for spot in _in_order(spots, potential, twos):
            after = (
                keys | spot.attacker,
                with_mark(attacker, spot.through),
                defender,
                free ^ spot.bit,
            )
            if self.defend(*after, moves - 1):
                return True
        return False

    def _no_defence(self, asked: Question, moves: int, potential: int) -> bool:
        """Whether every move of the defender loses, if neither side has a threat."""
        keys, attacker, defender, free = asked
        every = self.grid.every
        both = self.grid.side_by_side(
            potential, self.grid.potential(every & ~attacker[0], defender)
        )
        spots = [spot for spot in self.grid.spots if free & spot.bit]
        for spot in _in_order(spots, both, every & ~attacker[0] & defender[1]):
            after = (
                keys | spot.defender,
                attacker,
                with_mark(defender, spot.through),
                free ^ spot.bit,
            )
            if not self.attack(*after, moves):
                return False
        return True

    def _make_room(self) -> None:
        if len(self._table) >= _MOST_KEPT:
            self._table.clear()


def _in_order(spots: list[Spot], potential: int, twos: int) -> list[Spot]:
    """The cells that make threats, on lines with two marks; then those with the most potential."""
    return sorted(
        spots,
        key=lambda spot: (
            (potential & spot.weights).bit_count() + (_A_THREAT if twos & spot.through else 0)
        ),
        reverse=True,
    )
