"""Starts the playground: a store in memory, a simulated Discord, a page, and this terminal."""

import asyncio
import io
import os
import sys
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from random import Random

from bot.database.errors import CannotOpenStore
from bot.database.store import Store
from bot.messages.texts import ENGLISH
from bot.people.transactions import choose
from bot.playground import terminal
from bot.playground.server import serve
from bot.playground.simulated_discord import open_world
from bot.running import logs
from bot.running.failures import Failed

_WITHOUT_EMOJI = {"dumb", "linux"}  # kinds of terminals


def run_playground(*, page: bool = False, no_page: bool = False, port: int = 0) -> None:
    """Play until the input ends, or without a prompt until Ctrl-C. Raises Failed.

    In a terminal it is played on a page and at a prompt; in a pipe, at the prompt.

    page     only on the page
    no_page  only at the prompt
    port     the page's port; 0 is any that is free
    """
    logs.configure("WARNING", secret=None)  # the terminal is for the conversation
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    in_terminal = bool(sys.stdin and sys.stdin.isatty())
    if page:
        playing = _play(port, has_prompt=False)
    elif in_terminal and not no_page:
        playing = _play(port, has_prompt=True)
    else:
        playing = _play(None, has_prompt=True)
    try:
        asyncio.run(playing)
    except CannotOpenStore as error:
        raise Failed(str(error)) from error


async def _play(port: int | None, *, has_prompt: bool) -> None:
    async with (
        Store.open("sqlite:///:memory:") as store,
        open_world(store, Random(), datetime.now(UTC)) as world,
        AsyncExitStack() as page,
    ):
        if port is not None:
            address = await page.enter_async_context(serve(world, port))
            print(
                ENGLISH.say("To play in your browser, open {address}", address=address), flush=True
            )
        if has_prompt:
            in_words = _wants_words()
            if in_words:
                for person in world.people.values():
                    await store.run(choose, person, "text_first", chosen=True)
            source = sys.stdin or io.StringIO()  # it is None if it is closed
            await terminal.talk(world, source, in_words=in_words)
        else:
            await asyncio.get_running_loop().create_future()


def _wants_words() -> bool:
    """Whether this terminal shows no emoji, or its user wants no colours."""
    return bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") in _WITHOUT_EMOJI
