"""Tells the story of a world, or the shortest of one that fails.

python -m tests.simulation SEED
python -m tests.simulation shrink SEED
"""

import sys

from tests.simulation.run import empty
from tests.simulation.shrink import shrunk
from tests.simulation.world import World
from tests.support import memory


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
        world = shrunk(seed, template, folder)
        if world is None:
            print(f"World {seed} does not fail.")
            return
        tell(world)
        World(seed, template, folder, world.without).run()


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["shrink", seed]:
            shrink(int(seed))
        case [seed]:
            one(int(seed))
        case _:
            sys.exit(__doc__)
