"""Tells the story of a world.

python -m tests.simulation SEED
"""

import sys

from tests.simulation.run import empty
from tests.simulation.world import World
from tests.support import memory


def main(seed: int) -> None:
    """Run one world, and print all that happens in it, with the seconds since it began."""
    with memory.folder() as folder:
        world = World(seed, empty(folder), folder)
        try:
            world.run()
        finally:
            for at, what in world.story:
                print(f"{at:10.3f}  {what}")
            print(f"World {seed}: {len(world.discord.interactions)} interactions, story {world.digest}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
