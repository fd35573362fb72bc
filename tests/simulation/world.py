"""A small world from one seed: people, Discord, and the bot, which dies and starts again."""

import datetime as dt
import hashlib
import logging
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from random import Random
from typing import Any

from bot.messages.texts import locales
from tests.simulation import seams
from tests.simulation.accidents import Accidents
from tests.simulation.checkers import Checkers
from tests.simulation.discord import NAMES, Answer, Discord, Interaction, clock
from tests.simulation.disk import Disk
from tests.simulation.history import Violation, verb_of
from tests.simulation.loop import Timeline
from tests.simulation.messages import in_english, read_board
from tests.simulation.people import People
from tests.simulation.process import Process
from tests.simulation.stories import Stories
from tests.simulation.way import Request, Session, Way
from tests.simulation.weather import CALM, Weather
from tests.support.payloads import parts

INTERACTIONS, _CALM = 100, 10  # in one world, and after so few less all goes well
_LINE = 80  # letters
_LONGEST_DOWN = 20_000  # seconds
_RESENT = 15.0  # seconds in which an interaction may come again to a process that has just started
_MINUTES = (65.0, 200.0)  # after so many seconds something may come again
_RETENTIONS = (1, 2, 5)  # days that ended games are kept, where the machine is off for days
_A_WHILE, _OVER_AN_HOUR = 200, 3700  # seconds
_CROWDED = 3.0  # seconds in which a crowd is answered
_COME_AGAIN = {
    *("start", "move", "draw", "claim", "watch", "cell", "accept", "join", "decline", "cancel"),
    *("resignnow", "rematch", "fading", "easier", "harder", "playbest", "takeback"),
    *("cupjoin", "cupleave", "giveupnow"),
}
_REST = 660.0  # seconds, in which the bot does what is due


