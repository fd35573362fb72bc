"""A small world from one seed: people, Discord, and the bot, which dies and starts again."""

from __future__ import annotations

import datetime as dt
import hashlib
import logging
from collections import Counter
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from tests.simulation import seams
from tests.simulation.checkers import Checkers, Violation
from tests.simulation.discord import Answer, Discord, Interaction, clock
from tests.simulation.faults import CALM, Disk, Process, Request, Session, Way, Weather
from tests.simulation.loop import Timeline
from tests.simulation.people import People

INTERACTIONS = 100  # in one world


class World:
    """Everything that happens in it follows from its seed."""

    def __init__(self, seed: int, template: bytes, folder: Path) -> None:
        self.seed = seed
        self.story: list[tuple[float, str]] = []
        self.rare: Counter[str] = Counter()
        self.file = folder / "world.db"
        for leftover in folder.glob("world.db*"):
            leftover.unlink()
        self.file.write_bytes(template)
        self.timeline = Timeline(self._rng("time"))
        self.discord = Discord()
        self.weather = Weather.drawn(self._rng("weather"))
        self.way, self.disk = Way(self, self._rng("way")), Disk(self, self._rng("disk"))
        self.session = type("Session", (Session,), {"world": self})
        self.connection = self.disk.connection()
        self.write_later = self.disk.write_later
        self.checkers = Checkers(self)
        self.interactions = INTERACTIONS
        self.people = People(self, self._rng("people"))
        self._machine = self._rng("machine")
        self._fates, self._searches = self._rng("fates"), self._rng("searches")
        self._deliveries = self._rng("deliveries")
        self._starts = 0
        self._is_ending = False

    def _rng(self, what: str) -> Random:
        return Random(f"{self.seed} {what}")

    def run(self) -> None:
        """Let people play, and the bot live and die; then let it rest, and look at everything once more."""
        log = _Log()
        with seams.replaced(self), _logging_to(log):
            self._start()
            try:
                self.people.begin()
                while self.people.are_here:
                    self._let_pass(10.0)
                    if self._machine.random() < self.weather.stalls:
                        self._stall()
                if self.people.goes_to_bed:
                    self._sleep()
                self._is_ending, self.weather = True, CALM
                self.process.spare()
                while not self.process.serves:
                    self._let_pass(10.0)
                self._let_pass(30.0)
                self.checkers.end()
            finally:
                self.process.bury("the end of the world")
        if log.crashes:
            raise Violation(f"the log has an error: {log.crashes[0]}")

    def _let_pass(self, seconds: float) -> None:
        self.timeline.run(self.timeline.now + seconds)
        self.checkers.look()

    def _stall(self) -> None:
        """The machine does nothing for a while, and then everything that was due."""
        seconds = 10 ** self._machine.uniform(0, 3.5)
        self.tell(f"the machine stands still for {seconds:.0f} seconds")
        self.checkers.stalled(seconds)
        self.timeline.stand_still(seconds)

    def _sleep(self) -> None:
        """A night and a day in which nobody plays. To be quick, the bot only wakes every other minute."""
        self.weather = CALM
        self.tell("everybody goes to bed")
        for _ in range(25 * 30):
            self.timeline.stand_still(120)
            self.timeline.run(self.timeline.now + 0.5)
        self.sometimes("a night passed")

    # The process

    def _start(self) -> None:
        self._starts += 1
        self.process = Process(self, self._starts, self._fates)
        self.tell(f"the bot starts, for the {self._starts}. time")
        self.process.begin(
            seams.live(
                f"sqlite:///{self.file}",
                self._rng(f"bot {self._starts}"),
                self._serves,
                self.process.stopping,
            )
        )

    def _serves(self, receive: Callable[[Any], None]) -> None:
        self.tell("the bot serves")
        self.process.serves = receive

    def died(self, process: Process, why: str) -> None:
        self.tell(f"the bot dies: {why}")
        self.checkers.died(process)
        if why != "the end of the world":
            down = self._fates.uniform(-1, 1) if self._fates.random() < 0.9 else self._fates.uniform(2, 4)
            self.timeline.at(self.timeline.now + 10**down, self._start)

    # The machine under it

    def now(self) -> dt.datetime:
        return dt.datetime.fromtimestamp(clock(self.timeline.now), dt.UTC)

    def search_later(self, done: Callable[[], None]) -> None:
        longest = 4.0 if self._searches.random() < 0.1 else 0.3
        self.timeline.soon(longest, self.process.loop.outside, done)

    # What happens between people, Discord and the bot

    def interact(self, made: Interaction) -> None:
        """Let Discord deliver an interaction: soon, late, twice, or never, if the bot is down."""
        self.checkers.made(made)
        self._deliver_later(made)
        if self._deliveries.random() < self.weather.twice:
            self._deliver_later(made, self._deliveries.choice((0.01, 0.5, 3, 20)))

    def _deliver_later(self, made: Interaction, longest: float = 0.1) -> None:
        if self._deliveries.random() < self.weather.late:
            longest = 4.0
        self.timeline.soon(longest, self._deliver, made)

    def _deliver(self, made: Interaction) -> None:
        if not self.process.lives or not self.process.serves:
            self.tell(f"nobody takes {name(made)}")
            return
        self.tell(f"Discord delivers {name(made)}")
        self.checkers.delivered(made, self.process)
        event = self.discord.event(made)
        self.process.receive(event)

    def sent(self, request: Request) -> None:
        """The bot has sent a request, and it is on its way."""
        self.tell(f"the bot asks: {request.method} {request.path}")
        self.checkers.sent(request)

    def taken(self, request: Request) -> Answer:
        """Discord takes a request, and answers."""
        answer = self.discord.take(self.timeline.now, request.method, request.path, request.body)
        self.tell(f"Discord answers {answer.status} to {request.method} {request.path}")
        self.checkers.taken(request, answer)
        return answer

    def tell(self, what: str) -> None:
        """Add a line to the story."""
        self.story.append((self.timeline.now, what))

    def sometimes(self, what: str) -> None:
        """Note that something rare has happened."""
        self.rare[what] += 1
        self.tell(f"({what})")

    @property
    def digest(self) -> str:
        """A number for the whole story, to compare two runs."""
        return hashlib.sha256(repr(self.story).encode()).hexdigest()[:16]


def name(made: Interaction) -> str:
    told = " ".join([made.what, *(f"{name}:{value}" for name, value in made.options.items())])
    return f"{made.user}'s {told} (interaction {made.id})"


class _Log(logging.Handler):
    """Keeps what the program logs as an error with a traceback: it expected none of those."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.crashes: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and not isinstance(record.exc_info[1], seams.FROM_OUTSIDE):
            self.crashes.append(logging.Formatter().format(record))


@contextmanager
def _logging_to(log: _Log):
    loggers = [logging.getLogger(name) for name in ("bot", "discord", "asyncio")]
    before = [(logger, logger.propagate) for logger in loggers]
    for logger in loggers:
        logger.addHandler(log)
        logger.propagate = False
    try:
        yield
    finally:
        for logger, propagate in before:
            logger.removeHandler(log)
            logger.propagate = propagate
