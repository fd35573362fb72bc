"""What people did in a world and what the bot told them, as the checkers ask about it."""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from bot.interactions.limits import OF_EACH
from tests.simulation.discord import EPHEMERAL, LEAVER, PATIENCE, Interaction, clock
from tests.simulation.faults import Process, Request
from tests.simulation.messages import EXPIRES, UNDECIDED, UNKNOWN, Button, read_button

if TYPE_CHECKING:
    from tests.simulation.database import Game
    from tests.simulation.world import World

_LATE, _CROWD = 1.5, 16  # so late and in such a crowd, an interaction need not be answered
_STOPS_IN = 2.4  # seconds in which a process that gives nothing up has stopped
_LONG = 600  # seconds
_COINCIDENCES = (
    ("cupplay", "cupplay", "both of a pair came at once"),
    ("cupleave", "cupstart", "somebody left a cup as it was drawn"),
    ("rematch", "rematch", "both asked for a rematch at once"),
    ("cell", "cell", "two pressed a board at once"),
    ("join", "join", "two joined an open game at once"),
)
"""Presses about the same by two people within a tenth of a second."""
_STORE_NOTHING = {"privacy", "export", "delete", "keep", "deletenow"}


class Violation(AssertionError):
    """Something has happened that must not."""


class Told(NamedTuple):
    """An answer that the bot has sent to an interaction, whether or not it arrived."""

    at: float
    process: Process
    request: Request

    @property
    def data(self) -> dict[str, Any]:
        data: dict[str, Any] = self.request.body["data"]
        return data

    @property
    def content(self) -> str:
        return self.data.get("content") or ""

    @property
    def is_notice(self) -> bool:
        """Whether it only says why nothing was done."""
        private = self.data.get("flags", 0) & EPHEMERAL
        return bool(private and self.content and not self.data.get("components"))

    @property
    def says_no(self) -> bool:
        """Whether it says that nothing was done."""
        return self.is_notice and not UNKNOWN.match(self.content)

    @property
    def refuses(self) -> bool:
        """Whether it turns the request down for good."""
        return self.says_no and not UNDECIDED.match(self.content)


