"""How the bot plays: every opponent is a policy, the probability of each move.

So what an opponent does can be computed exactly (`engine.crosstable` does), and a game can be repeated with
the same random source. There are levels, each of which sees more than the one before, and the players that
most tutorials build, for comparison.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from types import MappingProxyType
from typing import NamedTuple

from engine.board import Board
from engine.larger_play import strongest_cells
from engine.policy import Opponent, Policy, evenly
from engine.rules import Cell, Rules
from engine.scoring import best_cells, is_looked_up, seen_cells
from engine.traps import best_traps

_BOARDS = 1 << 13  # all boards of 3x3 fit


@lru_cache(maxsize=_BOARDS)
def uniform(board: Board) -> Policy:
    """Every free cell with the same probability."""
    return evenly(() if board.outcome else board.free_cells)


def rule_of_thumb(board: Board) -> Policy:
    """What tutorials without minimax teach: win, else block, else the centre, a corner, any cell.

    Where that leaves a choice it takes the lowest cell. In misère it turns the first two round: it avoids a
    line of its own, and leaves to the other side the cells on which that would make one.
    """
    if board.outcome:
        return {}
    mine, theirs = _lines_of(board)
    wishes = [_centre(board.rules), _corners(board.rules), set(board.free_cells)]
    if board.rules.misere:
        wishes = [wish - avoided for avoided in (mine | theirs, mine, set()) for wish in wishes]
    else:
        wishes = [mine, theirs, *wishes]
    for wanted in wishes:
        if cells := wanted.intersection(board.free_cells):
            return {min(cells): Fraction(1)}
    raise AssertionError("an unfinished board has a free cell")


def _lines_of(board: Board) -> tuple[set[Cell], set[Cell]]:
    """The cells that would complete a line of the side to move, and one of the other side."""
    return set(board.threats(board.turn).values()), set(board.threats(board.turn.other).values())


def _centre(rules: Rules) -> set[Cell]:
    """The cell in the middle, or the four around it."""
    rows, columns = ({(size - 1) // 2, size // 2} for size in (rules.rows, rules.columns))
    return {row * rules.columns + column + 1 for row in rows for column in columns}


def _corners(rules: Rules) -> set[Cell]:
    last = len(rules.cells)
    return {1, rules.columns, last - rules.columns + 1, last}


@lru_cache(maxsize=9 * _BOARDS)
def minimax_to_depth(board: Board, depth: int) -> Policy:
    """The cells that look best to a minimax of so many plies, 1 to 9, with the same probability each."""
    scores = seen_cells(board, depth)
    return evenly(cell for cell, score in scores.items() if score >= max(scores.values()))


@lru_cache(maxsize=_BOARDS)
def full_minimax(board: Board) -> Policy:
    """The cells that are best, with the same probability each."""
    return evenly(best_cells(board))


class Sight(NamedTuple):
    """In how many of a hundred cases a win, a block and the perfect move are seen, if there is one.

    In misère, where a line loses: a line of one's own, which one avoids, and one of the other side, which one
    leaves to it.
    """

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
    for percent, seen in _what_is_seen(board, sight):
        if seen:
            share = left * Fraction(percent, 100)
            for cell, chance in seen.items():
                policy[cell] += share * chance
            left -= share
    return MappingProxyType({cell: chance for cell, chance in policy.items() if chance})


def _what_is_seen(board: Board, sight: Sight) -> Iterable[tuple[int | Fraction, Policy]]:
    """What someone looks for, one after the other, with the percentage of cases in which they see it."""
    mine, theirs = _lines_of(board)
    look_ahead = (sight.perfect_move, perfect(board) if sight.perfect_move else {})
    if not board.rules.misere:
        return (sight.win, evenly(mine)), (sight.block, evenly(theirs)), look_ahead, (100, uniform(board))
    free = set(board.free_cells)
    both = Fraction(sight.win * sight.block, 100)
    mine_alone = Fraction(sight.win * (100 - sight.block), 100 - both) if both < 100 else 0
    return (
        look_ahead,
        (both, evenly(free - mine - theirs or free - mine)),
        (mine_alone, evenly(free - mine)),
        (100, uniform(board)),
    )


@lru_cache(maxsize=4 * _BOARDS)
def perfect(board: Board) -> Policy:
    """The best cells: the quickest win, else a draw, else the slowest loss; of those, the best traps.

    A trap is a cell that is worth no more than another when both sides play perfectly, but more against
    someone like `_victim`. On boards that must be searched it is one cell (`engine.larger_play`).
    """
    return evenly(best_traps(board, _victim) if is_looked_up(board.rules) else strongest_cells(board))


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
        "full minimax": Opponent(full_minimax),
    }
)
"""What tutorials build, simplest first. On 3x3 all play alike from depth 6 on: no win takes longer to see."""

OPPONENTS: Mapping[str, Opponent] = MappingProxyType({**LEVELS, **TUTORIAL_PLAYERS})
"""Every opponent a player may pick by name."""


def policy_of(board: Board, name: str) -> Policy:
    """What the opponent of that name may play on `board`, in a form that can be sent to another process.

    Raises SearchStopped where it has to search (`engine.limits`).
    """
    return dict(OPPONENTS[name].policy(board))
