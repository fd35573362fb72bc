"""People: they look at the messages they see, and do what people do, sensibly and senselessly."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from tests.simulation import seams
from tests.simulation.discord import NAMES, Message, clock
from tests.simulation.seams import read_button

if TYPE_CHECKING:
    from tests.simulation.world import World

*PEOPLE, LEAVER = NAMES
"""Everyone; the leaver deletes their data at some time, and is gone."""
FRIENDS, ALONE, CUPS = 10, 20, 30  # channels, by what people mostly do in them
_GAMES = ("3x3", "3x3", "3x3", "misere", "fading")  # which are looked up; the others are searched
_LARGE = ("4x4", "5x5")
_LEVELS = ("easy", "normal", "hard", "expert", "perfect", "random")
_SEEN = 8  # messages of a channel that somebody looks at
_SENSIBLE = 5  # what a button is worth that somebody has a reason to press
_REVIEW, _MENU = "Review this game", 0.05  # a command in the menu of messages, and what it is worth
_NIGHTS = 500  # one in so many worlds has one, which takes as long as thirty others
_REMEMBERED = 40  # messages as they were, whose buttons an outdated client still shows

# What each button is worth to somebody who may press it, and to anyone else.
_APPEAL = {
    "cell": (40, 2),
    "taken": (0.2, 0.1),
    "accept": (30, 2),
    "join": (20, 2),
    "decline": (2, 0.5),
    "block": (1, 1),
    "unblock": (1, 1),
    "cancel": (0.4, 0.4),
    "resign": (0.8, 0.4),
    "resignnow": (30, 30),
    "draw": (4, 0.5),
    "claim": (6, 0.5),
    "rematch": (8, 1),
    "fading": (8, 1),
    "try": (1, 1),
    "easier": (2, 0.3),
    "harder": (2, 0.3),
    "hint": (100, 0.3),
    "playbest": (60, 60),
    "takeback": (60, 60),
    "review": (0.5, 0.2),
    "next": (3, 3),
    "play": (0.5, 0.5),
    "cupjoin": (0.5, 12),
    "cupleave": (0.5, 0.1),
    "cupstart": (3, 3),
    "cupcancel": (0.05, 0.05),
    "cupplay": (15, 0.5),
    "cuplook": (0.5, 0.5),
}
_AT_ONCE = {
    "accept": ("accept", "cancel", "decline"),
    "join": ("join", "join", "cancel"),
    "cell": ("cell", "cell", "cell", "resign", "draw", "claim"),
    "claim": ("cell", "claim"),
    "draw": ("draw", "draw", "cell"),
    "rematch": ("rematch",),
    "fading": ("fading", "rematch"),
    "cupplay": ("cupplay",),
    "cupstart": ("cupleave", "cupjoin"),
    "cupleave": ("cupstart", "cupjoin"),
    "next": ("next", "play"),
    "playbest": ("playbest", "takeback"),
    "takeback": ("takeback", "playbest", "hint"),
    "resign": ("cell", "draw"),
}
"""What somebody else likes to press about the same at the same time."""
_COINCIDE = {"cupstart", "cupleave", "rematch", "draw", "join"}  # which would otherwise rarely meet


class Choice(NamedTuple):
    """A button that somebody might press."""

    message: Message
    custom_id: str
    verb: str


class Menu(NamedTuple):
    """A message whose menu somebody might open, to review the game that it may show."""

    message: Message


class Command(NamedTuple):
    """A command that somebody might use, and what that is worth to them."""

    appeal: float
    name: str
    options: dict[str, object]


class People:
    """Everyone in a world. They act until enough interactions were made."""

    def __init__(self, world: World, rng: Random) -> None:
        self._world = world
        self._rng = rng
        self._left = world.interactions
        self._remembered: deque[Message] = deque(maxlen=_REMEMBERED)
        self._planned: set[int] = set()
        self._hurry = rng.uniform(0.2, 0.6)  # how often somebody acts at once after another
        self._leaving = int(self._left * rng.uniform(0.1, 0.6)) if rng.random() < 0.5 else -1
        self._has_left = self._leaving < 0
        self.goes_to_bed = world.seed % _NIGHTS == _NIGHTS - 1

    @property
    def are_here(self) -> bool:
        return self._left > 0

    def begin(self) -> None:
        self._world.timeline.at(1.0, self._act)

    def _act(self) -> None:
        """Somebody acts, and later somebody else."""
        if self._left <= 0:
            return
        self._do_something()
        rng, timeline = self._rng, self._world.timeline
        if rng.random() < self._hurry:
            wait = rng.uniform(0, 0.3)
        elif rng.random() < 0.97:
            wait = rng.uniform(0.3, 5)
        elif rng.random() < 0.7:
            wait = rng.uniform(30, 400)
        else:
            wait = rng.uniform(500, 900)
        timeline.at(timeline.now + wait, self._act)

    def _do_something(self) -> None:
        rng = self._rng
        if not self._has_left and self._left <= self._leaving:
            self._leave()
            return
        if self._has_left and self._leaving > 0 and rng.random() < 0.1:
            self._press_in_vain()
            return
        users = PEOPLE if self._has_left else [*PEOPLE, LEAVER]
        if rng.random() < 0.05 and self._remembered:
            self._press_anything(rng.choice(users), rng.choice(self._remembered))
            return
        channel = rng.choices((FRIENDS, ALONE, CUPS), (6, 2, 4))[0]
        for user in rng.sample(users, 4):  # rather somebody who has a reason to do something
            messages = self._world.discord.seen_by(user, channel, _SEEN)
            choices = [choice for message in messages for choice in _choices(message)]
            weights = [self._appeal(user, choice) for choice in choices]
            if any(weight >= _SENSIBLE for weight in weights):
                break
        self._remembered.extend(messages[:2])
        commands = self._commands(user, channel)
        menus = [*map(Menu, messages)]
        weights += [command.appeal for command in commands] + [_MENU] * len(menus)
        match rng.choices([*choices, *commands, *menus], weights)[0]:
            case Choice() as choice:
                self._press(user, choice)
            case Menu(message):
                self._left -= 1
                self._world.interact(
                    self._world.discord.choose(self._world.timeline.now, user, message, _REVIEW)
                )
            case Command(_, name, options):
                self._command(user, channel, name, options)

    def _appeal(self, user: int, choice: Choice) -> float:
        theirs, others = _APPEAL.get(choice.verb, (0.1, 0.1))
        text = choice.message.text
        if choice.verb == "cell":
            turn = seams.TURN.search(text)
            cells = sum(each.count(":cell:") for each in choice.message.buttons)
            return theirs if turn and int(turn[1]) == user else others / cells
        if choice.verb == "next":
            self._plan_next_move(choice)
        if choice.verb == "accept" and (expires := seams.EXPIRES.search(text)):
            self._plan_late_answer(choice, int(expires[1]))
        return theirs if f"<@{user}>" in text else others

    def _plan_late_answer(self, choice: Choice, expires: int) -> None:
        """Sometimes somebody answers a challenge at the very moment at which it lapses."""
        rng, timeline = self._rng, self._world.timeline
        if choice.message.id in self._planned or rng.random() > 0.2:
            return
        self._planned.add(choice.message.id)
        when = timeline.now + expires - clock(timeline.now) + rng.uniform(-1, 1)
        for user in PEOPLE:
            if f"<@{user}>," in choice.message.text:
                timeline.at(when, self._press, user, choice)

    def _plan_next_move(self, choice: Choice) -> None:
        """People who watch a game may come back to it minutes later, just before it is closed."""
        if choice.message.id not in self._planned:
            self._planned.add(choice.message.id)
            when = self._world.timeline.now + self._rng.uniform(60, 590)
            self._world.timeline.at(when, self._press, self._rng.choice(PEOPLE), choice)

    def _commands(self, user: int, channel: int) -> list[Command]:
        rng = self._rng
        other = rng.choice([each for each in PEOPLE if each != user])
        against_bot = {"game": rng.choice(_GAMES), "level": rng.choice(_LEVELS)}
        if rng.random() < 0.1:
            against_bot = {"game": rng.choice(_LARGE), "level": "easy", "first": "them"}
        terms = {"game": rng.choice((*_GAMES, *_LARGE)), "time": rng.choice((1, 1, 2, 10))}
        alone, friends, cups = channel == ALONE, channel == FRIENDS, channel == CUPS
        return [
            Command(3 if alone else 0.3, "start", against_bot),
            Command(4 if friends else 0.3, "start", {"opponent": other, **terms}),
            Command(2 if friends else 0.2, "start", {"open": True, **terms}),
            Command(2, "move", {"cell": rng.choice((*range(1, 10), 11, 12, 21, 22, 33))}),
            Command(0.7, "board", {}),
            Command(0.3, "resign", {}),
            Command(0.3, "draw", {}),
            Command(0.5, "claim", {}),
            Command(0.2, "hint", {}),
            Command(
                6 if cups else 0.1,
                "cup",
                {"game": rng.choice(_GAMES), "time": 1, "joining": rng.choice((1, 3))},
            ),
            Command(2 if alone else 0.1, "watch", {"game": rng.choice(_GAMES)}),
            Command(0.1, "stop", {}),
            Command(0.2, "stats", {}),
            Command(0.2, "top", {}),
            Command(0.1, "review", {}),
        ]

    def _press_anything(self, user: int, message: Message) -> None:
        if choices := list(_choices(message)):
            self._press(user, self._rng.choice(choices))

    def _press(self, user: int, choice: Choice) -> None:
        world = self._world
        self._left -= 1
        world.interact(world.discord.press(world.timeline.now, user, choice.message, choice.custom_id))
        if choice.verb in _AT_ONCE and self._rng.random() < (0.6 if choice.verb in _COINCIDE else 0.2):
            world.timeline.soon(0.05, self._press_too, user, choice)

    def _press_too(self, user: int, choice: Choice) -> None:
        """Somebody presses something about the same, on that message as they still see it or on another."""
        verb = self._rng.choice(_AT_ONCE[choice.verb])
        others = [each for each in PEOPLE if f"<@{each}>" in choice.message.text] or PEOPLE
        is_alone = choice.verb in {"playbest", "takeback"}
        other = user if is_alone or self._rng.random() < 0.1 else self._rng.choice(others)
        messages = [choice.message, *self._world.discord.seen_by(other, choice.message.channel, _SEEN)]
        about = choice.custom_id.split(":")[2]
        also = [each for message in messages for each in _choices(message) if each.verb == verb]
        if also := [each for each in also if each.custom_id.split(":")[2] == about]:
            self._press(other, self._rng.choice(also))

    def _command(self, user: int, channel: int, name: str, options: dict[str, object]) -> None:
        world = self._world
        self._left -= 1
        world.interact(world.discord.command(world.timeline.now, user, channel, name, **options))

    def _leave(self) -> None:
        """The leaver looks at what is kept about them, deletes it, and is gone when that is done."""
        ways = ("deletenow", "delete")
        for message in self._world.discord.seen_by(LEAVER, ALONE, 2):
            for choice in sorted(_choices(message), key=lambda each: each.verb not in ways[:1]):
                if choice.verb in ways:
                    self._press(LEAVER, choice)
                    return
        if self._world.checkers.deleted:
            self._has_left = True
            self._press_in_vain()
            return
        self._command(LEAVER, ALONE, "privacy", {})

    def _press_in_vain(self) -> None:
        """A person who is gone presses what is not for them. They are refused, and leave no trace."""
        for message in self._world.discord.seen_by(LEAVER, FRIENDS, _REMEMBERED):
            for choice in _choices(message):
                if choice.verb == "accept" and f"<@{LEAVER}>" not in message.text:
                    self._press(LEAVER, choice)
                    return


def _choices(message: Message) -> Iterator[Choice]:
    board = seams.read_board({"components": message.components})
    for custom_id in message.buttons:
        if button := read_button(custom_id):
            is_taken = button.verb == "cell" and board and button.cell in board.marks
            yield Choice(message, custom_id, "taken" if is_taken else button.verb)
