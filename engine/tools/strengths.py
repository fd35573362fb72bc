"""How strong each opponent is against the others on 3x3: the tables of the essay, as Markdown.

    python -m engine.tools.strengths

They are exact: we walk the whole tree of each pairing, and each board carries the probability that
a game reaches it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from engine.board import Board, Mark
from engine.opponents import LEVELS, OPPONENTS, SIGHTS, Opponent, minimax_name

SAME_AS_FULL_MINIMAX = frozenset(minimax_name(depth) for depth in (6, 7, 8, 9))
"""They play as full minimax does on every board, and are not listed beside it."""

LISTED = tuple(name for name in OPPONENTS if name not in SAME_AS_FULL_MINIMAX)


@dataclass(frozen=True)
class Chances:
    """The probabilities of a win, a draw and a loss for one side. They add up to exactly 1."""

    win: Fraction
    draw: Fraction
    loss: Fraction

    @property
    def reversed(self) -> Chances:
        """The chances of the other side."""
        return Chances(self.loss, self.draw, self.win)

    def __str__(self) -> str:
        """Win, draw and loss in percent, to one decimal place."""
        percents = [100 * float(chance) for chance in (self.win, self.draw, self.loss)]
        return "/".join(f"{percent:.1f}" for percent in percents)


@cache
def pairing(x: str, o: str) -> Chances:
    """The chances of an opponent that moves first against another, by their names."""
    return chances(OPPONENTS[x], OPPONENTS[o])


def chances(x: Opponent, o: Opponent) -> Chances:
    """The chances of `x`, which moves first, against `o`."""
    players = {Mark.X: x, Mark.O: o}
    ends = {Mark.X: Fraction(0), None: Fraction(0), Mark.O: Fraction(0)}
    # The boards that a game may have come to after so many moves, and how likely each is.
    live = {Board(): Fraction(1)}
    while live:
        after_a_move: defaultdict[Board, Fraction] = defaultdict(Fraction)
        for board, likelihood in live.items():
            for cell, chance in players[board.turn](board).items():
                after = board.play(cell)
                if after.outcome:
                    ends[after.outcome.winner] += likelihood * chance
                else:
                    after_a_move[after] += likelihood * chance
        live = after_a_move
    return Chances(win=ends[Mark.X], draw=ends[None], loss=ends[Mark.O])


def levels() -> str:
    """What each level sees."""
    heading = ["level", "sees a win", "sees a block", "looks ahead"]
    rows = [[f"`{name}`", *map(str, sight)] for name, sight in SIGHTS.items()]
    rows.append(["`perfect`", "always", "always", "always, and it sets traps"])
    return _table(heading, rows)


def summary() -> str:
    """Each opponent against random and perfect, as X and as O."""
    heading = ["win / draw / loss in %"]
    for rival in ("random", "perfect"):
        heading += [f"as X against {rival}", f"as O against {rival}"]
    rows = []
    for name in LISTED:
        row = [name]
        for rival in ("random", "perfect"):
            as_x = pairing(name, rival)
            as_o = pairing(rival, name).reversed
            row += [str(as_x), str(as_o)]
        rows.append(row)
    return _table(heading, rows)


def pairings() -> str:
    """Each level as X (rows) against each as O (columns)."""
    rows = []
    for x in LEVELS:
        cells = [str(pairing(x, o)) for o in LEVELS]
        rows.append([x, *cells])
    return _table(["X, against O", *LEVELS], rows)


def _table(heading: list[str], rows: list[list[str]]) -> str:
    rule = ["---"] * len(heading)
    lines = [f"| {' | '.join(row)} |" for row in (heading, rule, *rows)]
    return "\n".join(lines)


if __name__ == "__main__":
    print(levels(), summary(), pairings(), sep="\n\n")
