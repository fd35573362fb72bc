"""In a small world whose every accident one seed decides, what people are promised holds."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.simulation.run import empty, play
from tests.simulation.world import World

WORLDS, MOST_WORLDS = 6, 150  # of a hundred interactions each, until everything has happened
FIRST = 44  # starting here, five worlds are enough for that
PROOF, PART = 10_000, 1_000  # a million interactions


@pytest.fixture(autouse=True)
def _as_long_as_it_takes():
    """Time is virtual: a busy machine changes nothing, and the product keeps its own patience."""


def test_nothing_breaks_a_promise_and_everything_rare_happens():
    played = play(range(FIRST, FIRST + MOST_WORLDS), at_least=WORLDS)
    assert played.interactions >= 100 * WORLDS
    assert played.never == []


@pytest.mark.proof
@pytest.mark.parametrize("first", range(0, PROOF, PART))
def test_nothing_breaks_a_promise_in_many_worlds(first: int):
    played = play(range(first, first + PART))
    assert played.interactions >= 100 * PART
    assert played.never == []


def test_a_world_is_the_same_in_every_process(tmp_path: Path):
    world = World(7, empty(tmp_path), tmp_path)
    world.run()
    told = subprocess.run(
        [sys.executable, "-m", "tests.simulation", "7"],
        env=os.environ | {"PYTHONHASHSEED": "7"},  # here it is another, drawn by chance
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.endswith(f" interactions, story {world.digest}\n")
