"""Finds the shortest story of a world that fails: what is left out of it does not matter."""

import re
from collections.abc import Callable, Iterable
from dataclasses import fields
from pathlib import Path

from tests.simulation.faults import Weather
from tests.simulation.world import WHOLE, Less, World

_DETAILS = re.compile(r"[\d{\[(].*", re.DOTALL)


def shrunk(seed: int, template: bytes, folder: Path) -> World | None:
    """A seed's world with as little in it as still fails the same way; None if it does not fail."""

    def failing(less: Less) -> World | None:
        world = World(seed, template, folder, less)
        return world if _failure(world) == wanted else None

    world = World(seed, template, folder)
    wanted = _failure(world)
    if wanted is None:
        return None
    last, less = world.made, WHOLE
    for after in _halves(last):
        if shorter := failing(less._replace(after=after)):
            world, less = shorter, shorter.less
            break
    for weather in fields(Weather):
        if calmer := failing(less._replace(weather=less.weather | {weather.name})):
            world, less = calmer, calmer.less
    return _without(world, less, failing)


def _halves(last: int) -> Iterable[int]:
    """Fewer and fewer interactions to try, the fewest first."""
    return sorted({last * part // 16 for part in range(1, 16)})


def _without(world: World, less: Less, failing: Callable[[Less], World | None]) -> World:
    """The same without interactions: first many at once, then one at a time."""
    size = max(world.made // 2, 1)
    while size:
        for first in range(1, world.made + 1, size):
            numbers = frozenset(range(first, first + size))
            if not numbers <= less.numbers and (
                shorter := failing(less._replace(numbers=less.numbers | numbers))
            ):
                world, less = shorter, shorter.less
        size //= 2
    return world


def _failure(world: World) -> str | None:
    """How a world fails, without who and where; None if it does not."""
    try:
        world.run()
    except Exception as error:  # noqa: BLE001 - any failure is one to find again
        return f"{type(error).__name__}: {_DETAILS.sub('', str(error))}"
    return None
