"""Questions that take the worker process as long as a test wants. It imports this file, and so
little else.

A bot takes the lowest free cell: at level SEARCHED at once, and at a level of `tests.support.held`
when the test says so.
"""

import os
import socket
from fractions import Fraction

from engine import opponents
from engine.board import Board, Rules
from engine.opponents import Policy

LARGE = Board(rules=Rules(4, 4, 4))
"""A board that is not looked up."""

SEARCHED = "searched"
HELD = "held by "  # and the port of the test


def policy_of(board: Board, level: str) -> Policy:
    """How the engine plays at a level, or one of those above."""
    if level.startswith(HELD):
        hold(board, level)
    elif level != SEARCHED:
        return opponents.policy_of(board, level)
    return {board.free_cells[0]: Fraction(1)}


def policy_held_by_the_environment(board: Board, _: str) -> Policy:
    """The same at the level that the environment names, whichever is asked for."""
    return policy_of(board, os.environ["LEVEL"])


def hold(board: Board, held: str, name: str = "") -> str:
    """Tell the test that the search has begun, and answer what it says."""
    with socket.create_connection(("127.0.0.1", int(held.removeprefix(HELD)))) as test:
        test.sendall(f"{name or board.notation}\n".encode())
        return test.recv(1024).decode()


def fail(board: Board) -> None:
    """A search that goes wrong."""
    raise RuntimeError(f"boom on {board.notation}")
