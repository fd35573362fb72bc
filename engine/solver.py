"""The larger boards: can a side force four in a row?

A board is a draw if neither side can force a line. So two questions, each with a yes or a no, decide it: can
the side to move force a line, and can the other side. In each question one side *attacks* and the other
*defends*. `Search.attack` answers it with the attacker to move, `Search.defend` with the defender to move.
These make the answer quick, in this order:

- Forced moves. A side that can complete a line does so, and a line that lacks one cell must be stopped.
- The attacker's potential. Erdős and Selfridge have shown that a defender who always takes the cell with the
  greatest potential stops every line, if the sum is below 16 when the defender is to move (below 8 when the
  defender has just moved). Most positions need no search: on an empty 4x4 board the potential is 10.
- Forks. A move that makes two threats wins.
- A transposition table, with one entry for all eight ways to turn and mirror a board.
- The order of moves: threats first, then the cells with the most potential. The attacker looks at its own
  potential, the defender at that of both sides.

To find out how soon the end comes, we ask the same question again and allow the attacker one more move each
time.

Source of the bound: Erdős and Selfridge, On a combinatorial game, 1973.
"""

from __future__ import annotations

from functools import cache

from engine.grid import Grid, LineSets, Spot, grid_of, least_key, with_mark
from engine.openings import MARKS, Openings, openings_of
from engine.questions import Question
from engine.rules import Rules
from engine.score import Result

_HELD_BEFORE_MOVING = 16  # a defender who is to move can stop any smaller potential
_HELD_AFTER_MOVING = 8
_A_THREAT = 1000  # more than the potential of any cell, so that threats come first
_MOST_KEPT = 150_000  # positions, about 15 MB


@cache
def _kept(_: Rules) -> dict[int, bool]:
    """The transposition table of a game: answers by the key of a position."""
    return {}


class Search:
    """Answers questions about positions of one game; all searches share a table."""

    def __init__(self, rules: Rules, *, openings: Openings | None = None) -> None:
        self.grid: Grid = grid_of(rules)
        self._openings = openings_of(rules) if openings is None else openings
        self._table = _kept(rules)

    def can_win(self, asked: Question) -> bool:
        """Whether the attacker, who is to move, can force a line, however late."""
        known = self.opening(asked)
        return known is Result.WIN if known else self.attack(*asked, (asked.free.bit_count() + 1) // 2)

    def must_lose(self, own: Question, other: Question) -> bool:
        """Whether the side to move cannot stop a line, however late.

        Both questions are about the same position: in `own` the side to move attacks, in `other` it defends.
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

    def attack(self, keys: int, attacker: LineSets, defender: LineSets, free: int, moves: int) -> bool:
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
                keys | spot.attacker, with_mark(attacker, spot.through), defender, free ^ needed, moves - 1
            )
        potential = grid.potential(open_lines, attacker)
        if potential.bit_count() < _HELD_AFTER_MOVING:
            return False
        key = least_key(keys) << 6 | moves << 1
        known = self._table.get(key)
        if known is None:
            known = self._attack_somewhere(Question(keys, attacker, defender, free), moves, potential)
            self._make_room()
            self._table[key] = known
        return known

    def defend(self, keys: int, attacker: LineSets, defender: LineSets, free: int, moves: int) -> bool:
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
                keys | spot.defender, attacker, with_mark(defender, spot.through), free ^ needed, moves
            )
        if moves == 1:
            return False
        key = least_key(keys) << 6 | moves << 1 | 1
        known = self._table.get(key)
        if known is None:
            known = self._no_defence(Question(keys, attacker, defender, free), moves, potential)
            self._make_room()
            self._table[key] = known
        return known

    def _attack_somewhere(self, asked: Question, moves: int, potential: int) -> bool:
        """Whether some move wins for the attacker, if neither side has a threat."""
        keys, attacker, defender, free = asked
        least = _HELD_BEFORE_MOVING - potential.bit_count()  # a move that adds less is held
        spots = [s for s in self._free_spots(free) if (potential & s.weights).bit_count() >= least]
        twos = self.grid.every & ~defender[0] & attacker[1]
        if self._has_fork(spots, twos, free):
            return True
        if moves == 2:
            return False
        for spot in _in_order(spots, potential, twos):
            after = keys | spot.attacker, with_mark(attacker, spot.through), defender, free ^ spot.bit
            if self.defend(*after, moves - 1):
                return True
        return False

    def _no_defence(self, asked: Question, moves: int, potential: int) -> bool:
        """Whether every move of the defender loses, if neither side has a threat."""
        keys, attacker, defender, free = asked
        every = self.grid.every
        both = self.grid.side_by_side(potential, self.grid.potential(every & ~attacker[0], defender))
        for spot in _in_order(self._free_spots(free), both, every & ~attacker[0] & defender[1]):
            after = keys | spot.defender, attacker, with_mark(defender, spot.through), free ^ spot.bit
            if not self.attack(*after, moves):
                return False
        return True

    def _free_spots(self, free: int) -> list[Spot]:
        return [spot for spot in self.grid.spots if free & spot.bit]

    def _has_fork(self, spots: list[Spot], twos: int, free: int) -> bool:
        """Whether a mark on one of these cells makes two threats, which together lack two more cells.

        twos   the open lines with two marks
        """
        for spot in spots:
            lines = twos & spot.through
            if lines & lines - 1 and self.grid.missing(lines, free).bit_count() > 2:
                return True
        return False

    def _make_room(self) -> None:
        if len(self._table) >= _MOST_KEPT:
            self._table.clear()


def _in_order(spots: list[Spot], potential: int, twos: int) -> list[Spot]:
    """The cells that make a threat first, on lines with two marks; then those with the most potential."""
    return sorted(
        spots,
        key=lambda spot: (potential & spot.weights).bit_count() + (_A_THREAT if twos & spot.through else 0),
        reverse=True,
    )
