"""Tells the story of a world, or the shortest of one that fails, or runs worlds until stopped.

python -m tests.simulation SEED
python -m tests.simulation shrink SEED
python -m tests.simulation soak [FIRST_SEED]
"""

import signal
import sys
from collections import Counter
from itertools import count
from time import monotonic

from tests.simulation.run import RARER, Played, empty, play
from tests.simulation.shrink import shrunk
from tests.simulation.world import World
from tests.support import memory

_AT_ONCE = 5  # worlds


def tell(world: World) -> None:
    """Print all that happened in a world, with the seconds since it began."""
    for at, what in world.story:
        print(f"{at:10.3f}  {what}")
    print(
        f"World {world.seed}: {len(world.discord.interactions)} interactions, story {world.digest}"
    )


def one(seed: int) -> None:
    """Run one world, and tell its story."""
    with memory.folder() as folder:
        world = World(seed, empty(folder), folder)
        try:
            world.run()
        finally:
            tell(world)


def shrink(seed: int) -> None:
    """Tell the shortest story of a world that fails, and how it fails."""
    with memory.folder() as folder:
        template = empty(folder)
        if (world := shrunk(seed, template, folder)) is None:
            print(f"World {seed} does not fail.")
            return
        tell(world)
        World(seed, template, folder, world.less).run()


def soak(first: int) -> None:
    """Run world after world until one fails or Ctrl+C is pressed; then print what was reached."""
    stops: list[int] = []
    # A world goes on to its end.
    signal.signal(signal.SIGINT, lambda number, _: stops.append(number))
    played, began = Played(Counter(), Counter(), 0), monotonic()
    for seed in count(first, _AT_ONCE):
        more = play(range(seed, seed + _AT_ONCE))
        played = Played(*(before + new for before, new in zip(played, more, strict=True)))
        pace = played.interactions / (monotonic() - began)
        done = f"{played.interactions} interactions, {pace:.0f} a second"
        print(f"worlds {first} to {seed + _AT_ONCE - 1}: {done}")
        if stops:
            break
    for what, times in sorted((played.rare + played.done).items(), key=lambda each: each[1]):
        print(f"{times:8}  {what}")
    never = [*played.never, *(what for what in RARER if not played.rare[what])]
    print("never: " + (", ".join(never) or "nothing"))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["shrink", seed]:
            shrink(int(seed))
        case ["soak", *seeds]:
            soak(int(*seeds))
        case [seed]:
            one(int(seed))
        case _:
            sys.exit(__doc__)
