"""A conversation with the bot in a terminal or through a pipe: what can be typed, and the help."""

import asyncio
import contextlib
import logging
import re
import textwrap
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import replace
from typing import TextIO

import simcord

from bot.messages.texts import ENGLISH
from bot.playground import typed_lines
from bot.playground.command_parsing import Command, find_command, takes
from bot.playground.message_text import Reader, lines_of
from bot.playground.not_understood import NotUnderstood, quote
from bot.playground.simulated_discord import DIRECT, START, Here, Message, World

_logger = logging.getLogger(__name__)

_TIME = re.compile(r"(\d{1,5}) ?([smhd]?)")
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
_LONGEST = 86400  # seconds, for one wait

_BANNER = """\
A simulated Discord on your own machine: nothing leaves it, nothing is kept.
Type /ttt start to play, a number to tap that cell, and help for the rest.
"""

OWN_WORDS = {
    "as": ("as bob", "be someone else: alice, bob, or carol, who moderates"),
    "in": ("in #lounge", "go elsewhere: #general, #lounge, or dm, alone with the bot"),
    "wait": ("wait 5m", "let time go by: 30 seconds, 5m, 2h, at most 1d"),
    "help": ("help start", "the options of a command"),
    "quit": ("quit", "leave, like exit and Ctrl-D"),
}
"""What can be typed besides the bot's commands, by first word: an example, and what it does."""


class Conversation:
    """Where one person is, what they type, and what they have been shown.

    show      gets every text they read
    in_words  whether they prefer text: they begin alone with the bot, where it says all in words
    """

    def __init__(self, world: World, show: Callable[[str], None], *, in_words: bool) -> None:
        self.world = world
        self.here = START
        if in_words:
            self.here = Here(START.person, DIRECT)
        self._show = show
        self._in_words = in_words
        self._seen: dict[int, Message] = {}

    @property
    def prompt(self) -> str:
        if self.here.place == DIRECT:
            return f"{self.here.person} to the bot › "
        return f"{self.here.person} in #{self.here.place} › "

    async def take(self, line: str) -> None:
        """Do what a line says and show the result. If it makes no sense, say what would."""
        try:
            await self._do(" ".join(line.replace('"', "").split()))
        except NotUnderstood as reason:
            self._show(f"{reason}\n")
        except (simcord.SetupError, simcord.BackendError) as error:
            _logger.info("The simulation refused %r: %s", line, error)
            self._show("Discord wouldn't allow that here.\n")
        self.tell()

    def tell(self) -> None:
        """Show what is new or changed here, except that a game goes on further down."""
        messages = self.world.messages(self.here)
        changed = [each for each in messages if self._seen.get(each.id) != each]
        goes_on = any(each.id not in self._seen and not each.only_for_you for each in changed)
        reader = Reader(self.world.names, self.world.now, self._in_words)
        for message in changed:
            before = self._seen.get(message.id)
            self._seen[message.id] = message
            has_moved = before and goes_on and not message.buttons
            text = lines_of(message, before, reader)
            if text and not has_moved:
                self._show(textwrap.indent(f"{text}\n", "  "))

    async def _do(self, line: str) -> None:
        world = self.world
        here = self.here
        verb, _, rest = line.partition(" ")
        if typed_lines.is_label(world, here, line):
            verb = ""  # "As text" is no person
        match verb.casefold():
            case "help" | "?":
                self._show(self._help(rest))
            case "/" | "/ttt" | "ttt" if not rest:
                self._show(self._help(""))
            case "as" if rest:
                self.here = replace(here, person=typed_lines.person(world, rest, ENGLISH))
            case "in" if rest:
                self.here = replace(here, place=self._place(rest))
            case "wait" if rest:
                await self._wait(_seconds(rest))
            case known if known in OWN_WORDS:
                example, _ = OWN_WORDS[known]
                raise NotUnderstood(f"Type it like this: {example}")
            case _ if line:
                await typed_lines.act(world, here, line, ENGLISH)

    def _place(self, typed: str) -> str:
        """A channel by its name, or DIRECT. Raises NotUnderstood."""
        name = typed.removeprefix("#").casefold()
        if not self.world.has(replace(self.here, place=name)):
            raise NotUnderstood(f"There's no channel {quote(typed)} here. Try #general or #lounge.")
        return name

    async def _wait(self, seconds: int) -> None:
        """Let time pass, show what happens, and say if nothing does."""
        before = dict(self._seen)
        await self.world.wait(seconds)
        self.tell()
        now = f"It's now {self.world.now:%A, %H:%M}."
        if self._seen == before:
            now += " Nothing happened."
        self._show(f"{now}\n")

    def _help(self, about: str) -> str:
        """Everything that can be typed, or all about one command. Raises NotUnderstood."""
        if not about:
            commands = [(_usage(each), each.description) for each in self.world.commands]
            tap = ("5, hint, hard", "tap a cell, press a button, or choose from a list")
            return (
                "The bot's commands, as on Discord (here you can leave out /ttt; … means more "
                "options):\n"
                f"{_in_columns(commands)}\n"
                f"The playground's own:\n{_in_columns([tap, *OWN_WORDS.values()])}\n"
                "To play a friend: in #general, then /ttt start bob, as bob, accept.\n"
                "To play on Discord itself, set DISCORD_TOKEN as the README says and start the "
                "bot again.\n"
            )
        found = find_command(about, self.world.commands)
        if not found:
            raise typed_lines.no_command(about, ENGLISH)
        command = found.command
        rows = [(_usage(command), command.description)]
        for option in command.options:
            values = takes(option, ENGLISH)
            rows.append((f"  {option.name}:", f"{option.description}: {values}"))
        return _in_columns(rows)


