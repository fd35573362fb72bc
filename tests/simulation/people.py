"""People: they look at the messages they see, and do what people do, sensibly and senselessly."""

from __future__ import annotations

from collections import deque
from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from tests.simulation.choices import (
    SENSIBLE,
    Choice,
    Command,
    Options,
    choices_of,
    commands,
    worth,
)
from tests.simulation.discord import (
    ALONE,
    CUPS,
    FOREIGN,
    FRIENDS,
    LEAVER,
    PEOPLE,
    Message,
    clock,
    direct,
    is_direct,
)
from tests.simulation.messages import STAMP

if TYPE_CHECKING:
    from tests.simulation.world import World

_DIRECT = 0  # stands for the channel of somebody with the bot alone
_CHANNELS = {FRIENDS: 12, ALONE: 4, CUPS: 7, _DIRECT: 3, FOREIGN: 2}
_SEEN = 8  # messages of a channel that somebody looks at
_REMEMBERED = 40  # messages as they were, whose buttons an outdated client still shows
_SEES_THAT = 0.9  # how often somebody does nothing because Discord shows the bot as offline
_GOES_ON = 0.2  # how often somebody goes on with what only they see
_LOOKS_BACK = 0.05  # how often with what an outdated client still shows
_PLANS = 0.4  # how often somebody acts at the time that a message tells
_TASTES = (0.1, 1, 1, 5)  # how much more or less than usual something happens in a channel

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
    "play": ("play",),
    "playbest": ("playbest", "takeback"),
    "takeback": ("takeback", "playbest", "hint"),
    "resign": ("cell", "draw"),
}
"""What somebody else likes to press about the same at the same time."""
_COINCIDE = {"cupstart", "cupleave", "rematch", "draw", "join"}  # which would otherwise rarely meet


