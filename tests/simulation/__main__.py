"""Tells the story of a world: `python -m tests.simulation SEED`."""

import sys

from tests.simulation.run import empty
from tests.simulation.world import World
from tests.support import memory


def tell(world: World) -> None:
    """Print all that happened in a world, with the seconds since it began."""
    for at, what in world.story:
        print(f"{at:10.3f}  {what}")
    print(f"World {world.seed}: {world.made} interactions, story {world.digest}")


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with memory.folder() as folder:
        world = World(int(sys.argv[1]), empty(folder), folder)
        try:
            world.run()
        finally:
            tell(world)


if __name__ == "__main__":
    main()
