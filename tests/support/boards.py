"""Boards to test with."""

from functools import cache

from engine.board import Board


@cache
def reachable() -> tuple[Board, ...]:
    """Every board that play from the empty one can reach, X first, in an order that is always the same."""
    found = latest = {Board(): None}  # keys keep their order, a set does not
    while latest:
        latest = {
            board.play(cell): None for board in latest if not board.outcome for cell in board.free_cells
        }
        found = found | latest
    return tuple(found)


@cache
def unfinished() -> tuple[Board, ...]:
    """Those of them on which there is something to play."""
    return tuple(board for board in reachable() if not board.outcome)
