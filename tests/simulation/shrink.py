"""Finds the shortest story of a world that fails: what is left out of it does not matter."""

import re
from dataclasses import fields
from pathlib import Path

from tests.simulation.weather import Weather
from tests.simulation.world import World

_DETAILS = re.compile(r"[\d{\[(].*", re.DOTALL)


def shrunk(seed: int, template: bytes, folder: Path) -> World | None:
    """A seed's world with as little in it as still fails the same way; None if it does not fail.

    Half of everything is left out at first, then a quarter, and at last one thing at a time.
    """
    shortest = World(seed, template, folder)
    wanted = _failure(shortest)
    if wanted is None:
        return None
    everything = [*(each.name for each in fields(Weather)), *range(1, shortest.made + 1)]
    size = len(everything) // 2
    while size:
        for first in range(0, len(everything), size):
            without = shortest.without | {*everything[first : first + size]}
            if without == shortest.without:
                continue
            shorter = World(seed, template, folder, without)
            if _failure(shorter) == wanted:
                shortest = shorter
        size //= 2
    return shortest


def _failure(world: World) -> str | None:
    """How a world fails, without who and where; None if it does not."""
    try:
        world.run()
    except Exception as error:  # noqa: BLE001 - any failure is one to find again
        return f"{type(error).__name__}: {_DETAILS.sub('', str(error))}"
    return None
