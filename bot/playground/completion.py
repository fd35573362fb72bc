"""What the Tab key offers: commands, options, people, cells, buttons."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from bot.playground.acting import choices
from bot.playground.commands import Command, Kind, Option, find_command
from bot.playground.conversation import Conversation
from bot.playground.usage import own_words


class Words(Completer):
    """Completes a line with everything that can follow."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation

    def get_completions(self, _document: Document, _event: CompleteEvent) -> Iterable[Completion]:
        """Nothing: completions come from the bot, which needs an event loop."""
        return ()

    async def get_completions_async(
        self, document: Document, _event: CompleteEvent
    ) -> AsyncGenerator[Completion, None]:
        """Every completion of the line before the cursor."""
        typed, phrases = await ways_on(self._conversation, document.text_before_cursor)
        for phrase in phrases:
            yield Completion(phrase, start_position=-len(typed))


async def ways_on(conversation: Conversation, line: str) -> tuple[str, list[str]]:
    """The last words of the line that begin a possible phrase, and those phrases."""
    phrases = await _phrases(conversation, line)
    for start in [0, *(place + 1 for place, sign in enumerate(line) if sign == " ")]:
        typed = line[start:]
        if fitting := [phrase for phrase in phrases if phrase.casefold().startswith(typed.casefold())]:
            return typed, fitting
    return "", []


async def _phrases(conversation: Conversation, line: str) -> list[str]:
    """Everything that may come at the end of the line."""
    world = conversation.world
    verb, space, rest = line.partition(" ")
    if not space:
        roots = dict.fromkeys("/" + command.path.split()[0] for command in world.commands)
        return [*roots, *own_words(), *conversation.labels]
    match verb.casefold():
        case "as":
            return list(world.people)
        case "in":
            return [f"#{channel}" for channel in world.channels]
        case "click":
            return conversation.labels
        case "choose":
            return choices(world, conversation.here)
        case "menu":
            chosen = any(rest.startswith(f"{menu} ") for menu in world.menus)
            return list(world.people) if chosen else list(world.menus)
        case "help":
            return [*(command.path for command in world.commands), *own_words()]
    if found := find_command(line.rpartition(" ")[0], world.commands):
        command, typed = found
        there = [word.partition(":")[0] for word in typed.split() if ":" in word]
        return await _options(conversation, command, there if line.endswith(" ") else there[:-1])
    return ["/" + command.path for command in world.commands] + conversation.labels


async def _options(conversation: Conversation, command: Command, there: list[str]) -> list[str]:
    """Every option that is still missing, with each of its values, as it can be typed."""
    left = [option for option in command.options if option.name not in there]
    return [phrase for option in left for phrase in await _values(conversation, command, option)]


async def _values(conversation: Conversation, command: Command, option: Option) -> list[str]:
    world, name = conversation.world, option.name
    if option.choices:
        return [f"{name}:{value}" for value in option.choices.values()]
    if option.kind is Kind.USER:
        return [f"{name}:{person}" for person in world.people if person != conversation.here.person]
    if option.is_offered:
        values = await world.offered(conversation.here, command.path, name)
        return [*(f"{name}:{value}" for value in values), *values]
    return [f"{name}:"]
