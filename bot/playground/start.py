"""Starts the playground: a store in memory, a simulated Discord, and this terminal."""

from __future__ import annotations

import asyncio
import io
import os
import sys
from random import Random
from typing import TextIO

from bot import logs
from bot.client import Client
from bot.playground import terminal
from bot.playground.world import open_world
from bot.storage.store import Store

_UNLIMITED = 1000  # actions in a few seconds, more than anyone can type


def play() -> None:
    """Play in this terminal, or with input from a pipe, until the input ends."""
    logs.configure("WARNING", secret=None)  # the terminal is for the conversation
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        asyncio.run(_talk(sys.stdin or io.StringIO()))  # stdin is None if it is closed
    except BrokenPipeError:  # nobody reads our output any more, so discard the rest
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


async def _talk(source: TextIO) -> None:
    async with (
        Store.open("sqlite:///:memory:") as store,
        Client(store, Random(), actions=_UNLIMITED) as client,
        open_world(client) as world,
    ):
        await terminal.talk(world, source)
