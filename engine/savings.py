"""Savings: ideas that let minimax visit fewer nodes (`engine.trees`), and find the same value for the root.

- Memory. What a board is worth does not depend on how it came about. So what is known of it is kept. With
  alpha-beta that may be only a limit; if it is not enough, the board is searched again.
- Symmetry. Boards that are the same when turned or mirrored are worth the same, so one of them is enough.
- Alpha-beta. Suppose X has found a move worth 0, and O answers the next one with a win. Then O's other
  answers are skipped: however they end, X will not make this move. All we know of it is that it is worth at
  most so much, and that is enough.
- The bound of Erdős and Selfridge. When neither side can force a line any more, the game is drawn.

Sources: Knuth and Moore, An Analysis of Alpha-Beta Pruning, 1975; for the bound see `engine.solver`.
"""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from engine.rules import Cell, Rules, bits

_KEPT = 1 << 16  # sets of cells; 3x3 has 512


class Saving(Enum):
    """A way to visit fewer nodes."""

    MEMORY = "memory"
    SYMMETRY = "symmetry"
    ALPHA_BETA = "alpha-beta"
    BOUND = "bound"


class Position(NamedTuple):
    """The bitboards of the side to move and of the other side; which of them is X does not matter."""

    own: int
    other: int

    def after(self, cell: Cell) -> Position:
        """The position after the side to move has played a free cell."""
        return Position(self.other, self.own | 1 << cell)


def savings_of(rules: Rules) -> tuple[Saving, ...]:
    """The savings that a game allows. The bound is about forcing lines, and in misère nobody wants one.

    Raises ValueError if marks fade, since that tree has no end, and for boards that are not square.
    """
    if rules.marks_stay or rules.rows != rules.columns:
        raise ValueError("trees are drawn on square boards on which marks stay")
    return tuple(saving for saving in Saving if saving is not Saving.BOUND or not rules.misere)


def least_image(position: Position, rules: Rules) -> Position:
    """The same position for all that are equal when turned or mirrored."""
    return Position(*min(zip(_images(position.own, rules), _images(position.other, rules), strict=True)))


@lru_cache(maxsize=_KEPT)
def _images(held: int, rules: Rules) -> tuple[int, ...]:
    """A set of cells, turned and mirrored in eight ways."""
    last = rules.rows - 1
    places = [divmod(cell - 1, rules.columns) for cell in rules.cells if held >> cell & 1]
    images = []
    for _ in range(4):
        places = [(column, last - row) for row, column in places]  # a quarter turn
        images += [places, [(row, last - column) for row, column in places]]
    return tuple(bits(row * rules.columns + column + 1 for row, column in image) for image in images)


def is_held(position: Position, rules: Rules) -> bool:
    """Whether the bound shows that neither side can force a line.

    A complete line weighs 2 to the power of its length. A side whose potential is smaller forces none if the
    other side is to move. With the move, its potential must be less than half of that.
    """
    complete = 1 << rules.in_a_row
    own, other = position
    return 2 * _potential(own, other, rules) < complete and _potential(other, own, rules) < complete


def _potential(attacker: int, defender: int, rules: Rules) -> int:
    """The weight of the lines without a mark of the defender: 1 for an empty one, doubled by each mark."""
    return sum(1 << (line & attacker).bit_count() for line in rules.line_bits if not line & defender)