def _usage(command: Command) -> str:
    """A command with its required options, as in `/ttt move cell`, and a sign if it has others."""
    words = [f"/{command.path}"]
    words += [option.name for option in command.options if option.is_required]
    if len(words) <= len(command.options):
        words.append("…")
    return " ".join(words)


def _in_columns(rows: Iterable[tuple[str, str]]) -> str:
    """What to type, and beside it what it does."""
    lines = [f"{typed:<22} {does}" for typed, does in rows]
    return "\n".join(lines) + "\n"


def _seconds(typed: str) -> int:
    """A length of time. Raises NotUnderstood."""
    match = _TIME.fullmatch(typed.casefold())
    if match:
        seconds = int(match[1]) * _SECONDS[match[2]]
        if seconds <= _LONGEST:
            return seconds
    raise NotUnderstood(
        "wait takes seconds, minutes or hours, up to a day: wait 30, wait 5m, wait 1d"
    )


class _Terminal:
    """A terminal: what has been shown, and below it the prompt while a line is awaited."""

    def __init__(self) -> None:
        self._prompt = ""  # as it stands there now

    def ask(self, prompt: str) -> None:
        self._prompt = prompt
        print(prompt, end="", flush=True)

    def take(self) -> None:
        """Note that the prompt has been answered."""
        self._prompt = ""

    def show(self, text: str) -> None:
        if self._prompt:
            print()
        print(f"{text}\n{self._prompt}", end="", flush=True)


async def talk(world: World, source: TextIO, *, in_words: bool) -> None:
    """Talk until `source` ends: at a prompt if it is a terminal, otherwise line by line."""
    if source.isatty():
        terminal = _Terminal()
        conversation = Conversation(world, terminal.show, in_words=in_words)
        lines = _at_prompt(source, conversation, terminal)
    else:
        conversation = Conversation(world, _print, in_words=in_words)
        lines = _echo(source, conversation)
    print(_BANNER, flush=True)
    await converse(conversation, lines)


def _print(text: str) -> None:
    print(text, flush=True)


async def converse(conversation: Conversation, typed: AsyncIterator[str]) -> None:
    """Handle each line until one says goodbye, and show what happens in between."""
    conversation.world.listeners.append(conversation.tell)
    async for line in typed:
        if line.strip().casefold() in {"quit", "exit", "q"}:
            return
        await conversation.take(line)


async def _at_prompt(
    source: TextIO, conversation: Conversation, terminal: _Terminal
) -> AsyncIterator[str]:
    """The lines of a terminal, each typed after a prompt, until Ctrl-D."""
    terminal.ask(conversation.prompt)
    async for line in _lines(source):
        terminal.take()
        yield line
        terminal.ask(conversation.prompt)
    print()


async def _echo(source: TextIO, conversation: Conversation) -> AsyncIterator[str]:
    """The lines of a pipe or file, each printed after the name of who types it."""
    async for line in _lines(source):
        _print(f"{conversation.here.person}: {line}".rstrip())
        yield line


async def _lines(source: TextIO) -> AsyncIterator[str]:
    """The lines of `source`. A thread reads them, and is abandoned if it still waits at the end."""
    queue: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read() -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody needs the line
            for line in source:
                loop.call_soon_threadsafe(queue.put_nowait, line.rstrip("\n"))
            loop.call_soon_threadsafe(queue.put_nowait, None)

    threading.Thread(target=read, name="playground input", daemon=True).start()
    while (line := await queue.get()) is not None:
        yield line
