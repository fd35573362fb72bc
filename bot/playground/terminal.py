"""A conversation in a terminal, or from a pipe."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from functools import partial
from typing import TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app_or_none, run_in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from bot.playground import lines
from bot.playground.conversation import OWN_WORDS, Conversation
from bot.playground.drawing import draws_only_ascii, fold, in_ascii, in_columns
from bot.playground.world import World

Show = Callable[[str], None]

_ENDLESS = 10_000  # columns for a pipe, so that no line is folded
_BANNER = """\
This is a simulated Discord on your own machine: nothing leaves it, and nothing is kept.
Type /ttt start to play, then a number to tap that cell, and help for the rest.
To play on Discord itself, set DISCORD_TOKEN as the README says and start the bot again."""


async def talk(world: World, source: TextIO) -> None:
    """Talk until `source` ends: at a prompt if it is a terminal, otherwise line by line."""
    if source.isatty():
        await _at_a_prompt(world)
    else:
        await _from_a_pipe(world, source)


async def converse(conversation: Conversation, typed: AsyncIterator[str]) -> None:
    """Handle each line until one says goodbye, and show what happens in between."""
    conversation.world.listeners.append(conversation.tell)
    async for line in typed:
        if line.strip().casefold() in {"quit", "exit"}:
            return
        await conversation.take(line)


async def _from_a_pipe(world: World, source: TextIO) -> None:
    """Print each line after its prompt, as if it had been typed, and what it does."""
    show = partial(print, flush=True)
    conversation = Conversation(world, show, partial(in_columns, width=_ENDLESS))

    async def echoed() -> AsyncIterator[str]:
        async for line in _lines(source):
            show(f"\n{conversation.prompt}{line}")
            yield line

    show(_BANNER)
    await converse(conversation, echoed())


async def _lines(source: TextIO) -> AsyncIterator[str]:
    """The lines of a pipe or file. A thread reads them, and is abandoned if it still waits at the end."""
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


async def _at_a_prompt(world: World) -> None:
    drawable = in_ascii if draws_only_ascii() else str

    def show(text: str) -> None:
        write = partial(print, fold(drawable(text), _columns()))
        if get_app_or_none():  # print above the line being typed
            run_in_terminal(write)
        else:
            write()

    conversation = Conversation(world, show, lambda rows: in_columns(rows, _columns()))
    show(_BANNER)
    await converse(conversation, typed_lines(conversation, drawable, show))


async def typed_lines(
    conversation: Conversation, drawable: Callable[[str], str], show: Show
) -> AsyncIterator[str]:
    """The lines typed at the prompt, until Ctrl-D. Ctrl-C only discards the line."""
    session: PromptSession[str] = PromptSession(completer=Tab(conversation), complete_while_typing=False)
    while True:
        try:
            text = await session.prompt_async(lambda: "\n" + drawable(conversation.prompt))
        except KeyboardInterrupt:
            show("Type quit or press Ctrl-D to leave.")
            continue
        except EOFError:
            return
        for line in text.splitlines():  # pasted lines arrive as one text
            yield line


def _columns() -> int:
    """The width of the terminal without its last column, where some terminals break the line."""
    return shutil.get_terminal_size().columns - 1


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
    """The lines that go on as typed: with one of the playground's own words, a button, or a command."""
    world, here = conversation.world, conversation.here
    labels = lines.labels(world, here)
    arguments = {
        "as": world.people,
        "in": [f"#{channel}" for channel in world.channels],
        "click": labels,
        "choose": lines.choices(world, here),
        "menu": [f"{menu} {person}" for menu in world.menus for person in world.people],
        "help": [*OWN_WORDS, *(command.path for command in world.commands)],
    }
    whole = [f"{word} {argument}" for word in arguments for argument in arguments[word]]
    known = [*(whole if " " in typed else OWN_WORDS), *labels]
    own = [line for line in known if line.casefold().startswith(typed.casefold())]
    return own + [suggestion.line for suggestion in await lines.suggestions(world, here, typed)]
