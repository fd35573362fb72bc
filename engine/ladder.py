"""How strong everybody is: exact chances of every opponent against every other, from both seats.

    python -m engine.ladder

prints them as Markdown. Nothing is played and nothing is sampled: the whole tree of a pairing is
walked, and every board is carried with the probability that a game comes by it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.board import Board, Mark
from engine.opponents import OPPONENTS, Opponent

ALIKE = frozenset(f"minimax depth {depth}" for depth in (6, 7, 8, 9))
"""They play as full minimax does on every board, and are not listed beside it."""

RANKED = tuple(name for name in OPPONENTS if name not in ALIKE)


@dataclass(frozen=True)
class Chances:
    """How likely a pairing ends each way, for one of the two; the three add up to exactly 1."""

    win: Fraction
    draw: Fraction
    loss: Fraction

    @property
    def points(self) -> Fraction:
        """What a game is worth on average: a win counts 1 and a draw one half."""
        return self.win + self.draw / 2

    @property
    def reversed(self) -> Chances:
        """The same pairing as the other one sees it."""
        return Chances(self.loss, self.draw, self.win)

    def __str__(self) -> str:
        """Win, draw and loss in percent, to one decimal place."""
        return " / ".join(
            f"{float(chance):.1%}".removesuffix("%") for chance in (self.win, self.draw, self.loss)
        )


def chances(x: Opponent, o: Opponent) -> Chances:
    """How games between the two end, for `x`, which begins."""
    ends = {Mark.X: Fraction(0), None: Fraction(0), Mark.O: Fraction(0)}
    live_boards: Mapping[Board, Fraction] = {Board(): Fraction(1)}
    while live_boards:
        reached: defaultdict[Board, Fraction] = defaultdict(Fraction)
        for board, likelihood in live_boards.items():
            mover = x if board.turn is Mark.X else o
            for cell, chance in mover.odds(board).items():
                after = board.play(cell)
                if after.outcome:
                    ends[after.outcome.winner] += likelihood * chance
                else:
                    reached[after] += likelihood * chance
        live_boards = reached
    return Chances(win=ends[Mark.X], draw=ends[None], loss=ends[Mark.O])


Ladder = Mapping[tuple[str, str], Chances]
"""The chances of the first by name, which plays X and begins, against the second."""


def ladder() -> Ladder:
    """Every pairing of those ranked, with themselves as well; it takes some seconds."""
    return {(x, o): chances(OPPONENTS[x], OPPONENTS[o]) for x in RANKED for o in RANKED}


def summary(known: Ladder) -> str:
    """Everybody against random and against perfect, from both seats, as a Markdown table."""
    columns = [(rival, seat) for rival in ("random", "perfect") for seat in Mark]
    head = [f"as {seat.value} against {rival}" for rival, seat in columns]
    rows = [
        [
            name,
            *(
                str(known[name, rival] if seat is Mark.X else known[rival, name].reversed)
                for rival, seat in columns
            ),
        ]
        for name in RANKED
    ]
    return _table(["win / draw / loss in %", *head], rows)


def pairings(known: Ladder) -> str:
    """Everybody as X, a row each, against everybody as O, a column each, as a Markdown table."""
    rows = [[x, *(str(known[x, o]).replace(" ", "") for o in RANKED)] for x in RANKED]
    return _table(["X begins", *RANKED], rows)


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


if __name__ == "__main__":
    known = ladder()
    print(summary(known), pairings(known), sep="\n\n")
