"""Stories: what some people of a world do one after another, since chance would rarely do it."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import TYPE_CHECKING

from tests.simulation.choices import Command, choices_of
from tests.simulation.discord import FRIENDS, LEAVER, MANAGERS, PEOPLE, STAGE
from tests.simulation.people import People

if TYPE_CHECKING:
    from tests.simulation.world import World

_APART = (0, 7, 13)  # in a world are three stories so far apart in the list, as like ones collide
_OVER_TWO_MINUTES = 125  # seconds
_SEEN = 40  # messages of a channel in which somebody looks for a button
_STORIES = (
    "0:/challenge 1:decline 1:block 1:/open 0:join 1:unblock",
    "1:/challenge 0:decline 0:block 0:/open 1:join 0:/privacy 0:unblockall 0:close 0:open 0:delete"
    " 0:keep",
    "0:/challenge 1:accept 0:/draw 1:draw 0:fading 1:rematch 0:/resign",
    "0:/challenge 1:accept 0:/draw 1:draw 0:rematch+1:rematch 0:/draw 1:draw 0:rematch+1:rematch",
    "0:/challenge 2:accept 1:accept 0:1 1:2 0:2 1:1 1:resign 1:resignnow 0:/privacy 0:export",
    "0:/fade 1:accept" + 3 * " 0:1 1:3 0:2 1:4 0:6 1:8 0:7 1:9" + " 0:1",
    "0:/quick 1:accept ~ 0:/board 0:/claim+1:/claim+0:claim+1:claim",
    "0:/open 1:join+2:join",
    "0:/cup 0:cupjoin 1:cupjoin 0:cupstart 0:/resign 1:/resign 0:cupplay+1:cupplay 0:/draw+1:/draw"
    " 0:cupplay 1:cupplay 0:/draw 1:draw",
    "1:/cup 1:cupjoin 2:cupjoin 1:cupstart 1:/resign 2:/resign 1:cupplay 2:cupplay 1:/draw+2:/draw"
    " 1:cupplay 2:cupplay 1:/draw 2:/resign",
    "3:/start 3:1 3:5 3:/resign 3:/privacy 3:export 3:/topbot",
    "0:/start 0:/move 0:hint 0:playbest 0:hint 0:takeback 0:/hint",
    "0:/large 0:/read 0:33 0:/read 0:21 0:/read 0:54 0:45",
    "1:/start 1:/move 0:/stop 0:stopnow 1:/review 1:later 1:earlier 1:show 1:try",
    "0:/settings 0:reset 0:resetagain 0:resetnow 0:settings",
    "0:/help 0:today 0:puzzle* ~ 0:sharepuzzle 0:practise",
    "0:/daily 0:dailyhere 0:/daily 0:dailyoff 1:/watch 0:play",
    "0:/top 0:/topbot 0:/help 0:start 0:/board 0:/resign 0:easier",
    "0:/start 0:1 0:2 0:4 0:/resign 0:fix 0:mistake 0:try 0:earlier 0:later 0:share 0:easier",
    "0:/privacy 0:textfirst 0:/start 0:read 0:/privacy 0:picturesfirst",
    "0:/slow 1:accept 0:/games 0:gamesatonce 1:/games 1:gamesatonce 1:gamesathalf 1:gamesatonce"
    " ~ 0:1 ~ 1:2 ~ 0:3",
    "0:/start 0:1 0:/resign 0:/games 0:pastreview 0:/challenge 1:accept 0:/games 0:giveupwhich"
    " 0:giveupnow",
    "0:/start 0:1 0:/resign 0:/privacy 0:textfirst 0:/start 0:/games 0:giveup 0:giveupnow"
    " 0:/games 0:pastgames 0:games 0:/privacy 0:picturesfirst",
)
"""A command or button after another, unless something comes between.

One of four people has a number, the last is the leaver; a number after it is a cell, and all
buttons with a verb and * are pressed. What a plus joins happens at once, and ~ stands for more than
two minutes.
"""
_OTHER = 0  # stands for the other one of the first two people
_COMMANDS: dict[str, tuple[str, dict[str, object]]] = {
    "/challenge": ("start", {"opponent": _OTHER, "game": "3x3"}),
    "/fade": ("start", {"opponent": _OTHER, "game": "fading", "first": "me"}),
    "/large": ("start", {"game": "5x5", "level": "easy", "first": "me"}),
    "/read": ("board", {"text": True}),
    "/cup": ("cup", {"game": "3x3", "time": 1, "joining": 3}),
    "/quick": ("start", {"opponent": _OTHER, "time": 1}),
    "/slow": ("start", {"opponent": _OTHER, "game": "3x3", "first": "me", "time": 10}),
    "/open": ("start", {"open": True}),
    "/start": ("start", {"game": "3x3", "level": "normal"}),
    "/move": ("move", {"cell": 1}),
    "/topbot": ("top", {"against": "bot"}),
    "/stop": ("stop", {"player": _OTHER}),
}
"""The commands in stories that have options."""


class Stories:
    """The stories of a world, mostly where nobody else does anything."""

    def __init__(self, world: World, people: People, rng: Random) -> None:
        self._world = world
        self._people = people
        self._rng = rng
        manager = rng.choice([*MANAGERS])
        self._cast = [manager, *rng.sample(sorted({*PEOPLE} - MANAGERS), 2), LEAVER]

    def begin(self) -> None:
        """Let the stories of this world happen."""
        for apart in _APART:
            channel = FRIENDS if self._rng.random() < 0.25 else STAGE + apart
            steps = deque(_STORIES[(self._world.seed + apart) % len(_STORIES)].split())
            when = self._world.timeline.now + self._rng.uniform(1, 60)
            self._world.timeline.at(when, self._go_on, steps, channel)

    def _go_on(self, steps: deque[str], channel: int) -> None:
        """Let the next step of a story happen, as soon as the bot is there."""
        timeline = self._world.timeline
        if not self._people.are_here:
            return
        if not self._world.is_online:
            wait = self._rng.uniform(1, 10)
            timeline.at(timeline.now + wait, self._go_on, steps, channel)
            return
        step = steps.popleft()
        wait = self._rng.uniform(1, 6)
        if step == "~":
            wait = _OVER_TWO_MINUTES
        else:
            for part in step.split("+"):
                timeline.soon(0.05, self._tell, channel, *part.split(":"))
        if steps:
            timeline.at(timeline.now + wait, self._go_on, steps, channel)

    def _tell(self, channel: int, who: str, what: str) -> None:
        """Somebody does what a story tells, if they can."""
        user = self._cast[int(who)]
        if user == LEAVER and self._people.may_have_left:
            return
        if what.isdigit():
            self._people.use(user, channel, Command("move", {"cell": int(what)}))
        elif what.startswith("/"):
            other = self._cast[1 if who == "0" else 0]
            name, options = _COMMANDS.get(what, (what.removeprefix("/"), {}))
            given = {
                option: other if value is _OTHER else value for option, value in options.items()
            }
            self._people.use(user, channel, Command(name, given))
        else:
            self._tell_press(user, channel, what)

    def _tell_press(self, user: int, channel: int, what: str) -> None:
        """Somebody presses such a button of the last message that has one, or all of them."""
        verb = what.removesuffix("*")
        for message in self._world.discord.seen_by(user, channel, _SEEN):
            choices = [each for each in choices_of(message) if each.verb == verb]
            if not choices:
                continue
            if verb == what:
                choices = [self._rng.choice(choices)]
            for late, choice in enumerate(choices):
                when = self._world.timeline.now + 2 * late
                self._world.timeline.at(when, self._people.press, user, choice)
            return
