"""Fading, a game that can go on for ever: the score of every position, by retrograde analysis.

Minimax starts at the empty board and looks for an end. Here it may never find one, because marks
fade and a position can come back. So we start at the ends. If the board shows a line, the side to
move has lost. A side that can move to such a board wins in one ply. A side whose every move leads
to a win for the other side loses, one ply after the slowest of those wins. So we work backwards,
step by step, until nothing more follows. In the positions that are left, neither side can force an
end: play goes on for ever.

A position is its marks in the order in which they were placed. Since the sides take turns, the
order also tells whose they are, so six digits describe a position. The table has one byte for each
such number: one megabyte.

Source: Thompson, Retrograde Analysis of Certain Endgames, 1986.
"""

from collections.abc import Iterator
from functools import cache
from itertools import chain, permutations

from engine.board import FADING, GAMES, Board, Cell, Rules
from engine.score import Result, Score

RULES = GAMES[FADING]  # the only ones that are solved here

_LINES = set(chain.from_iterable(map(permutations, RULES.lines)))  # in every order
_MARKS = 6
ENDLESS = 255
"""Stands in the table for a position in which neither side can force an end."""


def score_cells(board: Board) -> dict[Cell, Score]:
    """What each free cell is worth for the side that plays it. `plies` includes that move.

    A draw has no plies if play goes on for ever, and one if it comes at once, by the third
    repetition or the 99th move. Other positions are scored as if they came for the first time.
    Empty on a finished board. Raises ValueError for a board of another game.
    """
    _check(board.rules)
    if board.outcome:
        return {}
    scores = {}
    for cell in board.free_cells:
        after = board.play(cell)
        score = score_board(after)
        if after.outcome and not after.outcome.winner:
            score = Score(Result.DRAW, 0)  # by the moves before it, which the table does not know
        scores[cell] = score.one_ply_earlier
    return scores


def score_board(board: Board) -> Score:
    """What the position is worth for the side to move, ignoring the moves before it.

    Raises ValueError for a board of another game.
    """
    _check(board.rules)
    table = plies_to_the_end()
    plies = table[_number(board.standing)]
    return _scores()[plies]


def _check(rules: Rules) -> None:
    if rules != RULES:
        raise ValueError("only the fading game is solved backwards")


@cache
def _scores() -> tuple[Score, ...]:
    """The score for each byte of the table: lost for an even number of plies, won for an odd."""
    scores = []
    for plies in range(ENDLESS):
        if plies % 2:
            scores.append(Score(Result.WIN, plies))
        else:
            scores.append(Score(Result.LOSS, plies))
    scores.append(Score(Result.DRAW, None))  # for ENDLESS itself
    return tuple(scores)


@cache
def plies_to_the_end() -> bytes:
    """For each number of a position: plies to the forced end, or ENDLESS.

    The first call takes most of a second.
    """
    plies = bytearray([ENDLESS]) * 10**_MARKS
    replies = bytearray(10**_MARKS)
    latest = []
    for marks in range(_MARKS + 1):
        for position in permutations(RULES.cells, marks):
            number = _number(position)
            replies[number] = 9 - marks
            # All marks of the side that moved last: it has three at most.
            if position[-1::-2] in _LINES:
                plies[number] = 0
                latest.append(number)
    distance = 0
    while latest:
        distance += 1
        decided = []
        for before in chain.from_iterable(map(_positions_before, latest)):
            if plies[before] != ENDLESS:
                continue
            replies[before] -= 1  # one move fewer that might save the side to move there
            if distance % 2 or not replies[before]:
                plies[before] = distance
                decided.append(before)
        latest = decided
    return bytes(plies)


def _positions_before(number: int) -> Iterator[int]:
    """The positions one move before this one: without its last mark, with a faded one back."""
    if not number:
        return
    yield number // 10
    marks = str(number)
    if len(marks) == _MARKS:
        for cell in "123456789":
            if cell not in marks:
                yield int(cell + marks[:-1])


def _number(position: tuple[Cell, ...]) -> int:
    """The marks as the digits of a number, the oldest first."""
    number = 0
    for cell in position:
        number = 10 * number + cell
    return number
