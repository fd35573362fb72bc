"""What questions, moves and upkeep cost as stored games grow in number, and a game's disk space.

    python -m tests.benchmarks.records [SIZE ...]

Stores are filled with finished games, 1,000, 10,000 and 100,000 of them or of each SIZE, of as many
people as half of that, in one server. Each question is asked of all stores in turn, and the medians
are printed.
"""

import asyncio
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, closing
from dataclasses import replace
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[2])

from sqlalchemy import Connection  # noqa: E402

from bot.advice import transactions as advice_transactions  # noqa: E402
from bot.challenges import transactions as challenge_transactions  # noqa: E402
from bot.database.copies import back_up  # noqa: E402
from bot.database.store import Store  # noqa: E402
from bot.interactions.request import Request  # noqa: E402
from bot.people import transactions as record_transactions  # noqa: E402
from bot.play import transactions  # noqa: E402
from bot.play.seats import Bot, Terms  # noqa: E402
from bot.play.session import Session  # noqa: E402
from bot.play.settings import DEFAULT_LANGUAGE  # noqa: E402
from bot.running import transactions as upkeep  # noqa: E402
from tests.support.crowd import insert_many  # noqa: E402

SIZES = 1_000, 10_000, 100_000
ROUNDS = 200
FILLED_AT_ONCE = (
    500  # games; the store gives up a transaction after two seconds, however busy the machine
)
GUILD, CHANNEL, NOW = 77, 10, 1_700_000_000

_numbers = iter(range(1_500_000_000_000_000_000, 1_600_000_000_000_000_000))


async def main(sizes: Sequence[int]) -> None:
    """Fill the stores, ask, and print a row for each question."""
    with tempfile.TemporaryDirectory() as name:
        files = {size: Path(name) / f"{size}.db" for size in sizes}
        for size, file in files.items():
            async with opened(file) as store:
                for start in range(0, size, FILLED_AT_ONCE):
                    await store.run(fill, range(start + 1, start + FILLED_AT_ONCE + 1), size)
        print(
            f"{'finished games':34}" + "".join(f"{size:>12,}" for size in sizes) + f"{'ratio':>20}"
        )
        async with AsyncExitStack() as stack:
            stores = {
                size: await stack.enter_async_context(opened(file)) for size, file in files.items()
            }
            for question, ask in QUESTIONS.items():
                report(question, await measured(ask, stores))
        report("opening the database", {size: await starting(file) for size, file in files.items()})
        report("a backup", {size: backing_up(file) for size, file in files.items()})
        taken = ", ".join(f"{bytes_of_a_game(file):.0f}" for file in files.values())
        print(f"bytes of a game with its seats and index entries: {taken}")
        whole = ", ".join(f"{size_of_a_backup(file) / size:.0f}" for size, file in files.items())
        print(f"bytes of the file for each game, with people and results: {whole}")


def opened(file: Path) -> AbstractAsyncContextManager[Store]:
    return Store.open(f"sqlite:///{file}")


def report(question: str, times: dict[int, float]) -> None:
    first = next(iter(times.values()))
    row = "".join(f"{1e6 * time:9.0f} us" for time in times.values())
    ratio = " : ".join(f"{time / first:.2f}" for time in times.values())
    print(f"{question:34}{row}{ratio:>20}")