class World:
    """Everything that happens in it follows from its seed.

    made  interactions
    rare  how often each rare thing happened
    """

    def __init__(self, seed: int, template: bytes, folder: Path) -> None:
        self.seed = seed
        self.made = 0
        self.story: list[tuple[float, str]] = []
        self.rare: Counter[str] = Counter()
        self.errors: list[str] = []
        self._violations: list[Violation] = []
        self.file = folder / "world.db"
        for leftover in folder.glob("world.db*"):
            leftover.unlink()
        self.file.write_bytes(template)
        self.timeline = Timeline(self._rng("time"))
        self.discord = Discord(self._rng("discord"), locales()[1:])
        self.weather = Weather.drawn(self._rng("weather"))
        self.way = Way(self, self._rng("way"))
        self.disk = Disk(self, self._rng("disk"))
        self.session = type("Session", (Session,), {"world": self})
        self.connection = self.disk.connection()
        self.write_later = self.disk.write_later
        self.checkers = Checkers(self)
        self.people = People(self, self._rng("people"), INTERACTIONS)
        self._stories = Stories(self, self.people, self._rng("stories"))
        self._accidents = Accidents(self, self._rng("machine"))
        self._fates = self._rng("fates")
        self._searches = self._rng("searches")
        self._deliveries = self._rng("deliveries")
        self._lately: deque[Interaction] = deque(maxlen=3)  # delivered
        self._starts = 0
        self._has_served = False
        # In one of two worlds the machine is off for days, in the midst or at the end.
        self._absent_after = (inf, 0.6 * INTERACTIONS, inf, INTERACTIONS)[seed % 4]
        self.retention = _RETENTIONS[seed // 4 % 3] if seed % 2 else None
        self.down_until = 0.0  # when people and the bot reach Discord again

    def _rng(self, what: str) -> Random:
        return Random(f"{self.seed} {what}")

    # From beginning to end

    def run(self) -> None:
        """Let people play and the bot live and die; then let it rest and check everything again."""
        log = _Log()
        self.tell(f"the weather: {self.weather}")
        with seams.replaced(self), _logging_to(log):
            self._start()
            try:
                self.people.begin()
                while self.people.are_here:
                    self._let_pass(10.0)
                    self._accidents.happen()
                    if self.made >= INTERACTIONS - _CALM:
                        self._calm_down()
                    if self.made >= self._absent_after:
                        self._be_absent()
                self._rest()
                self.checkers.check_all()
            finally:
                self.process.bury("the end of the world")
        for error in (*log.crashes, *self.errors):
            raise Violation(f"the program fails: {error}")

    def _let_pass(self, seconds: float) -> None:
        self.timeline.run(self.timeline.now + seconds)
        for violation in self._violations:
            raise violation
        self.checkers.look()

    def _be_absent(self) -> None:
        """The machine is off for days; then the bot deletes what is old, as people go on."""
        self._absent_after = inf
        self._accidents.be_absent()
        self.timeline.at(self.timeline.now + _A_WHILE, self._accidents.stall, _OVER_AN_HOUR)

    def _calm_down(self) -> None:
        """Nothing goes wrong any more, so that what people see at the end is as it must be."""
        self.weather = CALM
        self.down_until = 0.0
        self.process.spare()

    def _rest(self) -> None:
        """Nobody acts and nothing goes wrong, until the bot has restarted and done what was due."""
        self._calm_down()
        for _ in range(_LONGEST_DOWN // 10):
            self._let_pass(10.0)
            serving = self.process if self.is_online else None
            if serving:
                self._let_pass(_REST)
            if serving and self.retention:
                self._accidents.stall(_OVER_AN_HOUR)
                self._let_pass(_REST)
            # It may have been asked to stop before.
            if serving and serving.lives and serving.serves:
                self.checkers.check_rest()
                return
        raise Violation("the bot does not start, though all is well")

    # The process

    def _start(self) -> None:
        self._starts += 1
        self.process = Process(self, self._starts, self._fates)
        self.tell(f"the bot starts, number {self._starts}")
        self.process.begin(
            seams.live(
                self,
                f"sqlite:///{self.file}",
                self._rng(f"bot {self._starts}"),
                self.retention,
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
        if not self._has_served:
            self._has_served = True
            self._stories.begin()
        self.process.serves = receive
        for made in self._lately:
            is_young = self.timeline.now - made.at < _RESENT
            if is_young and self._deliveries.random() < 2 * self.weather.twice:
                self._deliver_later(made)

    def died(self, process: Process, why: str) -> None:
        """A process has ended; unless the world ends too, another one starts."""
        self.tell(f"the bot dies: {why}")
        self.checkers.history.died(process, why)
        if self.timeline.now - self._accidents.gathered < _CROWDED:
            self.sometimes("the bot ended among sixteen people")
        if why != "the end of the world":
            powers = (-1, 1) if self._fates.random() < 0.9 else (2, 4)
            down = 10 ** self._fates.uniform(*powers)  # seconds
            self.timeline.at(self.timeline.now + down, self._start)

    # The machine under it

    def now(self) -> dt.datetime:
        return dt.datetime.fromtimestamp(clock(self.timeline.now), dt.UTC)

    def search_later(self, done: Callable[[bool], None]) -> None:
        """Let a search end after a while, or the process that searches."""
        longest = 0.3
        if self._searches.random() < 0.1:
            longest = self._searches.choice((4.0, 30.0))
            self.checkers.history.disturb()
        is_lost = self._searches.random() < self.weather.lost
        if is_lost:
            self.trouble("the search process was lost")
        self.timeline.soon(longest, self.process.loop.outside, done, is_lost)

    # What happens between people, Discord and the bot

    def interact(self, made: Interaction, *, at_once: bool = False) -> None:
        """Let Discord deliver an interaction: soon, late, twice, or never, if the bot is down."""
        self.made += 1
        self.tell(f"{made} in channel {made.channel}")
        self.checkers.made(made)
        self._deliver_later(made, 0.0 if at_once else 0.1)
        if self._deliveries.random() < self.weather.twice:
            self._deliver_later(made, self._deliveries.choice((0.01, 0.5, 3, 20)))
        if verb_of(made) in _COME_AGAIN and self._deliveries.random() < self.weather.again:
            minutes = self._deliveries.uniform(*_MINUTES)
            self.timeline.at(self.timeline.now + minutes, self._deliver_again, made)

    def _deliver_again(self, made: Interaction) -> None:
        """The same long after; where nothing new came too, the bot would take that time for now."""
        if self.people.are_here:
            self._deliver(made)

    def _deliver_later(self, made: Interaction, longest: float = 0.1) -> None:
        if self._deliveries.random() < self.weather.late:
            longest = 4.0
        self.timeline.soon(longest, self._deliver, made)

    def _deliver(self, made: Interaction) -> None:
        if not self.is_online:
            self.tell(f"nobody takes {made}: the bot is down")
        elif self.timeline.now >= self._accidents.gateway_back:
            self.tell(f"Discord delivers {made}")
            self._lately.append(made)
            self.checkers.history.delivered(made, self.process)
            self.process.receive(self.discord.event(made))
        elif self._accidents.resumes:
            self.sometimes("an event came after a resume")
            self.timeline.at(self._accidents.gateway_back, self._deliver, made)
        else:
            self.sometimes("an event was missed")

    def sent(self, request: Request) -> None:
        """The bot has sent a request, and it is on its way."""
        self.tell(f"the bot {self._named(request)}: {_said(request.body)}")
        self.check(self.checkers.sent, request)

    def check(self, check: Callable[..., None], *args: Any) -> None:
        """Check something in the midst of the bot, which might take a violation for its error."""
        try:
            check(*args)
        except Violation as violation:
            self._violations.append(violation)

    def taken(self, request: Request) -> Answer:
        """Discord takes a request, and answers."""
        answer = self.discord.take(self.timeline.now, request.method, request.path, request.body)
        if answer.status >= 300:
            self.tell(f"Discord refuses that it {self._named(request)}: {answer.body['message']}")
        self.checkers.taken(request, answer)
        return answer

    def lost(self, request: Request, how: str) -> None:
        """Something has gone wrong on the way."""
        self.trouble(f"a request was lost: {how}")
        self.tell(f"Discord is {how} as the bot {self._named(request)}")

    # The story

    def tell(self, what: str) -> None:
        """Add a line to the story."""
        self.story.append((self.timeline.now, what))

    def sometimes(self, what: str) -> None:
        """Note that something rare has happened."""
        self.rare[what] += 1
        self.tell(f"({what})")

    def trouble(self, what: str) -> None:
        """The same, where it may keep the bot from doing what is due."""
        self.checkers.history.disturb()
        self.sometimes(what)

    @property
    def digest(self) -> str:
        """A number for the whole story, to compare two runs."""
        return hashlib.sha256(repr(self.story).encode()).hexdigest()[:16]

    def _named(self, request: Request) -> str:
        """What the bot does with a request, as a verb and what it is about."""
        made = self.discord.asked(request.path)
        if made is None:
            return f"asks Discord: {request.method} {request.path}"
        if request.path.endswith("/callback"):
            return f"answers {made}"
        return f"{'adds to' if request.method == 'POST' else 'redraws'} the answer to {made}"


def _said(body: Any) -> str:
    """A message in a few words: the marks of its board, or the start of its text."""
    if not isinstance(body, dict):
        return ""
    data = body.get("data", body)
    if shown := read_board(data):
        marks = " ".join(f"{mark}{cell}" for cell, mark in sorted((shown.marks or {}).items()))
        return f"game {shown.game}, {'over' if shown.ply is None else 'live'}: {marks}"
    texts = [data.get("content"), *(part.get("content") for part in parts(data))]
    text = " ".join(in_english(next(filter(None, texts), "")).split())
    for user, name in NAMES.items():
        text = text.replace(f"<@{user}>", f"@{name}")
    return text[:_LINE]


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
def _logging_to(log: _Log) -> Iterator[None]:
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
