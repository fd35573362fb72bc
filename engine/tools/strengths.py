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
from itertools import product
from pathlib import Path
from random import Random

from engine.board import GAMES, TIC_TAC_TOE, Board, Cell, Mark, Outcome, Rules
from engine.exact_scores import is_looked_up
from engine.opponents import LEVELS, OPPONENTS, SIGHTS, Opponent, Policy, minimax_name, pick

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
        """The chances of the other side."""
        return Chances(self.loss, self.draw, self.win)

    def __str__(self) -> str:
        """Win, draw and loss in percent, to one decimal place."""
        percents = [100 * float(chance) for chance in (self.win, self.draw, self.loss)]
        return "/".join(f"{percent:.1f}" for percent in percents)


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
    players = {Mark.X: x, Mark.O: o}
    ends = {Mark.X: Fraction(0), None: Fraction(0), Mark.O: Fraction(0)}
    whole = 1
    live_boards: Mapping[Board, int] = {Board(rules=rules): whole}
    while live_boards:
        policies = {board: players[board.turn](board) for board in live_boards}
        unit = _common_denominator(policies.values())
        whole *= unit
        live_boards, new_ends = _after_one_ply(live_boards, policies, unit)
        for winner, likelihood in new_ends.items():
            ends[winner] += Fraction(likelihood, whole)
    return Chances(win=ends[Mark.X], draw=ends[None], loss=ends[Mark.O])


