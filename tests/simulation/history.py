"""What people did in a world and what the bot told them, as the checkers ask about it."""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.simulation.database import has_counted
from tests.simulation.discord import EPHEMERAL, LEAVER, PATIENCE, Interaction, clock
from tests.simulation.messages import STAMP, UNDECIDED, UNKNOWN, Button, read_button
from tests.simulation.process import Process
from tests.simulation.way import Request

if TYPE_CHECKING:
    from tests.simulation.database import Game
    from tests.simulation.world import World

_A_MINUTE = 60  # seconds, after which the bot has looked what it may forget
_STOPS_IN = 2.4  # seconds in which a process that gives nothing up has stopped
_COINCIDENCES = {
    ("cupplay", "cupplay"): "both of a pair came at once",
    ("cupleave", "cupstart"): "somebody left a cup as it was drawn",
    ("rematch", "rematch"): "both asked for a rematch at once",
    ("cell", "cell"): "two pressed a board at once",
    ("join", "join"): "two joined an open game at once",
}
"""Presses about the same by two people within a tenth of a second."""
_TAKES_PART = ("accept", "join", "cell", "cupjoin", "cupplay", "rematch", "fading", "start", "cup")
"""How somebody shows that they want to be in a game, a challenge or a cup."""
_STORE_NOTHING = {"privacy", "export", "delete", "keep", "deletenow"}


class Violation(AssertionError):
    """Something has happened that must not."""


_UPDATE = 7  # the type of an answer that redraws the message


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
        has_more = self.data.get("components") or "file" in self.request.body
        return bool(private and self.content and not has_more)

    def is_private(self, made: Interaction) -> bool:
        """Whether only the person who asked sees it; a message that is redrawn stays as it was."""
        if self.request.body["type"] == _UPDATE and made.on:
            return made.on.to is not None
        return bool(self.data.get("flags", 0) & EPHEMERAL)

    @property
    def says_no(self) -> bool:
        """Whether it says that nothing was done."""
        return self.is_notice and not UNKNOWN.search(self.content)

    @property
    def refuses(self) -> bool:
        """Whether it turns the request down for good."""
        return self.says_no and not UNDECIDED.search(self.content)

    @property
    def is_undecided(self) -> bool:
        """Whether it says that something was given up, so that the same may yet be done."""
        return self.is_notice and not self.refuses


