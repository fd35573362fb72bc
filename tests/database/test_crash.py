"""After kill -9 at any time, alone or among rivals, every acknowledged move is there just once."""

import asyncio
import random
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import select

from bot.challenges import transactions as challenge_transactions
from bot.database.store import Store
from bot.database.tables import interactions, sessions
from bot.database.transaction import AnyTransaction
from bot.play.rows import load_session
from bot.play.seats import Person, Terms
from bot.play.session import Session
from engine.board import Board
from tests.database.rival import FIRST_INTERACTION, channels, interaction
from tests.support import postgres
from tests.support.processes import CLEAN, Forked, fork
from tests.support.requests import request
from tests.support.stores import on_both_stores

MOST = 10_000  # interactions that are sent

proof = pytest.mark.proof


@dataclass
class Kept:
    """The database: moves, how many were taken back, and movers by session, sessions by channel,
    and the remembered interactions.
    """

    moves: dict[int, tuple[int, ...]]
    taken_back: dict[int, int]
    movers: dict[int, list[int | None]]
    sessions: dict[int, int]
    remembered: set[int]


async def kept_in(url: str) -> Kept:
    async with Store.open(url) as store:
        return await store.run(_read, checked=url.startswith("sqlite"))


def _read(transaction: AnyTransaction, *, checked: bool) -> Kept:
    if checked:
        assert transaction.connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"
    found = {
        row.id: tuple(map(int, row.moves))
        for row in transaction.connection.execute(select(sessions))
    }
    for cells in found.values():
        Board.after(cells)  # raises if a move came twice
    return Kept(
        found,
        {row.id: row.taken_back for row in transaction.connection.execute(select(sessions))},
        {
            number: _movers(load_session(transaction, number, 0), len(cells))
            for number, cells in found.items()
        },
        {row.channel_id: row.id for row in transaction.connection.execute(select(sessions))},
        set(transaction.connection.scalars(select(interactions.c.id))),
    )


def _movers(session: Session, plies: int) -> list[int | None]:
    """Who made each move; None for the bot."""
    sides = (session.seats[mark] for mark in (session.first, session.first.other))
    people = [seat.user_id if isinstance(seat, Person) else None for seat in sides]
    return [people[ply % 2] for ply in range(plies)]


@on_both_stores
@pytest.mark.parametrize("kills", [2, pytest.param(40, marks=proof)])
async def test_every_acknowledged_move_survives_kill_9_once(database_url: str, kills: int):
    acknowledged: dict[int, tuple[int, ...]] = {}
    for kill in range(kills):
        acknowledged |= await play_until_killed(database_url, first_interaction=kill * 1_000_000)
        kept = await kept_in(database_url)
        for session, (taken_back, *cells) in acknowledged.items():
            unacknowledged = kept.taken_back[session] - taken_back
            assert unacknowledged in {0, 2}
            left = len(cells) - unacknowledged
            assert kept.moves[session][:left] == tuple(cells[:left])
    moves = sum(len(each) - 1 for each in acknowledged.values())
    print(f"{kills} kills, {moves} acknowledged moves: 0 lost, 0 twice, 0 gaps")
    assert acknowledged


async def play_until_killed(url: str, first_interaction: int) -> dict[int, tuple[int, ...]]:
    """For each session how many moves were taken back and which stay, as a player last reported."""
    until_killed = random.randrange(1, 60)
    reports: dict[int, tuple[int, ...]] = {}
    player = await process("player", url, first_interaction)
    async for session, *cells in reported(player):
        reports[session] = tuple(cells)
        until_killed -= 1
        if until_killed == 0:  # perhaps in the middle of a transaction
            asyncio.get_running_loop().call_later(random.uniform(0, 0.01), player.kill)
    assert await player.wait() == -9
    return reports


