"""Runs worlds, one after another, and says how to replay one that has failed."""

import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tests.simulation import seams
from tests.simulation.world import World
from tests.support import memory
from tests.support.stores import new_sqlite

RARE = (
    "3x3: won",
    "a board said whose turn it was",
    "a challenge was accepted as it lapsed",
    "a challenger was told that their game begins",
    "a commit failed",
    "a commit was made whose outcome nobody learned",
    "a game ended by abandoned",
    "a game ended by agreement",
    "a game ended by resignation",
    "a game ended by time",
    "a game was shown as it stands at rest",
    "a pair was decided without a game",
    "a pair was decided by game",
    "a pair was decided after a draw",
    "a press met a board that others had changed",
    "an answer came too late",
    "an earlier message of a game was redrawn",
    "an interaction came before and after a restart",
    "an interaction came twice",
    "an interaction was answered again, and Discord refused that",
    "both asked for a rematch at once",
    "both of a pair came at once",
    "fading: won",
    "misere: won",
    "moves were taken back",
    "nobody knew whether something was saved",
    "players of a cup were told that they play",
    "somebody deleted their data",
    "somebody left a cup as it was drawn",
    "somebody was reminded",
    "something was given up",
    "the database was locked",
    "the winner of a cup was told",
    "two joined an open game at once",
    "two pressed a board at once",
    "what had been done came again after a minute",
)
"""What has to happen sometimes: if it never does, the worlds have become too tame."""
RARER = (
    "3x3: drawn",
    "Discord was down for half an hour or more",
    "a board was drawn with tiles",
    "a board went on under other settings",
    "a game ended by full board",
    "a game ended by line",
    "a game ended by stopped",
    "a game was not in English",
    "a game was one that the operator had set",
    "a game was played alone with the bot",
    "a pair was decided by bye",
    "a rematch was played",
    "a request was lost: broken",
    "a request was lost: busy",
    "a request was lost: cut",
    "a request was lost: down",
    "an event came after a resume",
    "an event was missed",
    "an interaction came late into a crowd",
    "an old game was deleted",
    "sixteen people acted at once: /challenge",
    "sixteen people acted at once: /top",
    "sixteen people acted at once: accept",
    "sixteen people acted at once: any",
    "sixteen people acted at once: cell",
    "sixteen people acted at once: cupjoin",
    "sixteen people acted at once: join",
    "sixteen people acted at once: next",
    "sixteen people acted at once: rematch",
    "somebody banned was refused",
    "somebody came back to a game that had been deleted",
    "somebody pressed cell in words",
    "somebody pressed hint in words",
    "somebody pressed later in words",
    "somebody pressed playbest in words",
    "somebody pressed puzzle in words",
    "somebody pressed read in words",
    "somebody pressed rematch in words",
    "somebody pressed takeback in words",
    "somebody typed a number, and saw which are free",
    "somebody was offered fading",
    "somebody was offered mistake",
    "somebody was offered picturesfirst",
    "somebody was offered sharepuzzle",
    "somebody was offered takeback",
    "somebody was offered top",
    "somebody was offered topbot",
    "somebody was offered unblockall",
    "the bot ended among sixteen people",
    "the bot ended: after COMMIT",
    "the bot ended: before COMMIT",
    "the bot ended: between two callbacks",
    "the bot ended: it could not start: OutcomeUnknown",
    "the bot ended: it could not start: StoreUnavailable",
    "the bot ended: it has stopped",
    "the bot ended: the machine is off",
    "the bot started with other settings",
    "the disk was full",
    "the machine stood still for ten minutes or more",
    "the machine was off for days",
    "the machine's clock jumped back",
    "the machine's clock jumped forwards",
    "the next version went on with the file",
    "the operator deleted somebody who was playing",
    "the operator made a backup",
    "the operator used ban",
    "the operator used unban",
    "the puzzle of the day was posted",
    "the search process was lost",
    "there was no time to think",
)
"""The same for many worlds."""


class Failed(AssertionError):
    """A world in which something happened that must not."""

    def __init__(self, world: World, error: BaseException) -> None:
        super().__init__(
            f"{type(error).__name__}: {error}\n\n"
            f"That is world {world.seed} of commit {_commit()}. This tells its story, the second "
            f"in short:\n"
            f"    python -m tests.simulation {world.seed}\n"
            f"    python -m tests.simulation shrink {world.seed}"
        )


class Played(NamedTuple):
    """What happened in some worlds.

    rare          how often each rare thing happened
    done          how often each handler of the product returned its reply
    interactions  how many there were
    """

    rare: Counter[str]
    done: Counter[str]
    interactions: int

    @property
    def never(self) -> list[str]:
        """What did not happen, although it has to happen sometimes."""
        return sorted({*RARE, *seams.everything_to_do()} - self.rare.keys() - self.done.keys())


def play(seeds: Iterable[int], at_least: int = sys.maxsize) -> Played:
    """Run a world per seed; after `at_least`, only until everything has happened. Raises Failed."""
    played = Played(Counter(), Counter(), 0)
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
            happened = world.rare, world.done, len(world.discord.interactions)
            played = Played(*(before + new for before, new in zip(played, happened, strict=True)))
    return played


def empty(folder: Path) -> bytes:
    """A database with our tables and nothing in them."""
    return Path(new_sqlite(folder).removeprefix("sqlite:///")).read_bytes()


def _commit() -> str:
    asked = subprocess.run(
        ["git", "describe", "--always", "--dirty"], capture_output=True, text=True, check=False
    )
    return asked.stdout.strip() or "unknown"
