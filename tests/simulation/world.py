"""A small world from one seed: people, Discord, and the bot, which dies and starts again."""

import datetime as dt
import hashlib
import logging
import re
from collections import Counter, deque
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.simulation import database, discord, seams
from tests.simulation.answers import ONCE
from tests.simulation.checkers import Checkers
from tests.simulation.discord import A_DAY, PATIENCE, Answer, Discord, Interaction, clock
from tests.simulation.faults import CALM, Disk, Process, Request, Session, Way, Weather
from tests.simulation.history import Violation, verb_of
from tests.simulation.loop import Timeline
from tests.simulation.messages import read_board
from tests.simulation.operators import Operator, chosen_settings
from tests.simulation.people import DAILY, People

INTERACTIONS = 100  # in one world
_EARLIER = range(9001, 9013)  # people who played before the world began
_LINE = 80  # letters
_MENTION = re.compile(r"<@(\d+)>")
_LONGEST_DOWN = 20_000  # seconds
_RESENT = 15.0  # seconds in which an interaction may come again to a process that has just started
_MINUTES = (65.0, 200.0)  # after so many seconds something may come again
# In one of so many worlds the machine is off for so many seconds.
_ABSENT, _DAYS_OFF = (4, 3.5 * A_DAY)
# Days that ended games are kept in the worlds in which people go on after that.
_RETENTIONS = (1, 2, 5)
_A_WHILE, _AN_HOUR, _OVER_AN_HOUR = 200, 3600, 3700  # seconds
_CROWDED = 1.0  # seconds
_REST = 660.0  # seconds, in which the bot looks again although nobody uses it
_LONG_DOWN = 1800  # seconds


class Less(NamedTuple):
    """What a world leaves out of its story, to make that shorter.

    after    the number of the last interaction
    numbers  interactions that never happen
    weather  what never goes wrong, by the names of `Weather`
    """

    after: int = INTERACTIONS * 10
    numbers: frozenset[int] = frozenset()
    weather: frozenset[str] = frozenset()


WHOLE = Less()