class People:
    """Everyone in a world. They act until enough interactions were made."""

    def __init__(self, world: World, rng: Random, interactions: int) -> None:
        self._world = world
        self._rng = rng
        self._left = interactions
        self._remembered: deque[Message] = deque(maxlen=_REMEMBERED)
        self._planned: set[int] = set()
        self._crowding = rng.uniform(0.2, 0.6)  # how often somebody acts at once after another
        self._options = Options(rng)
        self._channels = [weight * rng.choice(_TASTES) for weight in _CHANNELS.values()]
        self._leaves_at = -1  # the leaver, when so many interactions are left
        if rng.random() < 0.5:
            self._leaves_at = int(self._left * rng.uniform(0.1, 0.6))
        self._has_left = False

    @property
    def are_here(self) -> bool:
        return self._left > 0

    @property
    def may_have_left(self) -> bool:
        """Whether the leaver has pressed what deletes their data."""
        return self._has_left or bool(self._world.checkers.history.gone)

    def begin(self) -> None:
        self._world.timeline.at(1.0, self._act)

    def _act(self) -> None:
        """Somebody acts, and later somebody else."""
        world, rng = self._world, self._rng
        now = world.timeline.now
        if not self.are_here:
            return
        if now < world.down_until:
            world.timeline.at(world.down_until + rng.uniform(0, 5), self._act)
            return
        if not world.is_online and rng.random() < _SEES_THAT:
            world.timeline.at(now + rng.uniform(1, 60), self._act)
            return
        self._do_something()
        world.timeline.at(now + self._seconds_until_next(), self._act)

    def _seconds_until_next(self) -> float:
        rng = self._rng
        if rng.random() < self._crowding:
            return rng.uniform(0, 0.3)
        if rng.random() < 0.97:
            return rng.uniform(0.3, 5)
        if rng.random() < 0.7:
            return rng.uniform(30, 400)
        return rng.uniform(500, 900)

    # What somebody does

    def _do_something(self) -> None:
        rng = self._rng
        if not self._has_left and self._left <= self._leaves_at:
            self._leave()
            return
        if self._has_left and rng.random() < 0.1:
            self._press_in_vain()
            return
        users = PEOPLE if self._has_left else [*PEOPLE, LEAVER]
        if rng.random() < _LOOKS_BACK and self._look_back(users):
            return
        if rng.random() < _GOES_ON and self._go_on(rng.choice(users)):
            return
        channel = rng.choices([*_CHANNELS], self._channels)[0]
        self._look(users, channel)

    def _look(self, users: list[int], channel: int) -> None:
        """Somebody looks at a channel and does something there, rather one who has a reason to."""
        rng = self._rng
        for user in rng.sample(users, 4):
            where = channel or direct(user)
            messages = self._world.discord.seen_by(user, where, _SEEN)
            choices = [choice for message in messages for choice in choices_of(message)]
            weights = [worth(user, choice) for choice in choices]
            if any(weight >= SENSIBLE for weight in weights):
                break
        self._remembered.extend(messages[:2])
        for message in messages:
            self._plan(message)
        by_name = commands(user, where, messages)
        match rng.choices([*choices, *by_name], [*weights, *by_name.values()])[0]:
            case Choice() as choice:
                self.press(user, choice)
            case name:
                self.use(user, where, Command(name, self._options.of(name, user)))

    def _look_back(self, users: list[int]) -> bool:
        """Somebody presses what an outdated client still shows; returns whether they can."""
        if not self._remembered:
            return False
        message = self._rng.choice(self._remembered)
        choices = [each for each in choices_of(message) if each.verb != "deletenow"]
        readers = [user for user in users if _reads(user, message)]
        if not choices or not readers:
            return False
        self.press(self._rng.choice(readers), self._rng.choice(choices))
        return True

    def _go_on(self, user: int) -> bool:
        """Go on with the last message that only this person sees; returns whether there was one."""
        messages = islice(reversed(self._world.discord.messages.values()), _REMEMBERED)
        own = next((each for each in messages if each.to == user), None)
        choices = [*choices_of(own)] if own else []
        weights = [worth(user, choice) for choice in choices]
        if not any(weights):
            return False
        self.press(user, self._rng.choices(choices, weights)[0])
        return True

    def _leave(self) -> None:
        """The leaver looks at what is kept about them, deletes it, and is gone when it is done."""
        for verb in ("deletenow", "delete"):
            for message in self._world.discord.seen_by(LEAVER, ALONE, 2):
                for choice in choices_of(message):
                    if choice.verb == verb:
                        self.press(LEAVER, choice)
                        return
        if self._world.checkers.history.deleted:
            self._has_left = True
            self._press_in_vain()
            return
        self.use(LEAVER, ALONE, Command("privacy"))

    def _press_in_vain(self) -> None:
        """Someone who is gone presses what is not for them. They are refused and leave no trace."""
        for message in self._world.discord.seen_by(LEAVER, FRIENDS, _REMEMBERED):
            for choice in choices_of(message):
                if choice.verb == "accept" and f"<@{LEAVER}>" not in message.text:
                    self.press(LEAVER, choice)
                    return

    def _plan(self, message: Message) -> None:
        """Those whom a message names may do something at the very time that it tells."""
        stamp = STAMP.search(message.text)
        if stamp is None or message.id in self._planned:
            return
        self._planned.add(message.id)
        if self._rng.random() < _PLANS:
            now = self._world.timeline.now
            when = now + int(stamp[1]) - clock(now) + self._rng.uniform(-1, 1.5)
            self._world.timeline.at(when, self._act_in_time, message)

    def _act_in_time(self, message: Message) -> None:
        """Somebody answers a challenge, and for a game somebody claims the win."""
        choices = [each for each in choices_of(message) if each.verb == "accept"]
        for user in PEOPLE:
            if f"<@{user}>" in message.text and choices:
                self._world.timeline.soon(1, self.press, user, choices[0])
            elif f"<@{user}>" in message.text:
                claim = Command("claim")
                self._world.timeline.soon(1, self.use, user, message.channel, claim)

    # How somebody does it

    def press(self, user: int, choice: Choice, *, at_once: bool = False) -> None:
        """Somebody presses a button, and perhaps somebody else one about the same with them."""
        world = self._world
        self._left -= 1
        chosen = None
        if values := choice.message.choices.get(choice.custom_id):
            chosen = self._rng.choice(values)
        now = world.timeline.now
        message, what = choice.message, choice.custom_id
        made = world.discord.interaction(
            now, user, message.channel, what, on=message, chosen=chosen
        )
        world.interact(made, at_once=at_once)
        often = 0.6 if choice.verb in _COINCIDE else 0.2
        if choice.verb in _AT_ONCE and self._rng.random() < often:
            world.timeline.soon(0.05, self._press_too, user, choice)

    def _press_too(self, user: int, choice: Choice) -> None:
        """Somebody presses something about the same, on that message as they see it or another."""
        verb = self._rng.choice(_AT_ONCE[choice.verb])
        others = [each for each in PEOPLE if f"<@{each}>" in choice.message.text] or PEOPLE
        is_alone = choice.verb in {"playbest", "takeback"}
        other = user if is_alone or self._rng.random() < 0.1 else self._rng.choice(others)
        seen = self._world.discord.seen_by(other, choice.message.channel, _SEEN)
        also = []
        for message in [choice.message, *seen]:
            for each in choices_of(message):
                if each.verb == verb and each.about == choice.about:
                    also.append(each)
        if also:
            self.press(other, self._rng.choice(also))

    def use(self, user: int, channel: int, command: Command, *, at_once: bool = False) -> None:
        """Somebody uses a command."""
        self._left -= 1
        now = self._world.timeline.now
        name, options = command
        made = self._world.discord.interaction(now, user, channel, name, options=options)
        self._world.interact(made, at_once=at_once)


def _reads(user: int, message: Message) -> bool:
    """Whether somebody sees a message."""
    if is_direct(message.channel):
        return message.channel == direct(user)
    return message.to in {None, user}
