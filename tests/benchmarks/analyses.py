"""What games of 3x3 notice of a search: presses alone, and while 5x5 boards are analysed.

    python -m tests.benchmarks.analyses

The same bot plays the same games of 3x3 all the time, as in `tests.benchmarks.load`. In every other
round a worker process analyses 5x5 boards of seven marks. A press is timed from its arrival to its
answer. A *stall* is the longest callback of the event loop in a round. It is measured in rounds of
its own, because a clock around every callback takes time, and once more in CPU time, which leaves
out what other processes take. Each figure is the median of the rounds. The ratio is that of
neighbouring rounds, because a machine may be slower for a while.
"""

from __future__ import annotations

import asyncio
import gc
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path
from random import Random
from typing import TypeVar

sys.path[0] = str(Path(__file__).parents[2])

from bot.interactions.questions import Question  # noqa: E402
from bot.interactions.thinking import Thinking  # noqa: E402
from engine.analysis import analyse  # noqa: E402
from engine.board import GAMES, Board  # noqa: E402
from tests.benchmarks.load import Friends, Side, our_bot  # noqa: E402
from tests.support.boards import some_moves  # noqa: E402

ROUNDS = 30  # of each kind
STALL_ROUNDS = 10  # of each kind
BOARDS = 2_000  # more than any cache keeps
ASKED_AT_ONCE = 2  # so that the worker never rests
FOREVER = 3600.0  # seconds

T = TypeVar("T")


async def main() -> None:
    """Measure, and print a row for each figure."""
    with tempfile.TemporaryDirectory() as folder:
        async with our_bot(f"sqlite:///{folder}/bot.db") as bot:
            side, analyses = Side("", Friends(100), bot), Analyses()
            await side.open_all()
            async with analyses.going_on():  # the first one starts the process
                await side.round()
            gc.collect()
            gc.freeze()
            waits = await in_turns(ROUNDS, analyses, lambda: waits_of(side))
            stalls = await in_turns(STALL_ROUNDS, analyses, side.longest_stall)
            cpu = await in_turns(
                STALL_ROUNDS, analyses, lambda: side.longest_stall(time.thread_time)
            )
            await analyses.end()
    print(f"{'a press on 3x3':18}{'alone':>12}{'during':>12}{'ratio':>8}")
    for name, place in (("p50", 49), ("p99", 98)):
        show(
            name, *([statistics.quantiles(each, n=100)[place] for each in found] for found in waits)
        )
    show("longest stall", *stalls)
    show("the same in CPU", *cpu)
    print(f"{analyses.finished:,} boards analysed meanwhile")


async def in_turns(
    rounds: int, analyses: Analyses, measure: Callable[[], Awaitable[T]]
) -> tuple[list[T], list[T]]:
    """What is measured in rounds alone, and in rounds during analyses."""
    alone, during = [], []
    for _ in range(rounds):
        alone.append(await measure())
        async with analyses.going_on():
            during.append(await measure())
    return alone, during


async def waits_of(side: Side) -> list[float]:
    """The seconds each press of a round waits for its answer."""
    side.waits.clear()
    await side.round()
    return side.waits.copy()


def show(name: str, alone: list[float], during: list[float]) -> None:
    """Print the medians of two rows of seconds, and the median of their ratios."""
    ratio = statistics.median(its / other for other, its in zip(alone, during, strict=True))
    medians = "".join(f"{1e3 * statistics.median(row):9.2f} ms" for row in (alone, during))
    print(f"{name:18}{medians}{ratio:8.2f}")


class Analyses:
    """Analyses of 5x5 boards by a worker process, as the bot's own."""

    def __init__(self) -> None:
        rng = Random(1)
        self._thinking = Thinking()
        self._boards = cycle(
            [Board.after(some_moves("5x5", 7, rng), rules=GAMES["5x5"]) for _ in range(BOARDS)]
        )
        self.finished = 0

    @asynccontextmanager
    async def going_on(self) -> AsyncIterator[None]:
        """Analyse one board after another in this block; at its end, wait for the last."""
        over = asyncio.Event()
        asking = [asyncio.create_task(self._ask_until(over)) for _ in range(ASKED_AT_ONCE)]
        yield
        over.set()
        await asyncio.gather(*asking)

    async def _ask_until(self, over: asyncio.Event) -> None:
        while not over.is_set():
            deadline = asyncio.get_running_loop().time() + FOREVER
            await self._thinking.search(Question(analyse, next(self._boards)), deadline)
            self.finished += 1

    async def end(self) -> None:
        await self._thinking.close()


if __name__ == "__main__":
    asyncio.run(main())