class World:
    """Everything that happens in it follows from its seed."""

    def __init__(self, seed: int, template: bytes, folder: Path, less: Less = WHOLE) -> None:
        self.seed = seed
        self.less = less
        self.made = 0  # interactions, those that are left out too
        self.story: list[tuple[float, str]] = []
        self.rare: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.errors: list[str] = []
        self._violations: list[Violation] = []
        self.file = folder / "world.db"
        for leftover in folder.glob("world.db*"):
            leftover.unlink()
        self.file.write_bytes(template)
        if seed % 2:
            database.add_people(self.file, discord.SERVER, _EARLIER)
        self.timeline = Timeline(self._rng("time"))
        self.discord = Discord(self._rng("discord"), seams.EMOJI)
        self.weather = replace(
            Weather.drawn(self._rng("weather")), **dict.fromkeys(less.weather, 0.0)
        )
        self.way, self.disk = Way(self, self._rng("way")), Disk(self, self._rng("disk"))
        self.session = type("Session", (Session,), {"world": self})
        self.connection = self.disk.connection()
        self.write_later = self.disk.write_later
        self.checkers = Checkers(self)
        self.interactions = INTERACTIONS
        self.people = People(self, self._rng("people"))
        self._machine = self._rng("machine")
        self._operator = Operator(self, self._machine)
        self._fates, self._searches = self._rng("fates"), self._rng("searches")
        self._deliveries = self._rng("deliveries")
        self._lately: deque[Interaction] = deque(maxlen=3)  # delivered
        self._is_met = False  # whether the bot has ever served
        self._starts, self._settings_change = 0, self._rng("settings")
        self._is_upgraded, self._upgrades = False, self._rng("upgrades")
        self.retention = _RETENTIONS[seed // _ABSENT % 3] if seed % _ABSENT == 2 else None
        self.settings: dict[str, Any] = {"retention_days": self.retention}  # the operator's
        self._wrong = 0.0  # seconds by which the machine's clock is ahead
        self._gateway_back, self._resumes = 0.0, True
        self._gathered = -inf  # when a crowd last acted
        self._returns = 0.6  # after how much of what people do the machine is off for days
        self.down_until = 0.0  # when people and the bot reach Discord again

    def _rng(self, what: str) -> Random:
        return Random(f"{self.seed} {what}")

    def run(self) -> None:
        """Let people play and the bot live and die; then let it rest and check everything again."""
        log = _Log()
        self.tell(f"the weather: {self.weather}")
        with seams.replaced(self), _logging_to(log):
            self._start()
            try:
                self.people.begin()
                if self.retention:
                    self.people.tell(DAILY)
                while self.people.are_here:
                    self._let_pass(10.0)
                    self._have_bad_luck()
                    if self.retention and self.made > self.interactions * self._returns:
                        self._be_absent()
                        self._returns = inf
                        self.people.tell(DAILY)
                        self.timeline.at(self.timeline.now + _A_WHILE, self._stall, _OVER_AN_HOUR)
                        deleted = self.timeline.now + _A_WHILE + _OVER_AN_HOUR
                        self.timeline.at(deleted + _A_WHILE, self.people.look_back)
                if self.people.goes_to_bed:
                    self._sleep()
                if self.seed % _ABSENT == 0:
                    self._be_absent()
                self._rest()
                self.checkers.end()
            finally:
                self.process.bury("the end of the world")
        for error in (*log.crashes, *self.errors):
            raise Violation(f"the program fails: {error}")

    def _rest(self) -> None:
        """Nobody acts and nothing goes wrong, until the bot has restarted and done what was due."""
        self.weather, self.down_until = CALM, 0.0
        self.process.spare()
        for _ in range(_LONGEST_DOWN // 10):
            self._let_pass(10.0)
            serving = self.process if self.is_online else None
            if serving:
                self._let_pass(_REST)
            if serving and self.retention:
                self._stall(_OVER_AN_HOUR)
                self._let_pass(_REST)
            # It may have been asked to stop before.
            if serving and serving.lives and serving.serves:
                self.checkers.all_is_done()
                return
        raise Violation("the bot does not start, though all is well")

    def _let_pass(self, seconds: float) -> None:
        self.timeline.run(self.timeline.now + seconds)
        for violation in self._violations:
            raise violation
        self.checkers.expected.look()
        if self.checkers.games.has_seen_much:
            self.checkers.games.look()

    def _have_bad_luck(self) -> None:
        """Perhaps something happens that the weather of this world allows, in each ten seconds."""
        for what, happen in (
            ("stalls", self._stall),
            ("jumps", self._jump),
            ("drops", self._drop),
            ("outages", self._go_down),
            ("operators", self._operator.act),
            ("crowds", self._gather),
            ("full", lambda: self.disk.fill(10 ** self._machine.uniform(0, 2))),
        ):
            if self._machine.random() < getattr(self.weather, what):
                happen()

    def _gather(self) -> None:
        """Many people act at one instant, perhaps as the bot dies or a commit takes long."""
        self._gathered = self.timeline.now
        match self._machine.choice(("killed", "slow", "", "")):
            case "killed" if self.weather.kills and self.process.lives:
                self.process.dies_soon(self._machine)
            case "slow" if self.weather.slow:
                self.disk.be_slow()
        self.people.gather()

    def _jump(self) -> None:
        """The machine's clock is set to another time; no timer of a process minds."""
        seconds = self._machine.choice((-1, 1)) * 10 ** self._machine.uniform(1, 5)
        self._wrong += seconds
        self.checkers.history.disturb()
        self.sometimes("the machine's clock jumped " + ("forwards" if seconds > 0 else "back"))

    def _drop(self) -> None:
        """The gateway drops the connection. Then it sends what was missed, or leaves that out."""
        self._drop_for(10 ** self._machine.uniform(-0.5, 2), resumes=self._machine.random() < 0.5)

    def _drop_for(self, seconds: float, *, resumes: bool) -> None:
        self.tell(f"the gateway is away for {seconds:.1f} seconds")
        self.checkers.history.disturb()
        self._gateway_back, self._resumes = self.timeline.now + seconds, resumes

    def _go_down(self) -> None:
        """Nobody reaches Discord for up to an hour: neither people nor the bot."""
        seconds = 10 ** self._machine.uniform(1, 3.56)
        self.down_until = self.timeline.now + seconds
        self._drop_for(seconds, resumes=False)
        if seconds > _LONG_DOWN:
            self.sometimes("Discord was down for half an hour or more")

    def _stall(self, seconds: float | None = None) -> None:
        """The machine does nothing for a while, and then everything that was due."""
        seconds = seconds or 10 ** self._machine.uniform(0, 3.5)
        self.tell(f"the machine stands still for {seconds:.0f} seconds")
        self.checkers.history.stalled(seconds)
        self.timeline.stand_still(seconds)

    def _be_absent(self) -> None:
        """The machine is off for days."""
        self.tell("the machine is off for days")
        if self.process.lives:
            self.process.bury("the machine is off")
        self.checkers.games.look()  # before retention deletes what has ended
        self.timeline.stand_still(_DAYS_OFF)
        self.checkers.history.stalled(_DAYS_OFF)
        self.sometimes("the machine was off for days")

    def _sleep(self) -> None:
        """A night and a day without play."""
        self.weather = CALM
        self.timeline.run(self.timeline.now + PATIENCE)  # what is being answered
        self.checkers.games.look()
        self.tell("everybody goes to bed")
        self.checkers.history.disturb()
        self.timeline.run(self.timeline.now + A_DAY + _AN_HOUR)
        self.sometimes("a night passed")

    # The process

    def _start(self) -> None:
        self._starts += 1
        if self._settings_change.random() < self.weather.changes:
            self.settings = chosen_settings(self._settings_change) | {
                "retention_days": self.retention
            }
        self.checkers.games.started(self.settings)
        self.process = Process(self, self._starts, self.settings, self._fates)
        upgrades = self._upgrades.random() < self.weather.upgrades
        if self._starts > 1 and upgrades and not self._is_upgraded:
            self._is_upgraded = True
            seams.upgrade(self.file.parent)
            self.process.dies_soon(self._upgrades)
            self.tell("the bot is upgraded to its next version")
        self.tell(f"the bot starts, number {self._starts}, with {self.settings}")
        self.process.begin(
            seams.live(
                f"sqlite:///{self.file}",
                self._rng(f"bot {self._starts}"),
                self.settings,
                self._serves,
                self.process.stopping,
            )
        )

    @property
    def is_online(self) -> bool:
        """Whether the bot takes interactions."""
        return self.process.lives and self.process.serves is not None

    def _serves(self, receive: Callable[[Any], None]) -> None:
        """The bot takes interactions from now on; Discord may resend what its predecessor got."""
        self.tell("the bot serves")
        if self._is_upgraded:
            self.sometimes("the next version went on with the file")
        if not self._is_met:
            self._is_met = True
            self.people.meet()
        self.process.serves = receive
        for made in self._lately:
            is_young = self.timeline.now - made.at < _RESENT
            if self._deliveries.random() < self.weather.twice and is_young:
                self._deliver_later(made)

    def died(self, process: Process, why: str) -> None:
        self.tell(f"the bot dies: {why}")
        self.checkers.history.died(process, why)
        if self.timeline.now - self._gathered < _CROWDED:
            self.sometimes("the bot ended among sixteen people")
        if why != "the end of the world":
            powers = (-1, 1) if self._fates.random() < 0.9 else (2, 4)
            down = 10 ** self._fates.uniform(*powers)  # seconds
            self.timeline.at(self.timeline.now + down, self._start)

    # The machine under it

    def now(self) -> dt.datetime:
        return dt.datetime.fromtimestamp(clock(self.timeline.now) + self._wrong, dt.UTC)

    def search_later(self, done: Callable[[bool], None]) -> None:
        longest = self._searches.choice((4.0, 30.0)) if self._searches.random() < 0.1 else 0.3
        is_lost = self._searches.random() < self.weather.lost
        if is_lost or longest > 1:
            self.checkers.history.disturb()
        if is_lost:
            self.sometimes("the search process was lost")
        self.timeline.soon(longest, self.process.loop.outside, done, is_lost)

    def handled(self, what: str) -> None:
        """A handler of the product has returned its reply."""
        self.done[what] += 1

    # What happens between people, Discord and the bot

    def interact(self, made: Interaction, *, at_once: bool = False) -> None:
        """Let Discord deliver an interaction: soon, late, twice, or never, if the bot is down."""
        self.made += 1
        if self.made in self.less.numbers:
            return
        self.tell(f"{made} in channel {made.channel}")
        self.checkers.made(made)
        self._deliver_later(made, 0.0 if at_once else 0.1)
        if self._deliveries.random() < self.weather.twice:
            self._deliver_later(made, self._deliveries.choice((0.01, 0.5, 3, 20)))
        if verb_of(made) in ONCE and self._deliveries.random() < self.weather.again:
            minutes = self._deliveries.uniform(*_MINUTES)
            self.timeline.at(self.timeline.now + minutes, self._deliver, made)

    def _deliver_later(self, made: Interaction, longest: float = 0.1) -> None:
        if self._deliveries.random() < self.weather.late:
            longest = 4.0
        self.timeline.soon(longest, self._deliver, made)

    def _deliver(self, made: Interaction) -> None:
        if not self.is_online:
            self.tell(f"nobody takes {made}: the bot is down")
            return
        if self.timeline.now < self._gateway_back:
            self.sometimes("an event " + ("came after a resume" if self._resumes else "was missed"))
            if self._resumes:
                self.timeline.at(self._gateway_back, self._deliver, made)
            return
        self.tell(f"Discord delivers {made}")
        self._lately.append(made)
        self.checkers.history.delivered(made, self.process)
        self.process.receive(self.discord.event(made))

    def sent(self, request: Request) -> None:
        """The bot has sent a request, and it is on its way."""
        self.tell(f"the bot {self._named(request)}: {_said(request.body)}")
        try:
            self.checkers.answers.sent(request)
            self.checkers.expected.sent(request)
        except Violation as violation:
            # Not into the bot, which might take it for an error of its own.
            self._violations.append(violation)

    def taken(self, request: Request) -> Answer:
        """Discord takes a request, and answers."""
        answer = self.discord.take(self.timeline.now, request.method, request.path, request.body)
        if answer.status >= 300:
            self.tell(f"Discord refuses that it {self._named(request)}: {answer.body['message']}")
        self.checkers.answers.taken(request, answer)
        if answer.status < 300:
            self.checkers.expected.taken(request, answer)
        return answer

    def lost(self, request: Request, how: str) -> None:
        """Something has gone wrong on the way."""
        self.rare[f"a request was lost: {how}"] += 1
        self.checkers.history.disturb()
        self.tell(f"Discord is {how} as the bot {self._named(request)}")

    def _named(self, request: Request) -> str:
        """What the bot does with a request, as a verb and what it is about."""
        match request.method, *request.path.strip("/").split("/"):
            case _, "interactions", number, *_:
                return f"answers {self.discord.interactions[int(number)]}"
            case method, "webhooks", _, token, *_:
                made = self.discord.interactions[int(token.removeprefix("token-"))]
                return f"{'adds to' if method == 'POST' else 'redraws'} the answer to {made}"
            case "POST", "channels", channel, *_:
                return f"posts in channel {channel}"
            case method, *path:
                return f"asks Discord: {method} {'/'.join(path)}"
        raise AssertionError

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


def _said(body: Any) -> str:
    """A message in a few words: the marks of its board, or the start of its text."""
    if not isinstance(body, dict):
        return ""
    data = body.get("data", body)
    if shown := read_board(data):
        marks = " ".join(f"{mark}{cell}" for cell, mark in sorted(shown.marks.items())) or "empty"
        return f"game {shown.game}, {'over' if shown.ply is None else 'live'}: {marks}"
    texts = [data.get("content"), *(part.get("content") for part in discord.parts(data))]
    text = " ".join(next(filter(None, texts), "").split())
    told = _MENTION.sub(lambda found: "@" + discord.NAMES.get(int(found[1]), "nobody"), text)
    return told[:_LINE]


class _Log(logging.Handler):
    """Keeps what the program logs as an error with a traceback: it expected none of those.

    SQLAlchemy's pool logs of a killed process that its connection is closed, which is no error.
    """

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.crashes: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        is_pool = record.name.startswith("sqlalchemy.")
        error = record.exc_info and record.exc_info[1]
        if error and not is_pool and not isinstance(error, seams.FROM_OUTSIDE):
            self.crashes.append(logging.Formatter().format(record))


@contextmanager
def _logging_to(log: _Log):
    loggers = [logging.getLogger(name) for name in ("bot", "discord", "asyncio", "sqlalchemy")]
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