@on_both_stores
@pytest.mark.parametrize(
    ("processes", "interactions", "kills"), [(2, 150, 2), pytest.param(3, MOST, 24, marks=proof)]
)
async def test_several_processes_that_all_get_everything_lose_nothing_and_do_nothing_twice(
    database_url: str, processes: int, interactions: int, kills: int
):
    await open_games(database_url, interactions)
    acknowledged = Acknowledged()
    await asyncio.gather(
        *(
            rival(database_url, interactions, kills // processes, acknowledged)
            for _ in range(processes)
        )
    )
    await nothing_is_lost_or_done_twice(database_url, interactions, acknowledged)
    print(
        f"{processes} processes, each sent all {interactions} interactions, {kills} kills, "
        f"{len(acknowledged.moves)} acknowledged moves: 0 lost, 0 twice, 0 gaps"
    )


@pytest.mark.parametrize(
    ("processes", "interactions", "stops"), [(2, 300, 1), pytest.param(3, MOST, 5, marks=proof)]
)
async def test_a_postgres_that_is_stopped_at_once_under_load_loses_nothing(
    own_server: postgres.Server, own_url: str, processes: int, interactions: int, stops: int
):
    acknowledged = Acknowledged()
    moved = [asyncio.Semaphore(0) for _ in range(processes)]
    await open_games(own_url, interactions)
    rivals = asyncio.gather(
        *(rival(own_url, interactions, 0, acknowledged, each) for each in moved)
    )
    for _ in range(stops):
        all_moved = asyncio.gather(*(each.acquire() for each in moved))
        await asyncio.wait([all_moved, rivals], return_when=asyncio.FIRST_COMPLETED)
        if rivals.done():
            await rivals  # raises what one of them has failed with
        assert all_moved.done(), "one came too late for any move: send more interactions"
        await asyncio.to_thread(own_server.stop)
        await asyncio.to_thread(own_server.start)
    assert not rivals.done(), "it was stopped under load"
    await rivals
    await nothing_is_lost_or_done_twice(own_url, interactions, acknowledged)
    print(f"{stops} stops, {len(acknowledged.moves)} acknowledged moves: 0 lost, 0 twice, 0 gaps")


@dataclass
class Acknowledged:
    """A session's moves after each interaction a process acknowledged, and which were commands."""

    moves: dict[int, tuple[int, ...]] = field(default_factory=dict)
    commands: set[int] = field(default_factory=set)


async def open_games(url: str, sent: int) -> None:
    """A game of persons 1 and 2 in every channel."""
    async with Store.open(url) as store:
        for channel in channels(sent):
            asked = await store.serve(
                request(1, channel), challenge_transactions.challenge, 2, Terms()
            )
            await store.serve(request(2, channel), challenge_transactions.accept, asked.id)


async def nothing_is_lost_or_done_twice(url: str, sent: int, acknowledged: Acknowledged) -> None:
    """Check what `sent` interactions have left. A press is remembered by its move alone."""
    kept = await kept_in(url)
    asked_for = {moved_by(kept, number, sent) for number in range(sent)}
    made = {
        (session, mover, cell)
        for session, cells in kept.moves.items()
        for mover, cell in zip(kept.movers[session], cells, strict=True)
    }
    assert made <= asked_for, "somebody asked for each move"
    ours = {number - FIRST_INTERACTION for number in kept.remembered}.intersection(range(sent))
    assert {moved_by(kept, number, sent) for number in ours} <= made, (
        "each command that counted made its move"
    )
    assert acknowledged.commands <= ours
    for number, cells in acknowledged.moves.items():
        session, mover, cell = moved_by(kept, number, sent)
        assert mover == kept.movers[session][cells.index(cell)]
        assert kept.moves[session][: len(cells)] == cells
    assert acknowledged.moves


def moved_by(kept: Kept, number: int, sent: int) -> tuple[int, int, int]:
    """The session, the person and the cell of the move that an interaction asks for."""
    asked, cell = interaction(number, sent)
    return kept.sessions[asked.channel_id], asked.user_id, cell


async def rival(
    url: str,
    sent: int,
    kills: int,
    acknowledged: Acknowledged,
    moved: asyncio.Semaphore | None = None,
) -> None:
    """Send a process all interactions. Kill it so many times; a new one goes on where it stopped.

    `moved` is released with every acknowledged move.
    """
    first = 0
    for life in range(kills + 1):
        running = await process("rival", url, first, sent)
        until_killed = random.randrange(1, 30) if life < kills else None
        async for number, is_command, *cells in reported(running):
            acknowledged.moves[number] = tuple(cells)
            if is_command:
                acknowledged.commands.add(number)
            first = max(first, number)
            if moved:
                moved.release()
            if until_killed is not None and running.returncode is None:
                until_killed -= 1
                if until_killed == 0:
                    running.kill()
        code, log = await running.wait(), await running.stderr.read()
        assert code in {0, -9}, log.decode()


async def process(program: str, url: str, *arguments: int) -> Forked:
    file = Path(__file__).with_name(f"{program}.py")
    code = f"import runpy; runpy.run_path({str(file)!r}, run_name='__main__')"
    return await fork(code, url, *arguments, cwd=file.parent, environment=CLEAN)


async def reported(running: Forked) -> AsyncIterator[list[int]]:
    """The lines of numbers that it prints, without one that is incomplete because it was killed."""
    async for line in running.stdout:
        if line.endswith(b"\n"):
            yield list(map(int, line.split()))