class History:
    """What has happened in a world so far.

    made        every interaction that people made; in by_verb the same by what they ask for
    deliveries  when each came and to which process, by its id
    told        the answers to each, by its id
    counted_at  when an interaction first came although it had counted, by its id
    deaths      when each process ended, by its number
    calm_stops  the numbers of processes that stopped without giving anything up
    stalls      from when to when the machine stood still
    posted_at   when the bot last posted
    deleted     when the leaver was told that everything is deleted
    came_back   whether something that the leaver did before arrived after that, perhaps again: it
                may count as new
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self.made: list[Interaction] = []
        self.by_verb: dict[str, list[Interaction]] = defaultdict(list)
        self.deliveries: dict[int, list[tuple[float, Process]]] = defaultdict(list)
        self.told: dict[int, list[Told]] = defaultdict(list)
        self.counted_at: dict[int, float] = {}
        self.deaths: dict[int, float] = {}
        self.calm_stops: set[int] = set()
        self.stalls: list[tuple[float, float]] = []
        self.posted_at = 0.0
        self.deleted: float | None = None
        self.came_back = False
        self._disturbed: list[float] = []  # when something went wrong, in order

    @property
    def now(self) -> float:
        return self.world.timeline.now

    # What is noted

    def note(self, made: Interaction) -> None:
        """Somebody has done something."""
        verb = verb_of(made)
        self.made.append(made)
        self.by_verb[verb].append(made)
        if made.on and verb == "accept":
            lapses = STAMP.search(made.on.text)
            if lapses and abs(clock(made.at) - int(lapses[1])) < 1:
                self.world.sometimes("a challenge was accepted as it lapsed")
        for (one, other), told in _COINCIDENCES.items():
            if verb in {one, other} and self._coincides(made, other if verb == one else one):
                self.world.sometimes(told)

    def _coincides(self, made: Interaction, verb: str) -> bool:
        """Whether somebody else has just pressed such a button about the same."""
        button = button_of(made)
        for earlier in self.by_verb[verb][-4:]:
            theirs = button_of(earlier)
            is_about_the_same = button and theirs and button.number == theirs.number
            if is_about_the_same and earlier.user != made.user and made.at - earlier.at < 0.1:
                return True
        return False

    def delivered(self, made: Interaction, process: Process) -> None:
        """Discord has delivered an interaction to a process."""
        before = self.deliveries[made.id]
        if before:
            again = "before and after a restart" if before[-1][1] is not process else "twice"
            self.world.sometimes(f"an interaction came {again}")
            if has_counted(self.world.file, made.id):
                self.counted_at.setdefault(made.id, self.now)
                if self.now > before[0][0] + _A_MINUTE:
                    self.world.sometimes("what had counted came again after a minute")
        is_earlier = self.deleted is not None and made.at < self.deleted
        if made.user == LEAVER and is_earlier and verb_of(made) not in _STORE_NOTHING:
            self.came_back = True
        before.append((self.now, process))

    def died(self, process: Process, why: str) -> None:
        self.deaths[process.number] = self.now
        self.disturb()
        if why == "it has stopped" and self.now < process.asked_to_stop + _STOPS_IN:
            self.calm_stops.add(process.number)
        self.world.sometimes(f"the bot ended: {why}")

    def stalled(self, seconds: float) -> None:
        """The machine is about to do nothing for so many seconds."""
        self.stalls.append((self.now, self.now + seconds))
        self._disturbed += (self.now, self.now + seconds)

    def disturb(self) -> None:
        """Something goes wrong or gets in the way."""
        self._disturbed.append(self.now)

    # How calm it was

    def is_calm(self, since: float, until: float) -> bool:
        """Whether nothing went wrong from one time to another."""
        return bisect(self._disturbed, since) == bisect(self._disturbed, until)

    @property
    def stood_still(self) -> float:
        """How long the machine has stood still in all, in seconds."""
        return sum(ends - begins for begins, ends in self.stalls)

    def patience(self, at: float) -> float:
        """How long the bot has to answer what came at a time: longer if the machine stalls."""
        stalled = 0.0
        for begins, ends in self.stalls:
            if begins < at + PATIENCE + stalled and at < ends:
                stalled += ends - begins
        return PATIENCE + stalled

    # What people asked for

    @property
    def gone(self) -> set[int]:
        """Who had their data deleted, or may have."""
        return {LEAVER} if self.by_verb["deletenow"] else set()

    def takes_part(self, user: int, channel: int) -> bool:
        """Whether somebody has shown in a channel that they want to play there."""
        return any(
            made.user == user and made.channel == channel
            for verb in _TAKES_PART
            for made in self.by_verb[verb]
        )

    def is_asked(self, user: int, channel: int) -> bool:
        """Whether somebody has asked a person to play in a channel."""
        starts = self.by_verb["start"]
        return any(
            made.channel == channel and made.options.get("opponent") == user for made in starts
        )

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

    def asks(self, verb: str, game: Game, user: int | None) -> bool:
        """Whether a person asked for something in a game, by a button or a command."""
        pressed = [made for made, _ in self.pressed(verb, game.id)]
        return any(made.user == user for made in [*pressed, *self.used(verb, game)])

    def says_no(self, made: Interaction) -> bool:
        """Whether an interaction was delivered once and told that nothing was done."""
        told = self.told[made.id]
        is_single = len(self.deliveries[made.id]) == 1
        return is_single and bool(told) and all(each.says_no for each in told)


def button_of(made: Interaction) -> Button | None:
    """The button that somebody pressed; None for a command."""
    return read_button(made.what) if made.on else None


def verb_of(made: Interaction) -> str:
    """What an interaction asks for, in a word."""
    button = button_of(made)
    return button.verb if button else made.what
