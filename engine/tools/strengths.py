"""How strong each opponent is against the others, in every game.

    python -m engine.tools.strengths                             prints the tables as Markdown
    python -m engine.tools.strengths --write engine/README.md    replaces those in the essay

3x3 and misère are exact: we walk the whole tree of each pairing, and each board carries the
probability that a game reaches it. So is fading, but without the rules that end a game that goes
round: it counts as drawn. On the larger boards there are too many games to walk, so a thousand are
played, always the same, and the points come with Wilson's interval.

Source of the interval: Wilson, Probable Inference, the Law of Succession, and Statistical
Inference, 1927.
"""

from __future__ import annotations

import argparse
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from pathlib import Path
from random import Random

from engine.board import GAMES, TIC_TAC_TOE, Board, Cell, Mark, Outcome, Rules
from engine.exact_scores import is_looked_up
from engine.opponents import LEVELS, OPPONENTS, SIGHTS, Opponent, minimax_name, pick

SAME_AS_FULL_MINIMAX = frozenset(minimax_name(depth) for depth in (6, 7, 8, 9))
"""They play as full minimax does on every board, and are not listed beside it."""

LISTED = tuple(name for name in OPPONENTS if name not in SAME_AS_FULL_MINIMAX)

_GAMES = 1_000
_SPREAD = 1.96  # standard deviations on either side hold 95 of 100 results
_ALMOST_ALL = 1e-9  # what is still being played then can be left out
_LONGEST = 2_000  # plies
_IMAGES = [str.maketrans("123456789", "".join(map(str, image))) for image in TIC_TAC_TOE.images]


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
        return "/".join(
            f"{float(chance):.1%}".removesuffix("%") for chance in (self.win, self.draw, self.loss)
        )


@cache
def pairing(game: str, x: str, o: str) -> Chances:
    """The exact chances of an opponent that moves first against another in a game on nine cells."""
    if game == "fading":
        return fading_chances(OPPONENTS[x], OPPONENTS[o])
    return chances(OPPONENTS[x], OPPONENTS[o], GAMES[game])


def chances(x: Opponent, o: Opponent, rules: Rules = TIC_TAC_TOE) -> Chances:
    """The chances of `x`, which moves first, against `o`.

    All likelihoods after as many moves share one denominator, `whole`: whole numbers add up much
    faster than fractions, and as exactly.
    """
    ends = {Mark.X: Fraction(0), None: Fraction(0), Mark.O: Fraction(0)}
    whole = 1
    live_boards: Mapping[Board, int] = {Board(rules=rules): whole}
    while live_boards:
        reached: defaultdict[Board, int] = defaultdict(int)
        policies = {board: (x if board.turn is Mark.X else o)(board) for board in live_boards}
        unit = math.lcm(
            *(chance.denominator for policy in policies.values() for chance in policy.values())
        )
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


def fading_chances(x: Opponent, o: Opponent) -> Chances:
    """How fading games of the two end, for `x`, which moves first, if those going round are drawn.

    Both must play alike on boards that are the same when turned or mirrored. Exact to nine decimal
    places.
    """
    live: Mapping[str, float] = {"": 1.0}
    ends = {Mark.X: 0.0, Mark.O: 0.0}
    for ply in range(_LONGEST):
        if sum(live.values()) < _ALMOST_ALL:
            break
        reached: defaultdict[str, float] = defaultdict(float)
        for position, likelihood in live.items():
            for after, chance in _steps(x if ply % 2 == 0 else o, position):
                if after is None:
                    ends[Mark.O if ply % 2 else Mark.X] += likelihood * chance
                else:
                    reached[after] += likelihood * chance
        live = reached
    win, loss = Fraction(ends[Mark.X]), Fraction(ends[Mark.O])
    return Chances(win, max(1 - win - loss, Fraction(0)), loss)


