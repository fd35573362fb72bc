"""A game that can go round for ever: what every fading position is worth, by retrograde analysis.

Minimax starts at the empty board and looks for an end. Here it may never find one, since marks go and a
position can come back. So we start at the ends. Where a line stands, the side to move has lost. Who can move
there has won, in one ply; who can move only to positions that are won for the other side has lost, a ply
later than the slowest of them. Step by step the known positions grow backwards, and when nothing more
follows, what is left over is what neither side can force: play that goes round for ever.

A position is its marks in the order in which they were put there. Whose they are follows, since the sides
take turns, so six digits say all. The table has a byte for each such number and takes a megabyte.
Source: Thompson, Retrograde Analysis of Certain Endgames, 1986.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations

from engine.board import Board
from engine.games import GAMES
from engine.rules import Cell, bits
from engine.score import Result, Score

_RULES = GAMES["fading"]
_MARKS = 6
_ENDLESS = 255


def score_cells(board: Board) -> dict[Cell, Score]:
    """What each free cell is worth for the side that plays it in this game, that move counted in `plies`.

    A draw is worth no plies where the game goes round for ever, and one where it ends at once: because the
    position comes for the third time, or by the 99th move. Other positions are scored as if they came for
    the first time. Empty on a finished board. Raises ValueError for a board of another game.
    """
    _check(board)
    free = () if board.outcome else board.free_cells
    return {cell: _score_of(board.play(cell)).one_ply_earlier for cell in free}


def score(board: Board) -> Score:
    """What the position is worth for the side to move, whatever was played before it.

    Raises ValueError for a board of another game.
    """
    _check(board)
    return _scores()[plies_to_the_end()[_number(board.standing)]]


def _check(board: Board) -> None:
    if board.rules != _RULES:
        raise ValueError("only the fading game is solved backwards")


def _score_of(after: Board) -> Score:
    """The score of a board in its game, which may have ended in a draw."""
    return Score(Result.DRAW, 0) if after.outcome and not after.outcome.winner else score(after)


@cache
def _scores() -> tuple[Score, ...]:
    """The score for each byte of the table: an even number of plies before the end it is lost, else won."""
    counted = [Score(Result.WIN if plies % 2 else Result.LOSS, plies) for plies in range(_ENDLESS)]
    return (*counted, Score(Result.DRAW, None))


@cache
def plies_to_the_end() -> bytes:
    """For each number of marks in their order: plies to the end by force, or 255 where nobody can force it.

    It takes most of a second, once.
    """
    plies = bytearray([_ENDLESS]) * 10**_MARKS
    replies = bytearray(10**_MARKS)
    known = []
    for position in _positions():
        number = _number(position)
        replies[number] = 9 - len(position)
        if _is_over(position):
            plies[number] = 0
            known.append(number)
    distance = 0
    while known:
        distance += 1
        known = list(_one_step_back(known, plies, replies, distance))
    return bytes(plies)


def _one_step_back(known: list[int], plies: bytearray, replies: bytearray, distance: int) -> Iterator[int]:
    """The positions whose end is now seen to be `distance` plies away; those of `known` are one nearer."""
    for number in known:
        for before in _positions_before(number):
            if plies[before] != _ENDLESS:
                continue
            replies[before] -= 1  # one reply fewer that might still save the side to move there
            if distance % 2 or not replies[before]:
                plies[before] = distance
                yield before


def _positions() -> Iterator[tuple[Cell, ...]]:
    """Every way to put up to six marks on the board in turn."""
    for marks in range(_MARKS + 1):
        yield from permutations(_RULES.cells, marks)


def _positions_before(number: int) -> Iterator[int]:
    """The positions from which one move leads to this one: with its last mark away, and an older one back."""
    if not number:
        return
    earlier, marks = number // 10, str(number)
    yield earlier
    if len(marks) == _MARKS:
        for cell in "123456789":
            if cell not in marks:
                yield int(cell + marks[:-1])


def _is_over(position: tuple[Cell, ...]) -> bool:
    """Whether the side that moved last has a line; the other cannot have one in a game that goes on."""
    held = bits(position[-1::-2])
    return any(held & line == line for line in _RULES.line_bits)


def _number(position: tuple[Cell, ...]) -> int:
    """The marks in their order as a decimal number, the oldest first."""
    number = 0
    for cell in position:
        number = 10 * number + cell
    return number
