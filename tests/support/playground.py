"""The playground without a process around it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from random import Random

import pytest

from bot.database.store import Store
from bot.playground import simulated_discord
from bot.playground.simulated_discord import World, open_world
from bot.playground.terminal import Conversation, converse
from tests.support import memory
from tests.support.server import with_tiles
from tests.support.stores import new_sqlite


@asynccontextmanager
async def world(*, tiles: bool = False) -> AsyncIterator[World]:
    """A world. To upload the tiles takes longer than most of what is done in one."""
    made = partial(simulated_discord.Env, settings=with_tiles(on=tiles))
    with memory.folder() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulated_discord, "Env", made)
        async with (
            Store.open(new_sqlite(folder)) as store,
            open_world(store, Random(1)) as here,
        ):
            yield here


def talk(here: World, shown: list[str]) -> Conversation:
    """A conversation whose texts go to the end of `shown`, without the space around them."""
    return Conversation(here, lambda text: shown.append(text.strip()), in_words=False)


async def conversation(*lines: str) -> list[str]:
    """What is shown for these lines."""
    shown: list[str] = []

    async def typed() -> AsyncIterator[str]:
        for line in lines:
            yield line

    async with world() as here:
        await converse(talk(here, shown), typed())
    return shown