def _after_one_ply(
    live_boards: Mapping[Board, int], policies: Mapping[Board, Policy], unit: int
) -> tuple[Mapping[Board, int], Mapping[Mark | None, int]]:
    """The likelihoods of the live boards after one more move, and of the ends, by the winner.

    unit   the common denominator of the policies, by which all likelihoods grow
    """
    boards: defaultdict[Board, int] = defaultdict(int)
    ends: defaultdict[Mark | None, int] = defaultdict(int)
    for board, policy in policies.items():
        for cell, chance in policy.items():
            likelihood = live_boards[board] * chance.numerator * (unit // chance.denominator)
            after, outcome = _after(board, cell)
            if outcome:
                ends[outcome.winner] += likelihood
            else:
                boards[after] += likelihood
    return boards, ends


def _common_denominator(policies: Iterable[Policy]) -> int:
    denominators = {1}
    for policy in policies:
        denominators.update(chance.denominator for chance in policy.values())
    return math.lcm(*denominators)


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
    players = {Mark.X: x, Mark.O: o}
    wins = {Mark.X: 0.0, Mark.O: 0.0}
    to_move = Mark.X
    live: Mapping[str, float] = {"": 1.0}
    for _ in range(_LONGEST):
        if sum(live.values()) < _ALMOST_ALL:
            break
        next_live: defaultdict[str, float] = defaultdict(float)
        for position, likelihood in live.items():
            for after, chance in _steps(players[to_move], position):
                if after is None:
                    wins[to_move] += likelihood * chance
                else:
                    next_live[after] += likelihood * chance
        live = next_live
        to_move = to_move.other
    win = Fraction(wins[Mark.X])
    loss = Fraction(wins[Mark.O])
    draw = max(1 - win - loss, Fraction(0))
    return Chances(win, draw, loss)


@lru_cache(maxsize=1 << 17)
def _steps(mover: Opponent, position: str) -> tuple[tuple[str | None, float], ...]:
    """Where `mover` goes from a position, written as its marks in order: None where it wins."""
    first = Mark.X  # so that X is to move
    if len(position) % 2 == 1:
        first = Mark.O
    board = Board.after(map(int, position), first=first, rules=GAMES["fading"])
    steps: list[tuple[str | None, float]] = []
    for cell, chance in mover(board).items():
        after = board.play(cell)
        if after.outcome:
            steps.append((None, float(chance)))
            continue
        order = "".join(map(str, after.standing))
        least = min(order.translate(image) for image in _IMAGES)
        steps.append((least, float(chance)))
    return tuple(steps)


def interval(points: float, games: int) -> tuple[float, float]:
    """Wilson's interval around the share of points, from 0 to 1, that so many games have brought.

    In 95 of 100 cases it holds the share that endless play would bring. It is made for games that
    are won or lost; with draws it is wider than it need be.
    """
    square = _SPREAD**2 / games
    middle = (points + square / 2) / (1 + square)
    variance = points * (1 - points) / games
    half = _SPREAD * math.sqrt(variance + square / games / 4) / (1 + square)
    low = max(middle - half, 0.0)
    high = min(middle + half, 1.0)
    return low, high


def exact_chances(game: str, name: str, rival: str, seat: Mark) -> str:
    """The chances of a game, as `pairing` computes them."""
    if seat is Mark.X:
        return str(pairing(game, name, rival))
    return str(pairing(game, rival, name).reversed)


def sampled_chances(game: str, name: str, rival: str, seat: Mark) -> str:
    """The ends of a thousand games, and the points with their interval."""
    rng = Random(f"{game} {name} {rival} {seat.value}")
    players = {seat: OPPONENTS[name], seat.other: OPPONENTS[rival]}
    ended = Counter[Mark | None]()
    for _ in range(_GAMES):
        board = Board(rules=GAMES[game])
        while not board.outcome:
            policy = players[board.turn](board)
            board = board.play(pick(policy, rng))
        ended[board.outcome.winner] += 1
    won = ended[seat]
    drawn = ended[None]
    lost = ended[seat.other]
    points = (won + drawn / 2) / _GAMES
    low, high = interval(points, _GAMES)
    return f"{won}/{drawn}/{lost}: {100 * points:.1f} ({100 * low:.1f}–{100 * high:.1f})"


def levels() -> str:
    """What each level sees, as a Markdown table."""
    heading = ["level", "sees a win", "sees a block", "looks ahead"]
    rows = [[f"`{name}`", *map(str, sight)] for name, sight in SIGHTS.items()]
    rows.append(["`perfect`", "always", "always", "always, and it sets traps"])
    return _table(heading, rows)


def pairings() -> str:
    """Each level as X (rows) against each as O (columns) on 3x3, as a Markdown table."""
    rows = []
    for x in LEVELS:
        cells = [str(pairing("3x3", x, o)) for o in LEVELS]
        rows.append([x, *cells])
    return _table(["X, against O", *LEVELS], rows)


def summary(game: str) -> str:
    """Each opponent of a game against random and perfect, as X and as O, as a Markdown table.

    The rule of thumb, which prefers low cells, is missing in fading: it is not the same when
    turned.
    """
    columns = list(product(("random", "perfect"), Mark))
    heading = [_first_heading(game)]
    for rival, seat in columns:
        heading.append(f"as {seat.value} against {rival}")
    ends = sampled_chances
    if is_looked_up(GAMES[game]):
        ends = exact_chances
    rows = []
    for name in _opponents_in(game):
        cells = [ends(game, name, rival, seat) for rival, seat in columns]
        rows.append([name, *cells])
    return _table(heading, rows)


def _first_heading(game: str) -> str:
    ends = "win / draw / loss in %"
    if not is_looked_up(GAMES[game]):
        ends = f"win / draw / loss in {_GAMES:,} games, points in %"
    match game:
        case "3x3":
            return ends
        case "misere":
            return f"misère: {ends}"
    return f"{game}: {ends}"


def _opponents_in(game: str) -> tuple[str, ...]:
    if game == "3x3":
        return LISTED
    if game == "fading":
        return ("random", *LEVELS)
    return ("random", "rule of thumb", *LEVELS)


def _table(heading: list[str], rows: list[list[str]]) -> str:
    rule = ["---"] * len(heading)
    lines = [f"| {' | '.join(row)} |" for row in (heading, rule, *rows)]
    return "\n".join(lines)


def write_tables(tables: Iterable[str], files: Iterable[Path]) -> None:
    """Write each table into the Markdown files that have one with the same first heading.

    Raises SystemExit for a table that none of them has.
    """
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    for table in tables:
        heading = table.split("|")[1]
        old = re.compile(rf"^\|{re.escape(heading)}\|.*\n(\|.*\n)+", flags=re.MULTILINE)
        if not any(old.search(text) for text in texts.values()):
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
        write_tables(tables, files)
    else:
        print(*tables, sep="\n\n")


if __name__ == "__main__":
    main()
