"""A crowd: sixteen people act at one instant."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING

from tests.simulation.choices import Command, choices_of
from tests.simulation.discord import CUPS, FRIENDS, GUESTS, PEOPLE, is_direct

if TYPE_CHECKING:
    from tests.simulation.world import World

_SIZE = 16  # people
_RECENT = 40  # messages
_TOGETHER = ("join", "cupjoin", "cell", "accept", "rematch", "play")
"""The buttons that a crowd likes to press, the rarest first."""


def gather(world: World, rng: Random) -> None:
    """Let a crowd press a button, or use a command."""
    crowd = rng.sample([*PEOPLE, *GUESTS], _SIZE)
    public = [
        choice
        for message in islice(reversed(world.discord.messages.values()), _RECENT)
        if message.to is None and not is_direct(message.channel)
        for choice in choices_of(message)
    ]
    for verb in _TOGETHER:
        choices = [each for each in public if each.verb == verb]
        if choices and rng.random() < 0.5:
            world.sometimes(f"sixteen people pressed {verb}")
            message = rng.choice(choices).message
            on_it = [each for each in choices if each.message is message]
            for user in crowd:
                world.people.press(user, rng.choice(on_it), at_once=True)
            return
    target = rng.choice(PEOPLE)
    challenge = Command("start", {"opponent": target, "game": "3x3"})
    command = rng.choice((Command("top"), challenge))
    channel = rng.choice((FRIENDS, CUPS))
    world.sometimes(f"sixteen people used {command.name}")
    for user in crowd:
        if user != target:
            world.people.use(user, channel, command, at_once=True)
