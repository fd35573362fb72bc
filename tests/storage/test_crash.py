"""kill -9 at any instant: every acknowledged move is there, once, and every board still works."""

import os
import random
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from engine.board import Board

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
