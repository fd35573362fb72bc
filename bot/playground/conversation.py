"""One person's conversation with the bot: what each line does, and what they see."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import replace

import simcord

from bot.playground import acting, usage
from bot.playground.commands import find_command
from bot.playground.drawing import draw
from bot.playground.messages import Message
from bot.playground.not_understood import NotUnderstood, any_of, quoted
from bot.playground.world import DIRECT, START, World
from bot.rendering.voice import ENGLISH

_logger = logging.getLogger(__name__)

_TIME = re.compile(r"(\d{1,5}) ?([smhd]?)")
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
_LONGEST = 86400  # seconds, for one wait


class Conversation:
    """Where one person is, what they type, and what they have seen.

    `show` gets every text they read; `tabulate` lays out the rows of the help.
    """

    def __init__(
        self, world: World, show: Callable[[str], None], tabulate: Callable[[list[usage.Row]], str]
    ) -> None:
        self.world = world
        self.here = START
        self._show = show
        self._tabulate = tabulate
        self._seen: dict[int, Message] = {}

    @property
    def prompt(self) -> str:
        if self.here.place == DIRECT:
            return ENGLISH.say("{person} to the bot › ", person=self.here.person)
        return ENGLISH.say("{person} in #{channel} › ", person=self.here.person, channel=self.here.place)

    @property
    def labels(self) -> list[str]:
        """The labels of the buttons this person can press here, the newest message first."""
        return acting.labels(self.world, self.here)

    async def take(self, line: str) -> None:
        """Do what a line says and show the result. If it makes no sense, say what would."""
        try:
            await self._do(" ".join(line.replace('"', "").split()))
        except NotUnderstood as answer:
            self._show(str(answer))
        except (simcord.SetupError, simcord.BackendError) as error:
            _logger.info("The simulation refused %r: %s", line, error)
            self._show(ENGLISH.say("Discord wouldn't allow that here."))
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
        verb, _, rest = line.partition(" ")
        match verb.casefold():
            case "":
                return
            case "help" | "?":
                self._help(rest)
            case "as" if rest:
                self.here = replace(self.here, person=acting.person(self.world, rest, ENGLISH))
            case "in" if rest:
                self.here = replace(self.here, place=self._channel(rest))
            case "dm" if not rest:
                self.here = replace(self.here, place=DIRECT)
            case "click" if rest:
                await acting.click(self.world, self.here, rest, ENGLISH)
            case "choose":
                await acting.choose(self.world, self.here, rest, ENGLISH)
            case "wait" if rest:
                await self._wait(rest)
            case "menu" if rest:
                await self._menu(rest)
            case known if known in usage.own_words():
                raise NotUnderstood(
                    ENGLISH.say("Type it like this: {usage}", usage=usage.own_words()[known].typed)
                )
            case _:
                await acting.act(self.world, self.here, line, ENGLISH)

    async def _menu(self, typed: str) -> None:
        command, _, name = typed.rpartition(" ")
        await acting.menu(self.world, self.here, command, name, ENGLISH)

    async def _wait(self, typed: str) -> None:
        """Let simulated time pass."""
        match = _TIME.fullmatch(typed.casefold())
        seconds = int(match[1]) * _SECONDS[match[2]] if match else _LONGEST + 1
        if seconds > _LONGEST:
            raise NotUnderstood(
                ENGLISH.say("wait takes seconds, minutes or hours, up to a day: wait 30, wait 5m, wait 1d")
            )
        await self.world.wait(seconds)

    def _help(self, about: str) -> None:
        if not about:
            self._show(self._overview())
        elif row := usage.own_words().get(about.casefold()):
            self._show(self._tabulate([row]))
        elif found := find_command(about, self.world.commands):
            self._show(self._tabulate(usage.one_command(found[0], self.world.people)))
        else:
            raise acting.no_command(about, ENGLISH)

    def _overview(self) -> str:
        """Everything that can be typed."""
        return "\n".join(
            (
                ENGLISH.say(
                    "The bot's commands, as on Discord (here you can leave out /ttt; … takes options):"
                ),
                self._tabulate(usage.every_command(self.world.commands)),
                ENGLISH.say("The playground's own:"),
                self._tabulate(list(usage.own_words().values())),
                ENGLISH.say("To play a friend: /ttt start bob, then as bob, then accept."),
            )
        )

    def _channel(self, typed: str) -> str:
        name = typed.removeprefix("#").casefold()
        if name not in self.world.channels:
            names = any_of((f"#{channel}" for channel in self.world.channels), ENGLISH)
            raise NotUnderstood(
                ENGLISH.say("There's no channel {name} here. Try {names}.", name=quoted(typed), names=names)
            )
        return name