class History:
    """What has happened in a world so far.

    made        every interaction that people made; in by_verb the same by what they ask for
    deliveries  when each came and to which process, by its id
    turned_away deliveries, by id and time, that came too late into a crowd to be answered
    told        the answers to each, by its id
    makers      what each challenge was made by, by its number
    deaths      when each process ended, by its number
    calm_stops  the numbers of processes that stopped without giving anything up
    stalls      from when to when the machine stood still
    disturbed   whenever something went wrong or got in the way, in order
    posted_at   when the bot last posted
    deleted     when the leaver was told that everything is deleted
    came_back   whether something that the leaver did before arrived after that, perhaps again: it
                counts as new, because nothing is left that would tell
    erased      whose data the operator deleted, and when
    banned      whom the operator shuts out, and since when
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.made: list[Interaction] = []
        self.by_verb: dict[str, list[Interaction]] = defaultdict(list)
        self.deliveries: dict[int, list[tuple[float, Process]]] = defaultdict(list)
        self.turned_away: set[tuple[int, float]] = set()
        self.told: dict[int, list[Told]] = defaultdict(list)
        self.makers: dict[int, Interaction] = {}
        self.deaths: dict[int, float] = {}
        self.calm_stops: set[int] = set()
        self.stalls: list[tuple[float, float]] = []
        self.disturbed: list[float] = []
        self.posted_at = 0.0
        self.deleted: float | None = None
        self.came_back = False
        self.erased: dict[int, float] = {}
        self.banned: tuple[int, float] | None = None

    @property
    def now(self) -> float:
        return self.world.timeline.now

    def sometimes(self, what: str) -> None:
        self.world.sometimes(what)

    @property
    def stood_still(self) -> float:
        """How long the machine has stood still in all, in seconds."""
        return sum(ends - begins for begins, ends in self.stalls)

    def is_calm(self, since: float, until: float) -> bool:
        """Whether nothing went wrong from one time to another."""
        return bisect(self.disturbed, since) == bisect(self.disturbed, until)

    # What is noted

    def disturb(self) -> None:
        """Something goes wrong or gets in the way."""
        self.disturbed.append(self.now)

    def note(self, made: Interaction) -> None:
        """Somebody has done something."""
        verb, button = verb_of(made), button_of(made)
        self.made.append(made)
        self.by_verb[verb].append(made)
        expires = EXPIRES.search(made.on.text) if made.on and verb == "accept" else None
        if expires and abs(clock(made.at) - int(expires[1])) < 1:
            self.sometimes("a challenge was accepted as it lapsed")
        for one, other, told in _COINCIDENCES:
            if button and verb in {one, other}:
                for earlier in self.by_verb[other if verb == one else one][-4:]:
                    theirs = button_of(earlier)
                    if (
                        earlier.user != made.user
                        and theirs
                        and theirs.number == button.number
                        and made.at - earlier.at < 0.1
                    ):
                        self.sometimes(told)

    def delivered(self, made: Interaction, process: Process) -> None:
        """Discord has delivered an interaction to a process."""
        before = self.deliveries[made.id]
        if before:
            again = "before and after a restart" if before[-1][1] is not process else "twice"
            self.sometimes(f"an interaction came {again}")
        is_earlier = self.deleted is not None and made.at < self.deleted
        if made.user == LEAVER and is_earlier and verb_of(made) not in _STORE_NOTHING:
            self.came_back = True
        before.append((self.now, process))
        if self.now - made.at >= _LATE and self._delivered_lately(process) > _CROWD:
            self.sometimes("an interaction came late into a crowd")
            self.turned_away.add((made.id, self.now))

    def is_too_much(self, made: Interaction, at: float, process: int) -> bool:
        """Whether this process may have been at work on more of a person than it takes at once."""
        theirs = [self.deliveries[other.id] for other in self.made if other.user == made.user]
        may_be_at_work = sum(
            taken_by.number == process and at - 2 * PATIENCE < came <= at
            for deliveries in theirs
            for came, taken_by in deliveries
        )
        return may_be_at_work > OF_EACH.at_once

    def _delivered_lately(self, process: Process) -> int:
        """How many deliveries a process may still be at work on."""
        return sum(
            taken_by is process and at > self.now - 2 * PATIENCE
            for deliveries in self.deliveries.values()
            for at, taken_by in deliveries
        )

    def died(self, process: Process, why: str) -> None:
        self.deaths[process.number] = self.now
        self.disturb()
        if why == "it has stopped" and self.now < process.asked_to_stop + _STOPS_IN:
            self.calm_stops.add(process.number)
        self.sometimes(f"the bot ended: {why}")

    def stalled(self, seconds: float) -> None:
        """The machine is about to do nothing for so many seconds."""
        self.stalls.append((self.now, self.now + seconds))
        self.disturbed += (self.now, self.now + seconds)
        if seconds > _LONG:
            self.sometimes("the machine stood still for ten minutes or more")

    # What people asked for

    @property
    def gone(self) -> set[int]:
        """Who had their data deleted, or may have."""
        return {*self.erased, *([LEAVER] if self.by_verb["deletenow"] else [])}

    def pressed(self, verb: str, number: int) -> Iterator[tuple[Interaction, Button]]:
        """The presses of a button about something, without those told that nothing was done."""
        for made in self.by_verb[verb]:
            button = button_of(made)
            if button and button.number == number and not self.says_no(made):
                yield made, button

    def played(self, game: Game) -> Iterator[tuple[Interaction, Button]]:
        """The presses of cells of a game, on its board or in a hint."""
        for verb in ("cell", "playbest"):
            for made, button in self.pressed(verb, game.id):
                if made.channel == game.channel:
                    yield made, button

    def used(self, command: str, game: Game) -> Iterator[Interaction]:
        """The same for commands where a game is played."""
        for made in self.by_verb[command]:
            if made.on is None and made.channel == game.channel and not self.says_no(made):
                yield made

    def asks(self, verbs: tuple[str, ...], game: Game, user: int | None) -> list[Interaction]:
        """How a person asked for something in a game, by buttons or commands."""
        found = [made for verb in verbs for made, _ in self.pressed(verb, game.id)]
        found += [made for verb in verbs for made in self.used(verb, game)]
        return [made for made in found if made.user == user]

    def says_no(self, made: Interaction) -> bool:
        """Whether an interaction was delivered once and told that nothing was done."""
        told = self.told[made.id]
        return (
            len(self.deliveries[made.id]) == 1 and bool(told) and all(each.says_no for each in told)
        )


def button_of(made: Interaction) -> Button | None:
    """The button that somebody pressed; None for a command."""
    return read_button(made.what) if made.on else None


def verb_of(made: Interaction) -> str:
    """What an interaction asks for, in a word."""
    button = button_of(made)
    return button.verb if button else made.what
