"""A conversation in a terminal, or from a pipe."""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import threading
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app_or_none, run_in_terminal

from bot.playground import plain
from bot.playground.completion import Words
from bot.playground.conversation import Conversation
from bot.playground.folding import fold, in_columns
from bot.playground.world import World
from bot.rendering.voice import ENGLISH

Show = Callable[[str], None]

_ENDLESS = 10_000  # columns for a pipe, so that no line is folded


async def talk(world: World, source: TextIO) -> None:
    """Talk until `source` ends: at a prompt if it is a terminal, otherwise line by line."""
    if source.isatty():
        await _at_a_prompt(world)
    else:
        await _from_a_pipe(world, source)


async def converse(conversation: Conversation, lines: AsyncIterator[str]) -> None:
    """Handle each line until one says goodbye, and show what happens in between."""
    conversation.world.listeners.append(conversation.tell)
    async for line in lines:
        if line.strip().casefold() in {"quit", "exit"}:
            return
        await conversation.take(line)


async def _from_a_pipe(world: World, source: TextIO) -> None:
    def show(text: str) -> None:
        print(text, flush=True)

    conversation = Conversation(world, show, lambda rows: in_columns(rows, _ENDLESS))
    show(_banner())
    await converse(conversation, _echoed(conversation, _lines(source), show))


async def _at_a_prompt(world: World) -> None:
    drawable = plain.in_ascii if plain.is_needed() else str

    def show(text: str) -> None:
        write = partial(print, fold(drawable(text), _columns()))
        if get_app_or_none():  # print above the line being typed
            run_in_terminal(write)
        else:
            write()

    conversation = Conversation(world, show, lambda rows: in_columns(rows, _columns()))
    show(_banner())
    await converse(conversation, typed(conversation, drawable, show))


async def typed(conversation: Conversation, drawable: Callable[[str], str], show: Show) -> AsyncIterator[str]:
    """The lines typed at the prompt, until Ctrl-D. Ctrl-C only discards the line."""
    session: PromptSession[str] = PromptSession(completer=Words(conversation), complete_while_typing=False)
    while True:
        try:
            text = await session.prompt_async(lambda: "\n" + drawable(conversation.prompt))
        except KeyboardInterrupt:
            show(ENGLISH.say("Type quit or press Ctrl-D to leave."))
            continue
        except EOFError:
            return
        for line in text.splitlines():  # pasted lines arrive as one text
            yield line


async def _echoed(conversation: Conversation, lines: AsyncIterator[str], show: Show) -> AsyncIterator[str]:
    """The lines of a pipe, each printed after its prompt as if it had been typed."""
    async for line in lines:
        show(f"\n{conversation.prompt}{line}")
        yield line


async def _lines(source: TextIO) -> AsyncIterator[str]:
    """The lines of a pipe or file. A thread reads them, and is abandoned if it still waits at the end."""
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read() -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody needs the line
            for line in source:
                loop.call_soon_threadsafe(lines.put_nowait, line.rstrip("\n"))
            loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, name="playground input", daemon=True).start()
    while (line := await lines.get()) is not None:
        yield line


def _columns() -> int:
    """The width of the terminal without its last column, where some terminals break the line."""
    return shutil.get_terminal_size().columns - 1


def _banner() -> str:
    return ENGLISH.say(
        "This is a simulated Discord on your own machine: nothing leaves it, and nothing is kept.\n"
        "Type /ttt start to play, then a number to tap that cell, and help for the rest.\n"
        "To play on Discord itself, set DISCORD_TOKEN as the README says and start the bot again."
    )
