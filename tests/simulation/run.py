"""Runs worlds, one after another, and says how to replay one that has failed."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.simulation.world import World
from tests.support import memory
from tests.support.stores import new_sqlite

RARE = (
    "Discord refused a second answer",
    "a challenge was accepted as it lapsed",
    "a commit failed",
    "a commit was made whose outcome nobody learned",
    "a game ended by agreement",
    "a game ended by resignation",
    "a game ended by time",
    "a game was shown as it stands at rest",
    "a press met a board that others had changed",
    "a request was lost: cut",
    "a request was lost: down",
    "an answer came too late",
    "an earlier message of a game was redrawn",
    "an event was missed",
    "an interaction came before and after a restart",
    "an interaction came twice",
    "an old game was deleted",
    "both asked for a rematch at once",
    "both of a pair came at once",
    "moves were taken back",
    "nobody knew whether something was saved",
    "somebody left a cup as it was drawn",
    "somebody was reminded",
    "somebody who had left was nowhere",
    "something was given up",
    "the bot ended: after COMMIT",
    "the bot ended: before COMMIT",
    "the bot ended: between two callbacks",
    "the bot ended: it has stopped",
    "the database was locked",
    "the disk was full",
    "the machine was off for days",
    "the search process was lost",
    "there was no time to think",
    "two joined an open game at once",
    "two pressed a board at once",
    "what had counted came again after a minute",
)
"""What has to happen sometimes: if it never does, the worlds have become too tame."""


class Failed(AssertionError):
    """A world in which something happened that must not."""

    def __init__(self, world: World, error: BaseException) -> None:
        super().__init__(
            f"{type(error).__name__}: {error}\n\n"
            f"That is world {world.seed} of commit {_commit()}. This tells its story:\n"
            f"    python -m tests.simulation {world.seed}"
        )


@dataclass
class Played:
    """What happened in some worlds.

    rare          how often each rare thing happened
    interactions  how many there were
    """

    rare: Counter[str] = field(default_factory=Counter)
    interactions: int = 0

    @property
    def never(self) -> list[str]:
        """What did not happen, although it has to happen sometimes."""
        return [what for what in RARE if what not in self.rare]


def play(seeds: Iterable[int], at_least: int = sys.maxsize) -> Played:
    """Run a world per seed; after `at_least`, only until everything has happened. Raises Failed."""
    played = Played()
    with memory.folder() as folder:
        template = empty(folder)
        for number, seed in enumerate(seeds):
            if number >= at_least and not played.never:
                break
            world = World(seed, template, folder)
            try:
                world.run()
            except Exception as error:
                raise Failed(world, error) from error
            played.rare += world.rare
            played.interactions += world.made
    return played


def empty(folder: Path) -> bytes:
    """A database with our tables and nothing in them."""
    return Path(new_sqlite(folder).removeprefix("sqlite:///")).read_bytes()


def _commit() -> str:
    asked = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return asked.stdout.strip() or "unknown"
