"""How the bot plays: every opponent is a policy, the probability of each move.

So what an opponent does can be computed exactly (`engine.crosstable` does), and a game can be repeated with
the same random source. There are levels, each of which sees more than the one before, and the players that
most tutorials build, for comparison.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache, partial
from types import MappingProxyType
from typing import NamedTuple

from engine.board import Board
from engine.minimax import score_cells
from engine.policy import Opponent, Policy, evenly
from engine.traps import best_traps

_BOARDS = 1 << 13  # all boards of 3x3 fit


@lru_cache(maxsize=_BOARDS)
def uniform(board: Board) -> Policy:
    """Every free cell with the same probability."""
    return evenly(() if board.outcome else board.free_cells)


def rule_of_thumb(board: Board) -> Policy:
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


@lru_cache(maxsize=9 * _BOARDS)
def minimax_to_depth(board: Board, depth: int) -> Policy:
    """The cells that look best to a minimax of so many plies, with the same probability each."""
    numbers = {cell: score.number(depth) for cell, score in score_cells(board).items()}
    return evenly(cell for cell, number in numbers.items() if number == max(numbers.values()))


class Sight(NamedTuple):
    """In how many of a hundred cases a win, a block and the perfect move are seen, if there is one."""

    win: int
    block: int
    perfect_move: int


@lru_cache(maxsize=8 * _BOARDS)
def human_like(board: Board, sight: Sight) -> Policy:
    """Someone who overlooks things: sees a win, else a block, else the perfect move, else plays anywhere."""
    if board.outcome:
        return {}
    policy = dict.fromkeys(board.free_cells, Fraction(0))
    left = Fraction(1)
    for percent, seen in (
        (sight.win, evenly(board.threats(board.turn).values())),
        (sight.block, evenly(board.threats(board.turn.other).values())),
        (sight.perfect_move, perfect(board) if sight.perfect_move else {}),
        (100, evenly(board.free_cells)),
    ):
        if seen:
            share = left * Fraction(percent, 100)
            for cell, chance in seen.items():
                policy[cell] += share * chance
            left -= share
    return MappingProxyType({cell: chance for cell, chance in policy.items() if chance})


@lru_cache(maxsize=_BOARDS)
def perfect(board: Board) -> Policy:
    """The best cells: the quickest win, else a draw, else the slowest loss; of those, the best traps.

    A trap is a cell that is worth no more than another when both sides play perfectly, but more against
    someone like `_victim`.
    """
    return evenly(best_traps(board, _victim))


def _victim(board: Board) -> Policy:
    """Whom traps are set for: someone who overlooks every second block, and one win in ten.

    If every win were sure to be seen, nothing would be gained by blocking one of two threats.
    """
    return human_like(board, Sight(win=90, block=50, perfect_move=0))


SIGHTS: Mapping[str, Sight] = MappingProxyType(
    {
        "easy": Sight(win=50, block=10, perfect_move=0),
        "normal": Sight(win=100, block=50, perfect_move=0),
        "hard": Sight(win=100, block=90, perfect_move=25),
        "expert": Sight(win=100, block=100, perfect_move=70),
    }
)
"""What the levels see; above them all is `perfect`."""

LEVELS: Mapping[str, Opponent] = MappingProxyType(
    {
        **{name: Opponent(partial(human_like, sight=sight)) for name, sight in SIGHTS.items()},
        "perfect": Opponent(perfect),
    }
)
"""From the weakest to the strongest: each gains more than the one before, whoever they meet."""

DEPTHS = range(1, 10)


def minimax_name(depth: int) -> str:
    """The name of the opponent that searches `depth` plies."""
    return f"minimax depth {depth}"


TUTORIAL_PLAYERS: Mapping[str, Opponent] = MappingProxyType(
    {
        "random": Opponent(uniform),
        "rule of thumb": Opponent(rule_of_thumb),
        **{minimax_name(depth): Opponent(partial(minimax_to_depth, depth=depth)) for depth in DEPTHS},
        "full minimax": Opponent(partial(minimax_to_depth, depth=9)),
    }
)
"""What tutorials build, simplest first. From depth 6 on all play alike: no win takes longer to see."""

OPPONENTS: Mapping[str, Opponent] = MappingProxyType({**LEVELS, **TUTORIAL_PLAYERS})
"""Every opponent a player may pick by name."""


def policy_of(board: Board, name: str) -> Policy:
    """What the opponent of that name may play on `board`."""
    return OPPONENTS[name].policy(board)
