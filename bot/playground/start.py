"""Starts the playground: a store in memory, a simulated Discord, a page, and this terminal."""

import asyncio
import io
import sys
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

from bot.database.store import Store
from bot.messages.texts import ENGLISH
from bot.playground import terminal
from bot.playground.server import CannotServe, serve
from bot.playground.simulated_discord import SimulatedClient, open_world
from bot.running import logs
from bot.running.failures import Failed

_UNLIMITED = 1000  # actions in a few seconds, more than anyone can type


@dataclass(frozen=True)
class Surfaces:
    """Where the playground is played: on a page, at a prompt, or both; at least one."""

    page: bool
    prompt: bool
    port: int = 0


def play(surfaces: Surfaces) -> None:
    """Play until the input ends, or without a prompt until Ctrl-C. Raises Failed."""
    logs.configure("WARNING", secret=None)  # the terminal is for the conversation
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        asyncio.run(_play(surfaces))
    except CannotServe as error:
        raise Failed(str(error)) from error


def chosen(*, page: bool, no_page: bool, port: int) -> Surfaces:
    """The surfaces that the command line asks for: both in a terminal, the prompt in a pipe."""
    in_terminal = bool(sys.stdin and sys.stdin.isatty())
    return Surfaces(page or (in_terminal and not no_page), not page, port)


async def _play(surfaces: Surfaces) -> None:
    async with (
        Store.open("sqlite:///:memory:") as store,
        SimulatedClient(store, Random(), actions=_UNLIMITED) as client,
        open_world(client, datetime.now(UTC)) as world,
        AsyncExitStack() as page,
    ):
        if surfaces.page:
            address = await page.enter_async_context(serve(world, store, surfaces.port))
            print(ENGLISH.say("To play in your browser, open {address}", address=address), flush=True)
        if surfaces.prompt:
            await terminal.talk(world, sys.stdin or io.StringIO())  # stdin is None if it is closed
        else:
            await asyncio.get_running_loop().create_future()
