"""What the Tab key offers: commands, options, members, cells, buttons."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from bot.playground.world import USER, Component, World

USAGE = {
    "as": "as bob",
    "click": "click 5",
    "dm": "dm",
    "help": "help",
    "in": "in #lounge",
    "menu": "menu Challenge to tic-tac-toe bob",
    "quit": "quit",
    "wait": "wait 300",
}
"""What can be typed beside commands, each by an example."""


class Words(Completer):
    """Completes the word being typed by what can stand there."""

    def __init__(self, world: World, turn: asyncio.Lock) -> None:
        self._world = world
        self._turn = turn

    def get_completions(self, _document: Document, _event: CompleteEvent) -> Iterable[Completion]:
        """Nothing: the bot is asked, and that takes an event loop."""
        return ()

    async def get_completions_async(
        self, document: Document, _event: CompleteEvent
    ) -> AsyncGenerator[Completion, None]:
        """Everything that begins as the word before the cursor does."""
        *before, typed = document.text_before_cursor.split(" ")
        async with self._turn:
            words = await next_words(self._world, before)
        for word in words:
            if word.startswith(typed):
                yield Completion(word, start_position=-len(typed))


async def next_words(world: World, before: list[str]) -> list[str]:
    """The words that may follow `before`."""
    match before:
        case []:
            return [*dict.fromkeys("/" + path.split()[0] for path, _ in world.commands()), *USAGE]
        case ["as"]:
            return list(world.people)
        case ["in"]:
            return [f"#{channel}" for channel in world.channels]
        case ["click"]:
            return world.labels
        case ["menu"]:
            return world.menus
        case ["menu", *_]:
            return list(world.people)
        case [command, *rest] if command.startswith("/"):
            return await _words_of_a_command(world, [command.removeprefix("/"), *rest])
    return []


async def _words_of_a_command(world: World, words: list[str]) -> list[str]:
    offered: dict[str, None] = {}
    for path, options in world.commands():
        parts = path.split()
        if words == parts[: len(words)] and len(words) < len(parts):
            offered[parts[len(words)]] = None
        elif words[: len(parts)] == parts:
            for option in options:
                if not any(word.startswith(f"{option['name']}:") for word in words):
                    offered |= dict.fromkeys(await _values(world, path, option))
    return list(offered)


async def _values(world: World, path: str, option: Component) -> list[str]:
    """An option as it can be typed: each value it may have, by name."""
    name = option["name"]
    if "choices" in option:
        return [f"{name}:{choice['name']}" for choice in option["choices"]]
    if option["type"] == USER:
        return [f"{name}:{person}" for person in world.people if person != world.person]
    if option.get("autocomplete"):
        values = await world.offered(path, name)
        return [*(f"{name}:{value}" for value in values), *values]
    return [f"{name}:"]
