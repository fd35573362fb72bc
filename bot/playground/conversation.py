"""One person's conversation with the bot: what each line does, what they see, and the help."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

import simcord

from bot.playground import lines
from bot.playground.commands import Command, find_command, takes
from bot.playground.drawing import draw
from bot.playground.not_understood import NotUnderstood, quoted
from bot.playground.simulation import Message
from bot.playground.world import DIRECT, START, World
from bot.rendering.voice import ENGLISH

_logger = logging.getLogger(__name__)

_TIME = re.compile(r"(\d{1,5}) ?([smhd]?)")
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
_LONGEST = 86400  # seconds, for one wait


class Row(NamedTuple):
    """What to type, and what it does."""

    typed: str
    does: str


OWN_WORDS = {
    "click": Row("click 5", "press a button; just 5, or hint, does the same"),
    "choose": Row("choose hard", "choose from a list on a message; choose alone tells them"),
    "as": Row("as bob", "be someone else: alice, bob, or carol, who moderates"),
    "in": Row("in #lounge", "go to another channel: #general or #lounge"),
    "dm": Row("dm", "talk to the bot alone"),
    "menu": Row("menu Challenge to tic-tac-toe bob", "the command in the menu of bob's name"),
    "wait": Row("wait 5m", "let time go by: 30 seconds, 5m, 2h, at most 1d"),
    "help": Row("help start", "the options of a command"),
    "quit": Row("quit", "leave, like exit and Ctrl-D"),
}
"""What can be typed besides the bot's commands, by first word."""


class Conversation:
    """Where one person is, what they type, and what they have seen.

    `show` gets every text they read; `tabulate` lays out the rows of the help.
    """

    def __init__(
        self, world: World, show: Callable[[str], None], tabulate: Callable[[Iterable[Row]], str]
    ) -> None:
        self.world = world
        self.here = START
        self._show = show
        self._tabulate = tabulate
        self._seen: dict[int, Message] = {}

    @property
    def prompt(self) -> str:
        place = "to the bot" if self.here.place == DIRECT else f"in #{self.here.place}"
        return f"{self.here.person} {place} › "

    async def take(self, line: str) -> None:
        """Do what a line says and show the result. If it makes no sense, say what would."""
        try:
            await self._do(" ".join(line.replace('"', "").split()))
        except NotUnderstood as answer:
            self._show(str(answer))
        except (simcord.SetupError, simcord.BackendError) as error:
            _logger.info("The simulation refused %r: %s", line, error)
            self._show("Discord wouldn't allow that here.")
        self.tell()

    def tell(self) -> None:
        """Show what is new or changed here, except messages that a newer one replaced."""
        names = {user_id: name for name, user_id in self.world.people.items()}
        changed = [each for each in self.world.messages(self.here) if self._seen.get(each.id) != each]
        something_new = any(message.id not in self._seen for message in changed)
        for message in changed:
            overtaken = something_new and message.id in self._seen and not message.buttons
            self._seen[message.id] = message
            if not overtaken:
                self._show(draw(message, names, self.world.now))

    async def _do(self, line: str) -> None:
        world, here = self.world, self.here
        verb, _, rest = line.partition(" ")
        match verb.casefold():
            case "":
                return
            case "help" | "?":
                self._help(rest)
            case "as" if rest:
                self.here = replace(here, person=lines.person(world, rest, ENGLISH))
            case "in" if rest:
                self.here = replace(here, place=_channel(world, rest))
            case "dm" if not rest:
                self.here = replace(here, place=DIRECT)
            case "click" if rest:
                await lines.click(world, here, rest, ENGLISH)
            case "choose":
                await lines.choose(world, here, rest, ENGLISH)
            case "wait" if rest:
                await world.wait(_seconds(rest))
            case "menu" if rest:
                command, _, name = rest.rpartition(" ")
                await lines.menu(world, here, command, name, ENGLISH)
            case known if known in OWN_WORDS:
                raise NotUnderstood(f"Type it like this: {OWN_WORDS[known].typed}")
            case _:
                await lines.act(world, here, line, ENGLISH)

    def _help(self, about: str) -> None:
        """Show everything that can be typed, or all about one command."""
        if not about:
            commands = self._tabulate(Row(_usage(each), each.description) for each in self.world.commands)
            self._show(
                "The bot's commands, as on Discord (here you can leave out /ttt; … takes options):\n"
                f"{commands}\nThe playground's own:\n{self._tabulate(OWN_WORDS.values())}\n"
                "To play a friend: /ttt start bob, then as bob, then accept."
            )
        elif row := OWN_WORDS.get(about.casefold()):
            self._show(self._tabulate([row]))
        elif found := find_command(about, self.world.commands):
            command, _ = found
            rows = [Row(_usage(command), command.description)]
            for option in command.options:
                values = takes(option, ENGLISH)
                rows.append(Row(f"  {option.name}:", f"{option.description}: {values}"))
            self._show(self._tabulate(rows))
        else:
            raise lines.no_command(about, ENGLISH)


def _usage(command: Command) -> str:
    """A command with its required options, as in `/ttt move cell`, and a sign if it has others."""
    needed = [option.name for option in command.options if option.required]
    more = ["…"] * (len(needed) < len(command.options))
    return " ".join([f"/{command.path}", *needed, *more])


def _channel(world: World, typed: str) -> str:
    name = typed.removeprefix("#").casefold()
    if name not in world.channels:
        names = ENGLISH.either([f"#{channel}" for channel in world.channels])
        raise NotUnderstood(f"There's no channel {quoted(typed)} here. Try {names}.")
    return name


def _seconds(typed: str) -> int:
    """A length of time. Raises NotUnderstood."""
    match = _TIME.fullmatch(typed.casefold())
    seconds = int(match[1]) * _SECONDS[match[2]] if match else _LONGEST + 1
    if seconds > _LONGEST:
        raise NotUnderstood("wait takes seconds, minutes or hours, up to a day: wait 30, wait 5m, wait 1d")
    return seconds
