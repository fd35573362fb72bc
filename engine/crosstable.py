"""How strong each opponent is: exact chances of each against each, as X and as O.

    python -m engine.crosstable                      prints the tables as Markdown
    python -m engine.crosstable --write README.md    replaces the tables in the file

Nothing is sampled: we walk the whole tree of each pairing, and each board carries the probability that a game
reaches it.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from pathlib import Path
from typing import TypeAlias

from engine.board import Board, Mark, Outcome
from engine.opponents import OPPONENTS, SIGHTS, minimax_name
from engine.policy import Opponent
from engine.rules import TIC_TAC_TOE, Cell, Rules

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
    def points(self) -> Fraction:
        """The expected points of a game: 1 for a win, one half for a draw."""
        return self.win + self.draw / 2

    @property
    def reversed(self) -> Chances:
        """The same chances from the other side."""
        return Chances(self.loss, self.draw, self.win)

    def __str__(self) -> str:
        """Win, draw and loss in percent, to one decimal place."""
        return " / ".join(
            f"{float(chance):.1%}".removesuffix("%") for chance in (self.win, self.draw, self.loss)
        )


Crosstable: TypeAlias = Mapping[tuple[str, str], Chances]
"""The chances of the first by name, which plays X and moves first, against the second."""


def crosstable(rules: Rules = TIC_TAC_TOE) -> Crosstable:
    """The chances of every pairing of these opponents, each with itself too. Takes a few seconds."""
    return {(x, o): chances(OPPONENTS[x], OPPONENTS[o], rules) for x in LISTED for o in LISTED}


def chances(x: Opponent, o: Opponent, rules: Rules = TIC_TAC_TOE) -> Chances:
    """The chances of `x`, which moves first, against `o`.

    All likelihoods after as many moves share one denominator, `whole`: whole numbers add up much faster than
    fractions, and as exactly.
    """
    ends = {Mark.X: Fraction(0), None: Fraction(0), Mark.O: Fraction(0)}
    whole = 1
    live_boards: Mapping[Board, int] = {Board(rules=rules): whole}
    while live_boards:
        reached: defaultdict[Board, int] = defaultdict(int)
        policies = {board: (x if board.turn is Mark.X else o).policy(board) for board in live_boards}
        unit = lcm(*(chance.denominator for policy in policies.values() for chance in policy.values()))
        whole *= unit
        ended: defaultdict[Mark | None, int] = defaultdict(int)
        for board, policy in policies.items():
            for cell, chance in policy.items():
                likelihood = live_boards[board] * chance.numerator * (unit // chance.denominator)
                after, outcome = _after(board, cell)
                if outcome:
                    ended[outcome.winner] += likelihood
                else:
                    reached[after] += likelihood
        for winner, likelihood in ended.items():
            ends[winner] += Fraction(likelihood, whole)
        live_boards = reached
    return Chances(win=ends[Mark.X], draw=ends[None], loss=ends[Mark.O])


@lru_cache(maxsize=1 << 15)  # the tree of a game on nine cells, which every pairing walks
def _after(board: Board, cell: Cell) -> tuple[Board, Outcome | None]:
    """The board after a move, and how it ends the game, if it does."""
    after = board.play(cell)
    return after, after.outcome


def levels() -> str:
    """What each level sees, as a Markdown table."""
    seen = [[f"`{name}`", *map(str, sight)] for name, sight in SIGHTS.items()]
    always = ["`perfect`", "always", "always", "always, and it sets traps"]
    return table(["level", "sees a win", "sees a block", "looks ahead"], [*seen, always])


def summary(known: Crosstable) -> str:
    """Each opponent against random and perfect, as X and as O, as a Markdown table."""
    columns = [(rival, seat) for rival in ("random", "perfect") for seat in Mark]
    head = [f"as {seat.value} against {rival}" for rival, seat in columns]
    rows = [[name, *(_against(known, name, *column) for column in columns)] for name in LISTED]
    return table(["win / draw / loss in %", *head], rows)


def pairings(known: Crosstable) -> str:
    """Each opponent as X (rows) against each as O (columns), as a Markdown table."""
    rows = [[x, *(str(known[x, o]).replace(" ", "") for o in LISTED)] for x in LISTED]
    return table(["X goes first", *LISTED], rows)


def put(tables: Iterable[str], files: Iterable[Path]) -> None:
    """Write each table into the Markdown files that have one with the same first heading.

    Raises SystemExit for a table that none of them has.
    """
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    for table in tables:
        heading = table.split("|")[1]
        old = re.compile(rf"^\|{re.escape(heading)}\|.*\n(\|.*\n)+", flags=re.MULTILINE)
        if not any(map(old.search, texts.values())):
            raise SystemExit(f"No file has a table that begins with |{heading}|")
        texts = {file: old.sub(f"{table}\n", text) for file, text in texts.items()}
    for file, text in texts.items():
        file.write_text(text, encoding="utf-8")


def _against(known: Crosstable, name: str, rival: str, seat: Mark) -> str:
    return str(known[name, rival] if seat is Mark.X else known[rival, name].reversed)


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Print the tables, or write them into files."""
    parser = argparse.ArgumentParser(prog="python -m engine.crosstable", description="How strong each is.")
    parser.add_argument("--write", nargs="+", type=Path, default=[], metavar="FILE", help="Markdown files")
    files = parser.parse_args().write
    known = crosstable()
    tables = [levels(), summary(known), pairings(known)]
    if files:
        put(tables, files)
    else:
        print(*tables, sep="\n\n")


if __name__ == "__main__":
    main()
