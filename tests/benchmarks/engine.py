"""How fast the engine answers, beside the plain minimax of the tutorials, in one run.

python -m tests.benchmarks.engine
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path[0] = str(Path(__file__).parents[2])  # run as a file, this one would hide the engine

from engine import minimax  # noqa: E402
from engine.board import Board  # noqa: E402
from engine.opponents import LEVELS  # noqa: E402

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def main() -> None:
    """Print each time and the ratios."""
    rng, empty, perfect = Random(1), Board(), LEVELS["perfect"]
    solution = seconds(solve, times=5)
    reply = seconds(lambda: perfect(empty, rng), times=100_000)
    look_up = seconds(lambda: minimax.score(empty), times=100_000)
    cells = seconds(lambda: minimax.score_cells(empty), times=20_000)
    plain = seconds(lambda: plain_minimax([None] * 9, "X"), times=1)
    boards = minimax._score.cache_info().currsize
    for what, took, unit in (
        (f"the whole 3x3 solution, {boards} boards", solution * 1e3, "ms"),
        ("plain minimax, empty board", plain * 1e3, "ms"),
        ("a score, looked up", look_up * 1e6, "us"),
        ("the scores of all cells, empty board", cells * 1e6, "us"),
        ("a perfect reply, empty board", reply * 1e6, "us"),
    ):
        print(f"{what:40} {took:8.2f} {unit}")
    print(f"plain minimax : a score looked up = {plain / look_up:,.0f} : 1")
    print(f"plain minimax : a perfect reply   = {plain / reply:,.0f} : 1")


def seconds(work: Callable[[], object], times: int) -> float:
    """The mean time of one call; the work is done once beforehand, unless it is done only once at all."""
    if times > 1:
        work()
    begun = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - begun) / times


def solve() -> None:
    """What importing the engine does once."""
    minimax._score.cache_clear()
    minimax._one_ply_earlier.cache_clear()
    minimax._score(0, 0)


def plain_minimax(cells: list[str | None], me: str) -> int:
    """As the tutorials have it: every move, every reply, nothing remembered."""
    you = "O" if me == "X" else "X"
    if any(cells[a] == cells[b] == cells[c] == you for a, b, c in LINES):
        return -1
    best = None
    for n in range(9):
        if cells[n] is None:
            cells[n] = me
            value = -plain_minimax(cells, you)
            cells[n] = None
            best = value if best is None or value > best else best
    return 0 if best is None else best


if __name__ == "__main__":
    main()
