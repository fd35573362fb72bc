"""The bot from one start to its end, which may come between any two callbacks or writes."""

from __future__ import annotations

import asyncio
import contextvars
import sqlite3
from collections.abc import Callable, Coroutine
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any

from tests.simulation import seams
from tests.simulation.loop import Loop

if TYPE_CHECKING:
    from tests.simulation.world import World


class Process:
    """One life of the bot.

    lives     until it is killed or has ended
    serves    where events of interactions go, once it takes them
    """

    def __init__(self, world: World, number: int, rng: Random) -> None:
        self.world = world
        self.number = number
        self.lives = True
        self.serves: Callable[[Any], None] | None = None
        self.asked_to_stop = inf
        self._stops_soon = False
        self.connections: list[sqlite3.Connection] = []
        self.loop = Loop(world.timeline, self._steps, self.bury)
        self.stopping = self.loop.create_future()
        self._callbacks_left = self._writes_left = inf
        self._draw_end(rng)

    def _draw_end(self, rng: Random) -> None:
        if rng.random() >= self.world.weather.kills:
            return
        match rng.choice(("callbacks", "writes", "writes", "stopped")):
            case "callbacks":
                self._callbacks_left = int(10 ** rng.uniform(1.3, 2.8))
            case "writes":
                self._writes_left = int(10 ** rng.uniform(0.5, 1.8))
            case "stopped":
                self.world.timeline.soon(300, self._stop_soon)

    def dies_soon(self, rng: Random) -> None:
        """Let it be killed within its next callbacks or writes."""
        if rng.random() < 0.5:
            self._callbacks_left = min(self._callbacks_left, int(10 ** rng.uniform(0, 2.5)))
        else:
            self._writes_left = int(10 ** rng.uniform(0, 1.5))

    def _stop_soon(self) -> None:
        """Ask it to stop while it answers somebody, or after a minute."""
        self._stops_soon = True
        self.world.timeline.soon(60, self._stop)

    def _stop(self) -> None:
        """Ask it to stop, as systems do before they restart."""
        if self.serves and not self.stopping.done():
            self.serves = None
            self.asked_to_stop = self.world.timeline.now
            self.world.tell("the bot is asked to stop")
            self.world.checkers.history.disturb()
            self.stopping.set_result(None)

    def begin(self, life: Coroutine[Any, Any, None]) -> None:
        """Start the program; what it leaves behind in a context belongs to this process alone."""
        self._context = contextvars.Context()
        self._life = self._context.run(self.loop.create_task, life)
        self._life.add_done_callback(self._has_ended)

    def _has_ended(self, life: asyncio.Task[None]) -> None:
        if not self.lives:
            return
        error = life.exception()
        if error and not isinstance(error, seams.CANNOT_START):
            self.world.errors.append(f"the bot ends with {error!r}")
        self.bury(f"it could not start: {type(error).__name__}" if error else "it has stopped")

    def receive(self, event: Any) -> None:
        """Take an interaction from the gateway."""
        self.loop.call_soon(self.serves, event, context=self._context)
        if self._stops_soon:
            self.world.timeline.soon(0.1, self._stop)

    def spare(self) -> None:
        """Let it live."""
        self._callbacks_left = self._writes_left = inf

    def _steps(self) -> None:
        self._callbacks_left -= 1
        if self._callbacks_left < 0:
            self.loop.kill("between two callbacks")

    def writes(self, what: str) -> None:
        self._writes_left -= 1
        if self._writes_left == 0:
            self.loop.kill(what)

    def bury(self, why: str) -> None:
        """Do what the system does for a process that is gone: close its files, and nothing else."""
        self.lives = False
        self.world.errors += [
            f"{each['message']}: {each.get('exception')!r}" for each in self.loop.errors
        ]
        for connection in self.connections:
            connection.close()  # without its commit
        self.loop.die()
        self.world.died(self, why)
