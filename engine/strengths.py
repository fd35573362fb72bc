"""How strong the opponents are on the other games.

    python -m engine.strengths                             prints the tables as Markdown
    python -m engine.strengths --write engine/README.md    puts them in place of those in the file

Misère is exact, like the crosstable of 3x3. So is fading, but without the rules that end a game that goes
round: it counts as drawn. On the larger boards there are too many games to walk, so a thousand are played,
always the same, and the points come with Wilson's interval.

Source of the interval: Wilson, Probable Inference, the Law of Succession, and Statistical Inference, 1927.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, lru_cache
from itertools import count
from pathlib import Path
from random import Random

from engine.board import Board, Mark
from engine.crosstable import Chances, chances, put, table
from engine.games import GAMES
from engine.opponents import LEVELS, OPPONENTS
from engine.policy import Opponent
from engine.rules import Cell

_COLUMNS = [(rival, seat) for rival in ("random", "perfect") for seat in Mark]
_GAMES = 1_000
_SPREAD = 1.96  # standard deviations on either side hold 95 of 100 results
_ALMOST_ALL = 1e-9  # what is still being played then can be left out
_LONGEST = 2_000  # plies
_TURNS = ("123456789", "369258147", "987654321", "741852963")
_SYMMETRIES = [str.maketrans("123456789", places[::step]) for places in _TURNS for step in (1, -1)]


def misere() -> str:
    """The table of misère."""
    return _exact("misère", ("random", "rule of thumb", *LEVELS))


def fading() -> str:
    """The table of fading; the rule of thumb, which prefers low cells, is not the same when turned."""
    return _exact("fading", ("random", *LEVELS))


def larger(game: str) -> str:
    """The table of a larger game, by play."""
    names = ("random", "rule of thumb", *LEVELS)
    rows = [[name, *(_played(game, name, *column) for column in _COLUMNS)] for name in names]
    return table([f"{game}: win / draw / loss in {_GAMES:,} games, points in %", *_heads()], rows)


def fading_chances(x: Opponent, o: Opponent) -> Chances:
    """How fading games between the two end, for `x`, which moves first, if those that go round are drawn.

    Both must play alike on boards that are the same when turned or mirrored. Exact to nine decimal places.
    """
    live: Mapping[str, float] = {"": 1.0}
    ends = {Mark.X: 0.0, Mark.O: 0.0}
    for ply in count():
        if sum(live.values()) < _ALMOST_ALL or ply == _LONGEST:
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
    """Where `mover` goes from a position, written as its marks in their order: None where it wins."""
    first = Mark.O if len(position) % 2 else Mark.X
    board = Board.after(map(int, position), first=first, rules=GAMES["fading"])
    return tuple(_after(board, cell, float(chance)) for cell, chance in mover.policy(board).items())


def _after(board: Board, cell: Cell, chance: float) -> tuple[str | None, float]:
    after = board.play(cell)
    order = "".join(map(str, after.standing))
    return None if after.outcome else min(order.translate(turn) for turn in _SYMMETRIES), chance


def _exact(game: str, names: tuple[str, ...]) -> str:
    rows = [[name, *(str(_chances(game, name, *column)) for column in _COLUMNS)] for name in names]
    return table([f"{game}: win / draw / loss in %", *_heads()], rows)


def _heads() -> list[str]:
    return [f"as {seat.value} against {rival}" for rival, seat in _COLUMNS]


@cache
def _chances(game: str, name: str, rival: str, seat: Mark) -> Chances:
    x, o = (name, rival) if seat is Mark.X else (rival, name)
    if game == "fading":
        found = fading_chances(OPPONENTS[x], OPPONENTS[o])
    else:
        found = chances(OPPONENTS[x], OPPONENTS[o], GAMES["misere"])
    return found if seat is Mark.X else found.reversed


def interval(points: float, games: int) -> tuple[float, float]:
    """Wilson's interval around the share of points, from 0 to 1, that so many games have brought.

    In 95 of 100 cases it holds the share that endless play would bring. It is made for games that are won or
    lost; with draws it is wider than it need be.
    """
    square = _SPREAD**2 / games
    middle = (points + square / 2) / (1 + square)
    half = _SPREAD * math.sqrt(points * (1 - points) / games + square / games / 4) / (1 + square)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def _played(game: str, name: str, rival: str, seat: Mark) -> str:
    """The ends of the games, and the points with their interval."""
    ended = Counter(_ends(game, name, rival, seat))
    won, drawn, lost = (ended[end] for end in (1.0, 0.5, 0.0))
    points = (won + drawn / 2) / _GAMES
    low, high = interval(points, _GAMES)
    return f"{won} / {drawn} / {lost}: {100 * points:.1f} ({100 * low:.1f}–{100 * high:.1f})"


def _ends(game: str, name: str, rival: str, seat: Mark) -> Iterator[float]:
    """What each game is worth to the one of that name: 1, a half, or nothing."""
    rng = Random(f"{game} {name} {rival} {seat.value}")
    for _ in range(_GAMES):
        board = Board(rules=GAMES[game])
        while not board.outcome:
            board = board.play(OPPONENTS[name if board.turn is seat else rival](board, rng))
        winner = board.outcome.winner
        yield 0.5 if winner is None else float(winner is seat)


def main() -> None:
    """Print the tables, or write them into files."""
    parser = argparse.ArgumentParser(prog="python -m engine.strengths", description="How strong each is.")
    parser.add_argument("--write", nargs="+", type=Path, default=[], metavar="FILE", help="Markdown files")
    files = parser.parse_args().write
    tables = [misere(), fading(), larger("4x4"), larger("5x5")]
    if files:
        put(tables, files)
    else:
        print(*tables, sep="\n\n")


if __name__ == "__main__":
    main()
