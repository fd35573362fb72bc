"""What can follow the words typed so far: commands, their options, and the values of an option."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bot.playground.commands import Command, Kind, Option, find_command
from bot.playground.world import Here, World

_MOST = 25  # values that Discord shows at once


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
    if ":" in last:
        return await _values(world, here, command, written, last)
    given = {word.partition(":")[0] for word in typed.split() if ":" in word}
    return list(_options(command, given, written, last))


def _commands(line: str, commands: tuple[Command, ...]) -> Iterator[Suggestion]:
    """The commands with a word that begins as the last word typed does."""
    typed = line.removeprefix("/").casefold()
    for command in commands:
        if command.path.startswith(typed) or command.path.split()[-1].startswith(typed):
            ending = " " if command.options else ""
            yield Suggestion(f"/{command.path}{ending}", f"/{command.path}", command.description)


def _options(command: Command, given: set[str], written: str, typed: str) -> Iterator[Suggestion]:
    for option in command.options:
        if option.name not in given and option.name.startswith(typed.casefold()):
            yield Suggestion(f"{written} {option.name}:", option.name, option.description)


async def _values(world: World, here: Here, command: Command, written: str, last: str) -> list[Suggestion]:
    name, _, typed = last.partition(":")
    option = next((option for option in command.options if option.name == name), None)
    if option is None:
        return []
    values = await _values_of(world, here, command, option, typed)
    fitting = [pair for pair in values if pair[1].casefold().startswith(typed.casefold())]
    return [Suggestion(f"{written} {name}:{value}", label, option.description) for value, label in fitting][
        :_MOST
    ]


async def _values_of(
    world: World, here: Here, command: Command, option: Option, typed: str
) -> list[tuple[str, str]]:
    """The values of an option, as they are typed and as they are shown."""
    if option.choices:
        english = next(each for each in world.commands if each.path == command.path)
        names = next(each.choices for each in english.options if each.name == option.name)
        return list(zip(names, option.choices, strict=True))
    if option.kind is Kind.USER:
        return [(person, person) for person in world.people if person != here.person]
    if option.is_offered:
        return [(value, value) for value in await world.offered(here, command.path, option.name, typed)]
    return []
