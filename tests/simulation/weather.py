"""How often what goes wrong in a world.

Each world has its own weather, drawn by its seed: some faults never come, others all the time. So a
fault is also met without the others, which would hide it.
"""

from dataclasses import dataclass, fields
from random import Random
from typing import Self


@dataclass(frozen=True)
class Weather:
    """Probabilities; each default is the most that a seed draws."""

    late: float = 0.1  # a delivery comes up to four seconds late
    twice: float = 0.4  # an interaction is delivered twice
    again: float = 0.1  # what counts once is delivered again after a minute or more
    busy: float = 0.06  # Discord answers 429
    broken: float = 0.06  # Discord answers 502
    cut: float = 0.1  # the connection breaks, before Discord took the request or after
    slow_way: float = 0.04  # a request or its answer takes seconds
    slow: float = 0.04  # a commit takes seconds
    locked: float = 0.03  # another program locks the database, and SQLite gives up on it
    failing: float = 0.03  # a commit fails, and nothing is saved
    unlearned: float = 0.02  # a commit succeeds, and yet fails
    lost: float = 0.2  # the search process ends in a search
    kills: float = 0.9  # a process is killed or stopped some time after its start
    # In each ten seconds:
    stalls: float = 0.02  # the machine stands still
    drops: float = 0.02  # the gateway drops the connection, and resumes it or not
    outages: float = 0.01  # Discord is down
    crowds: float = 0.02  # sixteen people act at one instant
    full: float = 0.02  # the disk is full for a while

    @classmethod
    def drawn(cls, rng: Random) -> Self:
        return cls(*(each.default * rng.choice((0, 0.4, 1)) for each in fields(cls)))


CALM = Weather(*[0.0] * len(fields(Weather)))
