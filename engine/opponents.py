"""How the bot plays: every opponent says what it might play, and draws from that.

An opponent is its odds, so what it does can be computed exactly (`engine.ladder` does), and a
game can be repeated with the same random source. There are five levels, and the players that
most tutorials build, for comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from random import Random
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from engine.board import Board, Cell, Mark
from engine.minimax import Score, score_cells

Value = TypeVar("Value", Score, Fraction, int)

Odds: TypeAlias = Mapping[Cell, Fraction]
"""How likely each cell is to be played; they add up to exactly 1. Empty on a finished board."""


@dataclass(frozen=True)
class Opponent:
    """A way to play, given by its odds on every 3x3 board."""

    odds: Callable[[Board], Odds]

    def __call__(self, board: Board, rng: Random) -> Cell:
        """Draw a cell from the odds. Raises ValueError when the game is over."""
        odds = self.odds(board)
        if not odds:
            raise ValueError("the game is over: there is no cell to play")
        left = rng.random()
        for cell, chance in odds.items():
            left -= float(chance)
            if left < 0:
                return cell
        return cell  # the last one takes what rounding leaves over


@cache
def anywhere(board: Board) -> Odds:
    """Every free cell, each as likely."""
    return _evenly(() if board.outcome else board.free_cells)


def rule_of_thumb(board: Board) -> Odds:
    """What tutorials without minimax teach: win, else block, else the centre, a corner, any cell.

    Where that leaves a choice it takes the lowest cell.
    """
    if board.outcome:
        return {}
    for wanted in (
        board.threats(board.turn).values(),
        board.threats(board.turn.other).values(),
        (5,),
        (1, 3, 7, 9),
        board.free_cells,
    ):
        if cells := set(wanted).intersection(board.free_cells):
            return {min(cells): Fraction(1)}
    raise AssertionError("an unfinished board has a free cell")


@cache
def minimax_to_depth(board: Board, depth: int) -> Odds:
    """The cells that look best to a minimax of so many plies, each as likely."""
    return _evenly(_highest({cell: score.number(depth) for cell, score in score_cells(board).items()}))


@cache
def watchful(board: Board, win: int, block: int, ahead: int) -> Odds:
    """A person, more or less awake: sees a win, then a block, then the perfect move, else plays anywhere.

    win, block, ahead   in how many of a hundred cases each is seen, where there is one to see
    """
    if board.outcome:
        return {}
    odds = dict.fromkeys(board.free_cells, Fraction(0))
    left = Fraction(1)
    for percent, seen in (
        (win, _evenly(board.threats(board.turn).values())),
        (block, _evenly(board.threats(board.turn.other).values())),
        (ahead, perfect(board) if ahead else {}),
        (100, _evenly(board.free_cells)),
    ):
        if seen:
            share = left * Fraction(percent, 100)
            for cell, chance in seen.items():
                odds[cell] += share * chance
            left -= share
    return MappingProxyType({cell: chance for cell, chance in odds.items() if chance})


@cache
def perfect(board: Board) -> Odds:
    """The best cells: the quickest win, else a draw, else the slowest loss. Of those, the best traps.

    A trap is a cell that is worth no more than another when both sides play perfectly, but more
    against somebody who does not: a person like `_likely`.
    """
    gains = {cell: _gain_of_waiting(_mover_as_x(board.play(cell))) for cell in _highest(score_cells(board))}
    return _evenly(_highest(gains))


LEVELS: Mapping[str, Opponent] = MappingProxyType(
    {
        "easy": Opponent(partial(watchful, win=50, block=10, ahead=0)),
        "normal": Opponent(partial(watchful, win=100, block=50, ahead=0)),
        "hard": Opponent(partial(watchful, win=100, block=90, ahead=25)),
        "expert": Opponent(partial(watchful, win=100, block=100, ahead=70)),
        "perfect": Opponent(perfect),
    }
)
"""From the weakest to the strongest: each gains more than the one before, whoever they meet."""

DEPTHS = range(1, 10)

TUTORIAL_PLAYERS: Mapping[str, Opponent] = MappingProxyType(
    {
        "random": Opponent(anywhere),
        "rule of thumb": Opponent(rule_of_thumb),
        **{f"minimax depth {depth}": Opponent(partial(minimax_to_depth, depth=depth)) for depth in DEPTHS},
        "full minimax": Opponent(partial(minimax_to_depth, depth=9)),
    }
)
"""What tutorials build, from the simplest on. From depth 6 on all play alike: no win takes longer to see."""

OPPONENTS: Mapping[str, Opponent] = MappingProxyType({**LEVELS, **TUTORIAL_PLAYERS})
"""Everybody a player may pick by name."""


def _likely(board: Board) -> Odds:
    """Whom traps are set for: somebody who overlooks every second block, and one win in ten.

    Where every win was sure to be seen, nothing would be gained by blocking one of two threats.
    """
    return watchful(board, win=90, block=50, ahead=0)


@cache
def _gain_of_waiting(board: Board) -> Fraction:
    """What a perfect player may expect while the likely one is to move: 1 is a win, 0 a draw, -1 a loss."""
    if board.outcome:
        return Fraction(1 if board.outcome.winner else 0)
    return sum(
        (chance * _gain_of_moving(board.play(cell)) for cell, chance in _likely(board).items()), Fraction(0)
    )


@cache
def _gain_of_moving(board: Board) -> Fraction:
    """The same expectation while the perfect player is to move: it takes the best of its best cells."""
    if board.outcome:
        return Fraction(-1 if board.outcome.winner else 0)
    return max(_gain_of_waiting(_mover_as_x(board.play(cell))) for cell in _highest(score_cells(board)))


def _mover_as_x(board: Board) -> Board:
    """The board with X to move: which mark a side holds changes nothing, and saves half of the work."""
    return board if board.turn is Mark.X else Board(board.o, board.x, Mark.X, board.rules)


def _highest(values: Mapping[Cell, Value]) -> tuple[Cell, ...]:
    """The cells that are worth most."""
    most = max(values.values(), default=None)
    return tuple(cell for cell, value in values.items() if value == most)


def _evenly(cells: Iterable[Cell]) -> Odds:
    """Each of the cells, as likely as any other."""
    found = sorted(set(cells))
    return MappingProxyType(dict.fromkeys(found, Fraction(1, len(found)))) if found else {}