def fill(connection: Connection, games: range, size: int) -> None:
    """Write finished games: person n beats person n + 1, so that each plays two."""
    winner = f"2 * (i % {size // 2}) + 1"
    for table, values in (
        (
            "sessions (id, channel_id, guild_id, game, first, moves, started_at, ended_at, "
            "end_reason, winner, assisted, taken_back, turn_since, closes_at, tally_x, tally_o, "
            "tally_drawn, is_demo, language, look)",
            f"i, {CHANNEL}, {GUILD}, '3x3', 'X', '14253', {NOW}, {NOW}, 'line', 'X',"
            f" i < 0, 0, {NOW}, {NOW}, 0, 0, 0, i < 0, 'en-US', 'tiles'",
        ),
        (
            "seats (session_id, mark, user_id, channel_id, live)",
            f"i, 'X', {winner}, {CHANNEL}, i < 0",
        ),
        (
            "seats (session_id, mark, user_id, channel_id, live)",
            f"i, 'O', {winner} + 1, {CHANNEL}, i < 0",
        ),
    ):
        insert_many(connection, table, values, games[0], games[-1])
    for table, values in (
        ("people (user_id, recent)", "i, 'WL'"),
        (
            "counts (user_id, game, against, assisted, won, drawn, lost)",
            "i, '3x3', 'people', i < 0, 1, 0, 1",
        ),
        (
            "standings (guild_id, game, user_id, points, won, drawn, lost)",
            f"{GUILD}, '3x3', i, i % 1000, 1, 0, 1",
        ),
    ):
        if games[0] <= size // 2:
            insert_many(connection, table, values, 2 * games[0] - 1, 2 * games[-1])


async def measured(
    ask: Callable[[Store], Awaitable[object]], stores: dict[int, Store]
) -> dict[int, float]:
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
    await store.run(record_transactions.leaderboard, request(), 0)


async def ask_review(store: Store) -> None:
    await store.run(advice_transactions.review, request())


async def play_a_game(store: Store) -> None:
    """Begin a game, play a move and resign, which counts."""
    await store.run(transactions.start, request(), Bot("perfect"), Terms())
    await store.run(transactions.move, request(), 1)
    await store.run(challenge_transactions.resign, request())


async def play_a_move(store: Store) -> None:
    """A move of a demo game: it is read, played and written as any other."""
    session = _playing.get(store)
    if session is None or session.ending:
        session = await store.run(transactions.watch, request(), Bot("random"), Bot("random"))
    ply = len(session.moves)
    _playing[store] = await store.run(transactions.next_move, request(), session.id, ply)


_playing: dict[Store, Session] = {}


async def begin_a_game(store: Store) -> None:
    """Begin a game in a channel that has none."""
    channel = replace(request(), channel_id=next(_numbers))
    await store.run(transactions.start, channel, Bot("perfect"), Terms())


async def sweep(store: Store) -> None:
    await store.run(upkeep.sweep, NOW)
    await store.run(upkeep.next_reminder)


async def starting(file: Path) -> float:
    """The seconds until a store is open."""
    begun = time.perf_counter()
    async with opened(file):
        return time.perf_counter() - begun


def backing_up(file: Path) -> float:
    """The seconds of a backup."""
    begun = time.perf_counter()
    back_up(f"sqlite:///{file}", file.with_suffix(".copy"))
    return time.perf_counter() - begun


def size_of_a_backup(file: Path) -> int:
    """Bytes of the whole database, as a backup has it."""
    return file.with_suffix(".copy").stat().st_size


def bytes_of_a_game(file: Path) -> float:
    """What the tables of the games and their indexes take, for each game, as a backup has them."""
    with closing(sqlite3.connect(file.with_suffix(".copy"))) as copy:
        sizes = dict(copy.execute("SELECT name, sum(pgsize) FROM dbstat GROUP BY name"))
        ours = copy.execute(
            "SELECT name FROM sqlite_schema WHERE tbl_name IN ('sessions', 'seats')"
        )
        [[games]] = copy.execute("SELECT count(*) FROM sessions")
        return sum(sizes.get(name, 0) for [name] in ours) / games


def request() -> Request:
    return Request(next(_numbers), 7, CHANNEL, GUILD, None, NOW, DEFAULT_LANGUAGE)


QUESTIONS = {
    "a move": play_a_move,
    "/ttt start": begin_a_game,
    "/ttt stats": ask_stats,
    "/ttt top": ask_top,
    "/ttt review": ask_review,
    "a game begun and resigned, counted": play_a_game,
    "a sweep": sweep,
}

if __name__ == "__main__":
    asyncio.run(main(tuple(map(int, sys.argv[1:])) or SIZES))
