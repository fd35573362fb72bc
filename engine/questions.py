"""What the solver of the larger boards is asked: can the attacker force a line from this position?"""

from __future__ import annotations

from typing import NamedTuple

from engine.grid import LineSets, Spot, with_mark


class Question(NamedTuple):
    """A position, and which side attacks.

    keys       eight numbers for the position (`Grid.keys`)
    attacker   the line sets of the attacker
    defender   the line sets of the defender
    free       the bitboard of the free cells
    """

    keys: int
    attacker: LineSets
    defender: LineSets
    free: int


def attacked(asked: Question, spot: Spot) -> Question:
    """The question after a mark of the attacker."""
    return Question(
        asked.keys | spot.attacker,
        with_mark(asked.attacker, spot.through),
        asked.defender,
        asked.free ^ spot.bit,
    )


def defended(asked: Question, spot: Spot) -> Question:
    """The question after a mark of the defender."""
    return Question(
        asked.keys | spot.defender,
        asked.attacker,
        with_mark(asked.defender, spot.through),
        asked.free ^ spot.bit,
    )
