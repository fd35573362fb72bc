"""What can follow the words typed so far: commands, their options, and the values of an option."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from bot.playground.commands import Command, Kind, Option, find_command
from bot.playground.world import Here, World

_MOST = 25  # values that Discord shows at once
_VALUE = re.compile(r"(.*) (\w+):([^:]*)")


class Suggestion(NamedTuple):
    """The line that a suggestion makes, how it is shown, and what it means."""

    line: str
    label: str
    about: str = ""


async def suggestions(world: World, here: Here, line: str) -> list[Suggestion]:
    """What can follow a line that begins with a slash; of commands and values, those that fit it."""
    if not line.startswith("/"):
        return []
    commands = world.commands_in(world.locale(here.person))
    written, _, last = line.rpartition(" ")
    found = find_command(written, commands) if written else None
    if not found:
        return list(_commands(line, commands))
    command, typed = found
    given = {word.partition(":")[0] for word in typed.split() if ":" in word}
    value = _VALUE.fullmatch(line)
    fitting = await _values(world, here, command, *value.groups()) if value else []
    return fitting or list(_options(command, given, written, last))


def _commands(line: str, commands: tuple[Command, ...]) -> Iterator[Suggestion]:
    """The commands that go on as typed, or whose last word does."""
    typed = line.removeprefix("/").casefold()
    for command in commands:
        if command.path.startswith(typed) or command.path.split()[-1].startswith(typed):
            ending = " " if command.options else ""
            yield Suggestion(f"/{command.path}{ending}", f"/{command.path}", command.description)


def _options(command: Command, given: set[str], written: str, typed: str) -> Iterator[Suggestion]:
    for option in command.options:
        if option.name not in given and option.name.startswith(typed.casefold()):
            yield Suggestion(f"{written} {option.name}:", option.name, option.description)


async def _values(
    world: World, here: Here, command: Command, written: str, name: str, typed: str
) -> list[Suggestion]:
    """The values of the option with that name that go on as typed."""
    option = next((option for option in command.options if option.name == name), None)
    if option is None or f" {name}:" in written:
        return []
    values = await _values_of(world, here, command, option, typed)
    ending = " " if len(command.options) > 1 else ""
    return [
        Suggestion(f"{written} {name}:{value}{ending}", label, option.description)
        for value, label in values
        if label.casefold().startswith(typed.casefold())
    ][:_MOST]


async def _values_of(
    world: World, here: Here, command: Command, option: Option, typed: str
) -> list[tuple[str, str]]:
    """The values of an option, as they are typed and as they are shown."""
    if option.choices:
        return list(zip(_in_english(world, command, option), option.choices, strict=True))
    if option.kind is Kind.USER:
        return [(person, person) for person in world.people if person != here.person]
    if option.is_offered:
        return [(value, value) for value in await world.offered(here, command.path, option.name, typed)]
    return []


def _in_english(world: World, command: Command, option: Option) -> list[str]:
    """The choices of an option as they are typed, whatever they are called."""
    [options] = [each.options for each in world.commands if each.path == command.path]
    return [choice for each in options if each.name == option.name for choice in each.choices]
