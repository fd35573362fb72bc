"""Boards to test with."""

from functools import cache
from random import Random

from engine.board import GAMES, Board, Mark, every_board
from tests.support import referees


@cache
def reachable() -> tuple[Board, ...]:
    """`every_board` of 3x3, found once."""
    return every_board()


@cache
def unfinished() -> tuple[Board, ...]:
    """The reachable boards on which the game is not over."""
    return tuple(board for board in reachable() if not board.outcome)


@cache
def winning(board: Board, mark: Mark) -> frozenset[int]:
    """The cells where `mark` would win at once, found by playing them."""
    passed = Board(board.x, board.o, mark)
    outcomes = {cell: passed.play(cell).outcome for cell in board.free_cells}
    return frozenset(cell for cell, outcome in outcomes.items() if outcome and outcome.winner)


def canonical(board: Board) -> tuple[str, ...]:
    """The same value for boards that are equal when turned or mirrored, and for no others."""
    cells = str(board).split()
    variants = []
    for _ in range(4):
        cells = turned(cells)
        variants += [tuple(cells), tuple(mirrored(cells))]
    return min(variants)


def turned(cells: list[str]) -> list[str]:
    return [cells[index] for index in (6, 3, 0, 7, 4, 1, 8, 5, 2)]


def mirrored(cells: list[str]) -> list[str]:
    return [cells[index] for index in (2, 1, 0, 5, 4, 3, 8, 7, 6)]


def some_moves(game: str, plies: int, rng: Random) -> list[int]:
    """Moves at random after which the game goes on."""
    while True:
        moves = rng.sample(GAMES[game].cells, plies)
        if all(referees.ending(game, moves[:ply]) is None for ply in range(plies + 1)):
            return moves
