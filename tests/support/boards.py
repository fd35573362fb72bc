"""Boards to test with."""

from functools import cache

from engine.board import Board


@cache
def reachable() -> frozenset[Board]:
    """Every board that play from the empty one can reach, X beginning."""
    front = found = {Board()}
    while front:
        front = {board.play(cell) for board in front if not board.outcome for cell in board.free_cells}
        found = found | front
    return frozenset(found)