@lru_cache(maxsize=1 << 17)
def _steps(mover: Opponent, position: str) -> tuple[tuple[str | None, float], ...]:
    """Where `mover` goes from a position, written as its marks in order: None where it wins."""
    first = Mark.O if len(position) % 2 else Mark.X
    board = Board.after(map(int, position), first=first, rules=GAMES["fading"])
    steps: list[tuple[str | None, float]] = []
    for cell, chance in mover(board).items():
        after = board.play(cell)
        order = "".join(map(str, after.standing))
        least = None if after.outcome else min(order.translate(image) for image in _IMAGES)
        steps.append((least, float(chance)))
    return tuple(steps)


def interval(points: float, games: int) -> tuple[float, float]:
    """Wilson's interval around the share of points, from 0 to 1, that so many games have brought.

    In 95 of 100 cases it holds the share that endless play would bring. It is made for games that
    are won or lost; with draws it is wider than it need be.
    """
    square = _SPREAD**2 / games
    middle = (points + square / 2) / (1 + square)
    half = _SPREAD * math.sqrt(points * (1 - points) / games + square / games / 4) / (1 + square)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def exact(game: str, name: str, rival: str, seat: Mark) -> str:
    """The chances of a game, as `pairing` computes them."""
    return str(
        pairing(game, name, rival) if seat is Mark.X else pairing(game, rival, name).reversed
    )


def played(game: str, name: str, rival: str, seat: Mark) -> str:
    """The ends of a thousand games, and the points with their interval."""
    rng, ended = Random(f"{game} {name} {rival} {seat.value}"), Counter[Mark | None]()
    for _ in range(_GAMES):
        board = Board(rules=GAMES[game])
        while not board.outcome:
            policy = OPPONENTS[name if board.turn is seat else rival](board)
            board = board.play(pick(policy, rng))
        ended[board.outcome.winner] += 1
    won, drawn, lost = ended[seat], ended[None], ended[seat.other]
    points = (won + drawn / 2) / _GAMES
    low, high = interval(points, _GAMES)
    return f"{won}/{drawn}/{lost}: {100 * points:.1f} ({100 * low:.1f}–{100 * high:.1f})"


def levels() -> str:
    """What each level sees, as a Markdown table."""
    seen = [[f"`{name}`", *map(str, sight)] for name, sight in SIGHTS.items()]
    always = ["`perfect`", "always", "always", "always, and it sets traps"]
    return _table(["level", "sees a win", "sees a block", "looks ahead"], [*seen, always])


def pairings() -> str:
    """Each level as X (rows) against each as O (columns) on 3x3, as a Markdown table."""
    rows = [[x, *(str(pairing("3x3", x, o)) for o in LEVELS)] for x in LEVELS]
    return _table(["X, against O", *LEVELS], rows)


def summary(game: str) -> str:
    """Each opponent of a game against random and perfect, as X and as O, as a Markdown table.

    The rule of thumb, which prefers low cells, is missing in fading: it is not the same when
    turned.
    """
    name = "misère" if game == "misere" else game
    opponents = LISTED if game == "3x3" else ("random", "rule of thumb", *LEVELS)
    heading, cell = f"{name}: win / draw / loss in %".removeprefix("3x3: "), exact
    if game == "fading":
        opponents = ("random", *LEVELS)
    elif not is_looked_up(GAMES[game]):
        heading, cell = f"{name}: win / draw / loss in {_GAMES:,} games, points in %", played
    columns = [(rival, seat) for rival in ("random", "perfect") for seat in Mark]
    rows = [[each, *(cell(game, each, *column) for column in columns)] for each in opponents]
    return _table([heading, *(f"as {seat.value} against {rival}" for rival, seat in columns)], rows)


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


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


def main() -> None:
    """Print the tables, or write them into files."""
    parser = argparse.ArgumentParser(
        prog="python -m engine.tools.strengths", description="Tells how strong each opponent is."
    )
    parser.add_argument(
        "--write", nargs="+", type=Path, default=[], metavar="FILE", help="Markdown files"
    )
    files = parser.parse_args().write
    tables = [levels(), pairings(), *map(summary, GAMES)]
    if files:
        put(tables, files)
    else:
        print(*tables, sep="\n\n")


if __name__ == "__main__":
    main()
