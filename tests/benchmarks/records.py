"""What /ttt stats, /ttt top and the end of a game cost as the number of games grows.

    python -m tests.benchmarks.records

A store is filled with 1,000, then 10,000, then 100,000 finished games of as many people as half of
that, in one server; each question is asked of all three in turn, and the medians are printed.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

sys.path[0] = str(Path(__file__).parents[2])

from sqlalchemy import Connection, insert  # noqa: E402

from bot.sessions.seats import Bot, Terms  # noqa: E402
from bot.storage import record_transactions, transactions  # noqa: E402
from bot.storage.request import Request  # noqa: E402
from bot.storage.store import Store  # noqa: E402
from bot.storage.tables.games import seats, sessions  # noqa: E402
from bot.storage.tables.people import counts, people, standings  # noqa: E402

SIZES = (1_000, 10_000, 100_000)
ROUNDS = 200
FILLED_AT_ONCE = 500  # games; the store gives up a transaction after two seconds, however busy the machine
GUILD, CHANNEL, NOW = 77, 10, 1_700_000_000

_numbers = iter(range(1_500_000_000_000_000_000, 1_600_000_000_000_000_000))


async def main() -> None:
    """Fill the three stores, ask, and print a row for each question."""
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        stores = {}
        for size in SIZES:
            stores[size] = await stack.enter_async_context(Store.open(f"sqlite:///{folder}/{size}.db"))
            for start in range(0, size, FILLED_AT_ONCE):
                await stores[size].run(fill, range(start + 1, start + FILLED_AT_ONCE + 1), size)
        print(f"{'finished games':34}" + "".join(f"{size:>12,}" for size in SIZES) + f"{'ratio':>20}")
        for question, ask in QUESTIONS.items():
            times = await measured(ask, stores)
            row = "".join(f"{1e6 * times[size]:9.0f} us" for size in SIZES)
            ratio = " : ".join(f"{times[size] / times[SIZES[0]]:.2f}" for size in SIZES)
            print(f"{question:34}{row}{ratio:>20}")


def fill(connection: Connection, games: range, size: int) -> None:
    """Write finished games: person n beats person n + 1, so that each plays two."""
    people_of = {game: (2 * (game % (size // 2)) + 1, 2 * (game % (size // 2)) + 2) for game in games}
    connection.execute(
        insert(sessions),
        [
            {
                "id": game,
                "channel_id": CHANNEL,
                "guild_id": GUILD,
                "game": "3x3",
                "first": "X",
                "moves": "14253",
                "started_at": NOW,
                "ended_at": NOW,
                "end_reason": "line",
                "winner": "X",
            }
            for game in games
        ],
    )
    connection.execute(
        insert(seats),
        [
            {"session_id": game, "mark": mark, "user_id": user, "channel_id": CHANNEL, "live": False}
            for game in games
            for mark, user in zip("XO", people_of[game], strict=True)
        ],
    )
    new = [user for game in games if game <= size // 2 for user in people_of[game]]
    if new:
        connection.execute(insert(people), [{"user_id": user, "recent": "WL"} for user in new])
        one = {"won": 1, "drawn": 0, "lost": 1}
        connection.execute(
            insert(counts),
            [{"user_id": user, "game": "3x3", "against": "people", "assisted": False} | one for user in new],
        )
        connection.execute(
            insert(standings),
            [
                {"guild_id": GUILD, "game": "3x3", "user_id": user, "points": user % 1_000} | one
                for user in new
            ],
        )


async def measured(ask: Callable[[Store], Awaitable[object]], stores: dict[int, Store]) -> dict[int, float]:
    """The median time of one answer from each store; the rounds are interleaved."""
    times: dict[int, list[float]] = {size: [] for size in stores}
    for _ in range(ROUNDS):
        for size, store in stores.items():
            begun = time.perf_counter()
            await ask(store)
            times[size].append(time.perf_counter() - begun)
    return {size: statistics.median(taken) for size, taken in times.items()}


async def ask_stats(store: Store) -> None:
    await store.run(record_transactions.stats, 7)


async def ask_top(store: Store) -> None:
    await store.run(record_transactions.leaderboard, GUILD, 0)


async def ask_review(store: Store) -> None:
    await store.run(transactions.review, request())


async def play_a_game(store: Store) -> None:
    """Begin a game, play a move and resign, which counts."""
    await store.run(transactions.start, request(), Bot("perfect"), Terms(), Random(1))
    await store.run(transactions.move, request(), 1, Random(1))
    await store.run(transactions.resign, request())


def request() -> Request:
    return Request(next(_numbers), 7, CHANNEL, GUILD, None, NOW)


QUESTIONS = {
    "/ttt stats": ask_stats,
    "/ttt top": ask_top,
    "/ttt review": ask_review,
    "a game begun and resigned, counted": play_a_game,
}

if __name__ == "__main__":
    asyncio.run(main())
