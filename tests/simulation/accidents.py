"""What happens to the machine, to the gateway and to Discord as a whole, now and then."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tests.simulation.crowd import gather
from tests.simulation.discord import A_DAY

if TYPE_CHECKING:
    from tests.simulation.world import World

_DAYS_OFF = 3.5 * A_DAY  # seconds


class Accidents:
    """What may happen to a world in each ten seconds.

    gateway_back  when the gateway delivers again
    resumes       whether it then sends what was missed
    gathered      when a crowd last acted
    """

    def __init__(self, world: World, rng: Random) -> None:
        self._world = world
        self._rng = rng
        self.gateway_back = 0.0
        self.resumes = True
        self.gathered = -1.0

    def happen(self) -> None:
        """Perhaps let something happen that the weather allows."""
        for what, happen in (
            ("stalls", self._stall),
            ("drops", self._drop),
            ("outages", self._go_down),
            ("crowds", self._gather),
            ("full", self._fill),
        ):
            if self._rng.random() < getattr(self._world.weather, what):
                happen()

    def _stall(self) -> None:
        self.stall(self._seconds(0, 3.5))

    def stall(self, seconds: float) -> None:
        """The machine does nothing for a while, and then everything that was due."""
        self._world.tell(f"the machine stands still for {seconds:.0f} seconds")
        self._world.checkers.history.stalled(seconds)
        self._world.timeline.stand_still(seconds)

    def be_absent(self) -> None:
        """The machine is off for days."""
        world = self._world
        if world.process.lives:
            world.process.bury("the machine is off")
        world.checkers.games.look()  # before what is old is deleted
        world.checkers.history.stalled(_DAYS_OFF)
        world.timeline.stand_still(_DAYS_OFF)
        world.sometimes("the machine was off for days")

    def _drop(self) -> None:
        """The gateway drops the connection. Then it sends what was missed, or leaves that out."""
        self._drop_for(self._seconds(-0.5, 2), resumes=self._rng.random() < 0.5)

    def _drop_for(self, seconds: float, *, resumes: bool) -> None:
        self._world.tell(f"the gateway is away for {seconds:.1f} seconds")
        self._world.checkers.history.disturb()
        self.gateway_back = self._world.timeline.now + seconds
        self.resumes = resumes

    def _go_down(self) -> None:
        """Nobody reaches Discord for up to an hour: neither people nor the bot."""
        seconds = self._seconds(1, 3.56)
        self._world.down_until = self._world.timeline.now + seconds
        self._drop_for(seconds, resumes=False)

    def _gather(self) -> None:
        """Many people act at one instant, perhaps as the bot dies or a commit takes long."""
        world = self._world
        self.gathered = world.timeline.now
        match self._rng.choice(("killed", "killed", "slow", "")):
            case "killed" if world.weather.kills and world.process.lives:
                world.process.dies_soon(self._rng)
            case "slow" if world.weather.slow:
                world.disk.be_slow()
        gather(world, self._rng)

    def _fill(self) -> None:
        self._world.disk.fill(self._seconds(0, 2))

    def _seconds(self, least: float, most: float) -> float:
        """Some seconds between two powers of ten."""
        return 10 ** self._rng.uniform(least, most)
