"""kill -9 at any instant, alone and among rivals: every acknowledged move is there, once."""

import asyncio
import os
import random
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from bot.sessions.seats import Terms
from bot.storage import challenge_transactions
from bot.storage.store import Store
from engine.board import Board
from tests.storage.rival import CHANNELS, FIRST_INTERACTION, interaction
from tests.support.requests import request

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("kills", [3, pytest.param(40, marks=pytest.mark.proof)])
def test_every_acknowledged_move_survives_kill_9_once(tmp_path: Path, kills: int):
    path = tmp_path / "ttt.db"
    acknowledged: dict[int, tuple[int, ...]] = {}
    for kill in range(kills):
        acknowledged |= play_until_killed(path, first_interaction=kill * 1_000_000)
        kept = moves_in(path)
        for session, moves in acknowledged.items():
            assert kept[session][: len(moves)] == moves
        for moves in kept.values():
            Board.after(moves)  # raises if a move came twice or one is missing
    print(
        f"{kills} kills, {sum(map(len, acknowledged.values()))} acknowledged moves: 0 lost, 0 twice, 0 gaps"
    )
    assert acknowledged


def play_until_killed(path: Path, first_interaction: int) -> dict[int, tuple[int, ...]]:
    """The moves of each session that a player reported before it was killed, after some reports."""
    player = subprocess.Popen(
        [sys.executable, ROOT / "tests/storage/player.py", f"sqlite:///{path}", str(first_interaction)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert player.stdout
    reports = [player.stdout.readline() for _ in range(random.randrange(1, 200))]
    killer = threading.Timer(random.uniform(0, 0.01), player.kill)  # in mid-transaction, with luck
    killer.start()
    reports += player.stdout.readlines()
    player.wait()
    player.stdout.close()
    assert player.returncode == -9
    whole = [report.split() for report in reports if report.endswith("\n")]
    return {int(session): tuple(map(int, moves)) for session, *moves in whole}


def moves_in(path: Path) -> dict[int, tuple[int, ...]]:
    file = sqlite3.connect(path)
    assert file.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    found: dict[int, list[int]] = {}
    for session, ply, cell in file.execute(
        "SELECT session_id, ply, cell FROM moves ORDER BY session_id, ply"
    ):
        moves = found.setdefault(session, [])
        assert ply == len(moves), "a gap"
        moves.append(cell)
    file.close()
    return {session: tuple(moves) for session, moves in found.items()}


@pytest.mark.parametrize(
    ("processes", "interactions", "kills"), [(2, 300, 4), pytest.param(3, 3000, 30, marks=pytest.mark.proof)]
)
async def test_several_processes_on_one_file_lose_nothing_and_do_nothing_twice(
    tmp_path: Path, processes: int, interactions: int, kills: int
):
    path = tmp_path / "ttt.db"
    async with Store.open(f"sqlite:///{path}") as store:
        for channel in CHANNELS:
            asked = await store.run(challenge_transactions.challenge, request(1, channel), 2, Terms())
            await store.run(challenge_transactions.accept, request(2, channel), asked.id, random.Random(1))
    acknowledged: dict[int, tuple[int, ...]] = {}
    await asyncio.gather(
        *(rival(path, interactions, kills // processes, acknowledged) for _ in range(processes))
    )
    kept = moves_in(path)
    file = sqlite3.connect(path)
    done = {number for (number,) in file.execute("SELECT id FROM interactions")}
    of_moves = sum(
        number >= FIRST_INTERACTION and number < FIRST_INTERACTION + interactions for number in done
    )
    sessions = dict(file.execute("SELECT channel_id, id FROM sessions"))
    file.close()
    assert of_moves == sum(map(len, kept.values())), "each interaction that counted made one move"
    for number, moves in acknowledged.items():
        asked, cell = interaction(number)
        assert asked.interaction_id in done
        assert cell in moves
        assert kept[sessions[asked.channel_id]][: len(moves)] == moves
    for moves in kept.values():
        Board.after(moves)
    print(
        f"{processes} processes, each sent all {interactions} interactions, {kills} kills, "
        f"{len(acknowledged)} acknowledged moves: 0 lost, 0 twice, 0 gaps"
    )
    assert acknowledged


async def rival(path: Path, last: int, kills: int, acknowledged: dict[int, tuple[int, ...]]) -> None:
    """Send one process all interactions; so often it is killed, and another goes on where it was."""
    first = 0
    for life in range(kills + 1):
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            ROOT / "tests/storage/rival.py",
            f"sqlite:///{path}",
            str(first),
            str(last),
            stdout=asyncio.subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )
        assert process.stdout
        until_killed = random.randrange(1, 30) if life < kills else None
        async for line in process.stdout:
            if not line.endswith(b"\n"):
                break  # it was killed while it wrote
            number, *moves = map(int, line.split())
            acknowledged[number] = tuple(moves)
            first = number
            if until_killed is not None and process.returncode is None:
                until_killed -= 1
                if until_killed == 0:
                    process.kill()
        await process.wait()
