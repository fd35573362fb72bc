"""A conversation in a terminal or from a pipe: what each line does, what is shown, and the help."""

import asyncio
import contextlib
import logging
import re
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Iterable
from dataclasses import replace
from functools import partial
from typing import NamedTuple, Protocol, TextIO

import simcord
from prompt_toolkit import PromptSession
from prompt_toolkit.application.current import get_app_session
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import AnyFormattedText, to_plain_text

from bot.messages.texts import ENGLISH
from bot.playground import typed_lines
from bot.playground.command_parsing import Command, find_command, takes
from bot.playground.not_understood import NotUnderstood, quoted
from bot.playground.simulated_discord import DIRECT, START, Message, World
from bot.playground.terminal_drawing import draw
from bot.playground.terminal_screen import Screen, draws_only_ascii, in_columns, is_plain

_logger = logging.getLogger(__name__)

_TIME = re.compile(r"(\d{1,5}) ?([smhd]?)")
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}
_LONGEST = 86400  # seconds, for one wait

_ENDLESS = 10_000  # columns for a pipe, so that no line is folded
_BANNER = """\
A simulated Discord on your own machine: nothing leaves it, nothing is kept.
Type /ttt start to play, a number to tap that cell, and help for the rest."""


class Show(Protocol):
    """Shows a text. Of a message also its id, and those of the messages whose place it may take."""

    def __call__(
        self,
        text: AnyFormattedText,
        message_id: int | None = None,
        overtaken: Collection[int] = (),
        /,
    ) -> None: ...


class Row(NamedTuple):
    """What to type, and what it does."""

    typed: str
    does: str


OWN_WORDS = {
    "click": Row("click 5", "press a button; just 5, or hint, does the same"),
    "choose": Row("choose hard", "choose from a list on a message; choose alone lists them"),
    "as": Row("as bob", "be someone else: alice, bob, or carol, who moderates"),
    "in": Row("in #lounge", "go to another channel: #general or #lounge"),
    "dm": Row("dm", "talk to the bot alone"),
    "menu": Row(
        "menu Review this game", "the menu of a message, or with a name at the end, of a person"
    ),
    "wait": Row("wait 5m", "let time go by: 30 seconds, 5m, 2h, at most 1d"),
    "help": Row("help start", "the options of a command"),
    "quit": Row("quit", "leave, like exit and Ctrl-D"),
}
"""What can be typed besides the bot's commands, by first word."""


