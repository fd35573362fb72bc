"""How the bot plays: each opponent is a policy, which gives the probability of each move.

So its strength can be computed exactly (see `engine.tools.strengths`), and the same random source
repeats a game. There are levels, each of which sees more than the one before, and for comparison
the players of tutorials.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, partial, wraps
from itertools import product
from random import Random
from types import MappingProxyType
from typing import Concatenate, NamedTuple, ParamSpec, TypeAlias

from engine.board import Board, Cell, Mark, Rules
from engine.exact_scores import best_cells, is_looked_up, score_cells, scores_seen_to
from engine.score import Result
from engine.solver_scores import strongest_cells

_KEPT = 1 << 15  # boards of each policy, about a kilobyte each
_TRAPS = 1 << 15  # boards; all of 3x3 and of misère fit

Policy: TypeAlias = Mapping[Cell, Fraction]
"""The probability of each move; they add up to exactly 1. Empty on a finished board."""


Opponent: TypeAlias = Callable[[Board], Policy]
"""A way to play, given by its policy on every board."""


def pick(policy: Policy, rng: Random) -> Cell:
    """A random cell, by its probability. Raises ValueError for the policy of a finished board."""
    if not policy:
        raise ValueError("the game is over: there is no cell to play")
    left = rng.random()
    for cell, chance in policy.items():
        left -= float(chance)
        if left < 0:
            return cell
    return cell  # rounding may leave a little over


def evenly(cells: Iterable[Cell]) -> Policy:
    """The policy that plays each of these cells with the same probability."""
    cells = sorted(set(cells))
    if not cells:
        return {}
    return MappingProxyType(dict.fromkeys(cells, Fraction(1, len(cells))))


# A policy may ask for more than the board: how deep to look, or what to see.
_How = ParamSpec("_How")
_PolicyWith: TypeAlias = Callable[Concatenate[Board, _How], Policy]


def with_memory(policy: _PolicyWith[_How]) -> _PolicyWith[_How]:
    """Let a policy remember what it said about games with few boards."""
    from_memory: _PolicyWith[_How] = lru_cache(maxsize=_KEPT)(policy)

    @wraps(from_memory)
    def run(board: Board, /, *how: _How.args, **named: _How.kwargs) -> Policy:
        if board.rules.has_few_boards:
            return from_memory(board, *how, **named)
        return policy(board, *how, **named)

    return run


@with_memory
def uniform(board: Board) -> Policy:
    """Every free cell with the same probability."""
    if board.outcome:
        return {}
    return evenly(board.free_cells)


def rule_of_thumb(board: Board) -> Policy:
    """The rule of tutorials without minimax: win, else block, else the centre, a corner, any cell.

    If there is a choice, it takes the lowest cell. In misère it reverses the first two: it avoids
    completing a line, and leaves to the other side the cells that would complete one of theirs.
    """
    if board.outcome:
        return {}
    mine = _completing(board, board.turn)
    theirs = _completing(board, board.turn.other)
    places = [_centre(board.rules), _corners(board.rules), set(board.free_cells)]
    if board.rules.misere:
        safe = [cells - mine for cells in places]
        safe_without_theirs = [cells - theirs for cells in safe]
        wishes = safe_without_theirs + safe + places
    else:
        wishes = [mine, theirs, *places]
    for wanted in wishes:
        cells = wanted.intersection(board.free_cells)
        if cells:
            return {min(cells): Fraction(1)}
    raise AssertionError("an unfinished board has a free cell")


def _completing(board: Board, mark: Mark) -> set[Cell]:
    """The cells that complete a line of this mark."""
    return set(board.threats(mark).values())


def _centre(rules: Rules) -> set[Cell]:
    size = rules.columns  # the boards of all games are square
    middle = {(size - 1) // 2, size // 2}
    return {row * size + column + 1 for row, column in product(middle, repeat=2)}


def _corners(rules: Rules) -> set[Cell]:
    size = rules.columns
    last = len(rules.cells)
    return {1, size, last - size + 1, last}


@with_memory
def minimax_to_depth(board: Board, depth: int) -> Policy:
    """The cells that look best to a minimax of so many plies, 1 to 9, all equally likely."""
    scores = scores_seen_to(board, depth)
    if not scores:
        return {}
    highest = max(scores.values())
    return evenly(cell for cell, score in scores.items() if score >= highest)


@with_memory
def full_minimax(board: Board) -> Policy:
    """The best cells, each with the same probability."""
    return evenly(best_cells(board))


class Sight(NamedTuple):
    """How often, out of a hundred, a win, a block and the perfect move are seen if there is one.

    In misère, where a line loses, the first two are the line to avoid and the line to leave to the
    other side.
    """

    win: int
    block: int
    perfect_move: int


@with_memory
def human_like(board: Board, sight: Sight) -> Policy:
    """A fallible person: sees a win, else a block, else the perfect move, else plays anywhere.

    In misère they look for the perfect move first.
    """
    if board.outcome:
        return {}
    policy = dict.fromkeys(board.free_cells, Fraction(0))
    left = Fraction(1)
    for percent, cells in _what_is_seen(board, sight):
        if cells:
            share = left * Fraction(percent, 100)
            each = share / len(cells)
            for cell in cells:
                policy[cell] += each
            left -= share
        if not left:  # the rest is never looked for, which may save a search
            break
    return MappingProxyType({cell: chance for cell, chance in policy.items() if chance})


def _what_is_seen(board: Board, sight: Sight) -> Iterator[tuple[int | Fraction, Collection[Cell]]]:
    """What a person looks for, in order, with the percentage of cases in which they see it.

    Of several cells they play any.
    """
    mine = _completing(board, board.turn)
    theirs = _completing(board, board.turn.other)
    if not board.rules.misere:
        yield sight.win, mine
        yield sight.block, theirs
    if sight.perfect_move:
        yield sight.perfect_move, perfect(board).keys()
    if board.rules.misere:
        safe = set(board.free_cells) - mine
        safe_without_theirs = safe - theirs
        both = Fraction(sight.win * sight.block, 100)
        yield both, safe_without_theirs or safe
        if both < 100:
            mine_alone = sight.win * (100 - sight.block)
            yield Fraction(mine_alone, 100 - both), safe
    yield 100, board.free_cells


@with_memory
def perfect(board: Board) -> Policy:
    """The best cells: the quickest win, else a draw, else the slowest loss; of them the best traps.

    A trap is a cell that is worth no more than another when both sides play perfectly, but more
    against someone like `_victim`. If the game must be searched, these are the cells of the
    quickest win, or a single one: the slowest loss, or the draw after which most replies lose to a
    fork, each within the horizon (see `engine.solver_scores`).
    """
    if not is_looked_up(board.rules):
        return evenly(strongest_cells(board))
    gains = {cell: _gain_after(board.play(cell)) for cell in best_cells(board)}
    most = max(gains.values(), default=None)
    return evenly(cell for cell, gain in gains.items() if gain == most)


def _victim(board: Board) -> Policy:
    """The person for whom traps are set: they overlook every second block and one win in ten.

    If they saw every win, blocking one of two threats would gain nothing.
    """
    return human_like(board, Sight(win=90, block=50, perfect_move=0))


def _gain_after(board: Board) -> Fraction:
    """What our last move gains, with the victim to move.

    If a game can go on for ever, there is no last board to start from. So only the next reply
    counts: the gain is the probability that it loses.
    """
    if board.rules.mark_limit:
        scores = score_cells(board)
        losing = Fraction(0)
        for cell, chance in _victim(board).items():
            if scores[cell].result is Result.LOSS:
                losing += chance
        return losing
    # Our mark does not matter: the victim is X here, which halves the work.
    own, other = board.sides
    return _gain(Board(own, other, Mark.X, board.rules), is_ours=False)


@lru_cache(maxsize=_TRAPS)
def _gain(board: Board, *, is_ours: bool) -> Fraction:
    """Our result on average, with us or the victim to move: 1 is a win, 0 a draw, -1 a loss.

    Minimax cannot tell two drawing cells apart. Expectimax can: it is minimax with one side
    replaced by chance. We play only best cells, the other side plays by a policy, and the gain is
    the average over its moves. Source: Russell and Norvig, Artificial Intelligence: A Modern
    Approach, on stochastic games.
    """
    end = board.outcome
    if end:
        if not end.winner:
            return Fraction(0)
        us = board.turn if is_ours else board.turn.other
        if end.winner is us:
            return Fraction(1)
        return Fraction(-1)
    if is_ours:
        return max(_gain_after(board.play(cell)) for cell in best_cells(board))
    average = Fraction(0)
    for cell, chance in _victim(board).items():
        average += chance * _gain(board.play(cell), is_ours=True)
    return average


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
        **{name: partial(human_like, sight=sight) for name, sight in SIGHTS.items()},
        "perfect": perfect,
    }
)
"""From the weakest to the strongest.

On 3x3 and in misère each gains more points than the one before against every opponent, as X and as
O together.
"""

DEPTHS = range(1, 10)


def minimax_name(depth: int) -> str:
    """The name of the opponent that searches `depth` plies."""
    return f"minimax depth {depth}"


TUTORIAL_PLAYERS: Mapping[str, Opponent] = MappingProxyType(
    {
        "random": uniform,
        "rule of thumb": rule_of_thumb,
        **{minimax_name(depth): partial(minimax_to_depth, depth=depth) for depth in DEPTHS},
        "full minimax": full_minimax,
    }
)
"""What tutorials build, simplest first. On 3x3 all play alike from depth 6: no win needs more."""

OPPONENTS: Mapping[str, Opponent] = MappingProxyType({**LEVELS, **TUTORIAL_PLAYERS})
"""Every opponent a player may pick by name."""


def policy_of(board: Board, name: str) -> Policy:
    """The policy of the opponent of that name on `board`, which can be sent to another process."""
    return dict(OPPONENTS[name](board))
