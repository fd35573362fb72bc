"""A Discord bot that plays tic-tac-toe. Start reading in `__main__`."""

from engine import OLDEST_PYTHON  # noqa: F401 - the engine says so, and ends, on an older one