class Conversation:
    """Where one person is, what they type, and what they have seen.

    `show` gets every text they read; `tabulate` lays out the rows of the help.
    """

    def __init__(self, world: World, show: Show, tabulate: Callable[[Iterable[Row]], str]) -> None:
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
        changed = [
            each for each in self.world.messages(self.here) if self._seen.get(each.id) != each
        ]
        is_overtaking = any(each.id not in self._seen and not each.only_for_you for each in changed)
        overtaken = {
            each.id
            for each in changed
            if is_overtaking and each.id in self._seen and not each.buttons
        }
        for message in changed:
            self._seen[message.id] = message
            if message.id not in overtaken:
                self._show(draw(message, names, self.world.now), message.id, overtaken)

    async def _do(self, line: str) -> None:
        world, here = self.world, self.here
        verb, _, rest = line.partition(" ")
        match verb.casefold():
            case "":
                return
            case _ if rest and typed_lines.is_label(world, here, line):
                await typed_lines.click(world, here, line, ENGLISH)  # "As text" is no person
            case "help" | "?":
                self._help(rest)
            case "as" if rest:
                self.here = replace(here, person=typed_lines.person(world, rest, ENGLISH))
            case "in" if rest:
                name = rest.removeprefix("#").casefold()
                if name not in world.channels:
                    names = ENGLISH.either([f"#{channel}" for channel in world.channels])
                    raise NotUnderstood(f"There's no channel {quoted(rest)} here. Try {names}.")
                self.here = replace(here, place=name)
            case "dm" if not rest:
                self.here = replace(here, place=DIRECT)
            case "click" if rest:
                await typed_lines.click(world, here, rest, ENGLISH)
            case "choose":
                await typed_lines.choose(world, here, rest, ENGLISH)
            case "wait" if rest:
                await world.wait(_seconds(rest))
            case "menu" if rest:
                await typed_lines.menu(world, here, rest, ENGLISH)
            case known if known in OWN_WORDS:
                raise NotUnderstood(f"Type it like this: {OWN_WORDS[known].typed}")
            case _:
                await typed_lines.act(world, here, line, ENGLISH)

    def _help(self, about: str) -> None:
        """Show everything that can be typed, or all about one command."""
        if not about:
            commands = self._tabulate(
                Row(_usage(each), each.description) for each in self.world.commands
            )
            self._show(
                "The bot's commands, as on Discord (here you can leave out /ttt; … means more "
                "options):\n"
                f"{commands}\nThe playground's own:\n{self._tabulate(OWN_WORDS.values())}\n"
                "To play a friend: /ttt start bob, then as bob, then accept.\n"
                "To play on Discord itself, set DISCORD_TOKEN as the README says and start the "
                "bot again."
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
            raise typed_lines.no_command(about, ENGLISH)


def _usage(command: Command) -> str:
    """A command with its required options, as in `/ttt move cell`, and a sign if it has others."""
    needed = [option.name for option in command.options if option.required]
    more = ["…"] * (len(needed) < len(command.options))
    return " ".join([f"/{command.path}", *needed, *more])


def _seconds(typed: str) -> int:
    """A length of time. Raises NotUnderstood."""
    match = _TIME.fullmatch(typed.casefold())
    seconds = int(match[1]) * _SECONDS[match[2]] if match else _LONGEST + 1
    if seconds > _LONGEST:
        raise NotUnderstood(
            "wait takes seconds, minutes or hours, up to a day: wait 30, wait 5m, wait 1d"
        )
    return seconds


async def talk(world: World, source: TextIO) -> None:
    """Talk until `source` ends: at a prompt if it is a terminal, otherwise line by line."""
    if source.isatty():
        session = get_app_session()
        screen = Screen(
            session.output, is_plain=is_plain(session.output), only_in_ascii=draws_only_ascii()
        )
        conversation = Conversation(
            world, screen.show, lambda rows: in_columns(rows, screen.columns)
        )
        screen.show(_BANNER)
        with session.input.raw_mode():  # what is typed ahead is not echoed into the board
            await converse(conversation, prompted_lines(conversation, screen))
        return

    def show(text: AnyFormattedText, *_: object) -> None:
        print(to_plain_text(text), flush=True)

    show(_BANNER)
    conversation = Conversation(world, show, partial(in_columns, width=_ENDLESS))
    await converse(conversation, _echoed(source, conversation, show))


async def converse(conversation: Conversation, typed: AsyncIterator[str]) -> None:
    """Handle each line until one says goodbye, and show what happens in between."""
    conversation.world.listeners.append(conversation.tell)
    async for line in typed:
        if line.strip().casefold() in {"quit", "exit"}:
            return
        await conversation.take(line)


async def _echoed(source: TextIO, conversation: Conversation, show: Show) -> AsyncIterator[str]:
    """The lines of a pipe or file, each shown after its prompt as if it had been typed.

    A thread reads them, and is abandoned if it still waits at the end.
    """
    queue: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read() -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody needs the line
            for line in source:
                loop.call_soon_threadsafe(queue.put_nowait, line.rstrip("\n"))
            loop.call_soon_threadsafe(queue.put_nowait, None)

    threading.Thread(target=read, name="playground input", daemon=True).start()
    while (line := await queue.get()) is not None:
        show(f"\n{conversation.prompt}{line}")
        yield line


async def prompted_lines(conversation: Conversation, screen: Screen) -> AsyncIterator[str]:
    """The lines typed at the prompt, until Ctrl-D. Ctrl-C only discards the line."""
    session: PromptSession[str] = PromptSession(
        completer=Tab(conversation),
        complete_while_typing=False,
        erase_when_done=not screen.is_plain,
    )
    session.app.after_render += screen.note_prompt
    while True:
        try:
            text = await session.prompt_async(lambda: screen.drawable(f"\n{conversation.prompt}"))
        except KeyboardInterrupt:
            screen.show("Type quit or press Ctrl-D to leave.")
            continue
        except EOFError:
            return
        for line in text.splitlines():  # pasted lines arrive as one text
            with screen.answering(f"\n{conversation.prompt}{line}"):
                yield line


class Tab(Completer):
    """Completes a line at the Tab key."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation

    def get_completions(self, _document: Document, _event: CompleteEvent) -> Iterable[Completion]:
        """Nothing: completions come from the bot, which needs an event loop."""
        return ()

    async def get_completions_async(
        self, document: Document, _event: CompleteEvent
    ) -> AsyncGenerator[Completion, None]:
        """Every completion of the line before the cursor."""
        typed = document.text_before_cursor
        for line in await ways_on(self._conversation, typed):
            yield Completion(line, start_position=-len(typed))


async def ways_on(conversation: Conversation, typed: str) -> list[str]:
    """The lines that go on as typed: with the playground's own words, a button, or a command."""
    world, here = conversation.world, conversation.here
    labels = typed_lines.labels(world, here)
    arguments = {
        "as": world.people,
        "in": [f"#{channel}" for channel in world.channels],
        "click": labels,
        "choose": typed_lines.choices(world, here),
        "menu": [
            *(f"{menu} {person}" for menu in world.menus for person in world.people),
            *world.message_menus,
        ],
        "help": [*OWN_WORDS, *(command.path for command in world.commands)],
    }
    whole = [f"{word} {argument}" for word in arguments for argument in arguments[word]]
    known = [*(whole if " " in typed else OWN_WORDS), *labels]
    own = [line for line in known if line.casefold().startswith(typed.casefold())]
    return own + [
        suggestion.line for suggestion in await typed_lines.suggestions(world, here, typed)
    ]
