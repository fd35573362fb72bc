"""What a typed line does, and what can follow it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from simcord.enums import OptionType

from bot.messages.custom_id import read
from bot.messages.in_words import plain
from bot.messages.texts import Voice
from bot.play.actions import SessionOver
from bot.playground.command_parsing import (
    Command,
    Option,
    Value,
    find_command,
    read_options,
)
from bot.playground.not_understood import NotUnderstood, quoted
from bot.playground.simulated_discord import DIRECT, Component, Here, Message, World

_VALUE = re.compile(r"(.*) (\w+):([^:]*)")
_IN_A_GAME = {"ttt move", "ttt board", "ttt resign", "ttt hint", "ttt draw", "ttt claim"}
_AT_THE_END = {"rematch", "review"}  # buttons of a finished game


async def act(world: World, here: Here, line: str, voice: Voice) -> None:
    """Do what a line says: tap a cell, press a button, choose from a list, or send a command.

    A number is a cell; buttons and what is on lists go by their labels, commands with or without
    their slash. Raises NotUnderstood, with the words of `voice`, and the same as World's actions.
    """
    found = find_command(line, world.commands)
    if line.isdecimal():
        await _tap(world, here, line, voice)
    elif is_label(world, here, line):
        await _press(world, here, line)
    elif found:
        command, typed = found
        if typed and not command.options and not line.startswith("/"):
            raise _no_button(world, here, line, voice)  # "Claim win" is more than /ttt claim
        await _send(world, here, command, typed, voice)
    elif line.startswith("/"):
        raise no_command(line, voice)
    else:
        raise NotUnderstood(
            voice.say("Type /ttt start to play, a number to tap that cell, or help.")
        )


async def _send(world: World, here: Here, command: Command, typed: str, voice: Voice) -> None:
    """Send a command with the typed options. The same is raised as by `act`."""
    options: list[Option] = []
    for option in command.options:
        if option.is_offered:
            offers = await world.offered(here, command.path, option.name)
            options.append(replace(option, choices=offers))
        else:
            options.append(option)
    offered = replace(command, options=tuple(options))
    await world.slash(here, command.path, read_options(typed, offered, voice))


async def _press(world: World, here: Here, label: str) -> None:
    """Press the button with that label, or else choose what is so called on a list.

    It is on the newest message that has it and concerns this person.
    """
    for message, button in _buttons(world, here):
        if _is_called(button, label):
            await world.press(here, message.id, button["custom_id"])
            return
    for message, select, option in _options(world, here):
        if _is_called(option, label):
            await world.choose(here, message.id, select["custom_id"], [option["value"]])
            return


def _is_called(part: Component, label: str) -> bool:
    """Whether it has that label, or one that ends so after a colon, as in `Level: hard`."""
    named: str = part["label"].casefold()
    return label.casefold() in {named, named.partition(": ")[2]}


async def _tap(world: World, here: Here, number: str, voice: Voice) -> None:
    """Tap a cell of the newest board alone, so that an answer to a puzzle is no move in a game.

    What cannot be tapped in this person's game is sent as a move, and the bot says what is wrong.
    """
    buttons = _buttons(world, here)
    tappable = [pair for pair in buttons if pair[1]["label"].isdecimal()]
    if not tappable:
        if _is_over(buttons):
            raise NotUnderstood(plain(voice.say(SessionOver.says), voice))
        raise _no_button(world, here, number, voice)
    board, first = tappable[0]
    for button in board.buttons:
        if button["label"] == number:
            await world.press(here, board.id, button["custom_id"])
            return
    is_own_game = _name(first) == "cell" and board.concerns(world.people[here.person])
    if not is_own_game:
        raise _no_button(world, here, number, voice)
    [move] = [command for command in world.commands if command.path == "ttt move"]
    await _send(world, here, move, number, voice)


def _is_over(buttons: Sequence[tuple[Message, Component]]) -> bool:
    """Whether the newest message that others see too is a finished game."""
    for message, _ in buttons:
        if not message.only_for_you:
            return any(_name(button) in _AT_THE_END for button in message.buttons)
    return False


def _name(button: Component) -> str:
    """What a button is called in its custom_id, such as `hint`; "" if that is not ours."""
    press = read(button["custom_id"])
    if press:
        return press.name
    return ""


def _no_button(world: World, here: Here, label: str, voice: Voice) -> NotUnderstood:
    """What can be pressed on the newest message with buttons, if there is one."""
    buttons = _buttons(world, here)
    if not buttons:
        return NotUnderstood(voice.say("There's no button here yet. Type /ttt start to play."))
    newest, _ = buttons[0]
    pressable = ", ".join(button["label"] for button in newest.buttons)
    told = voice.say(
        "There's no button “{label}” here now. You can press: {labels}.",
        label=quoted(label),
        labels=pressable,
    )
    if is_label(world, here, label):
        told += " " + voice.say("To play a game further up, bring it down with /ttt board.")
    return NotUnderstood(told)


async def menu(
    world: World, here: Here, typed: str, voice: Voice, message_id: int | None = None
) -> None:
    """Choose a command in the menu of a person, if a name follows it, or else of a message.

    message_id  None for the newest message with buttons that others see too

    The same is raised as by `act`.
    """
    of_people = {name.casefold(): name for name in world.menus}
    of_messages = {name.casefold(): name for name in world.message_menus}
    command, _, name = typed.casefold().rpartition(" ")
    if typed.casefold() not in of_messages and command not in of_people:
        known = voice.either([*world.menus, *world.message_menus])
        raise NotUnderstood(voice.say("There's no such menu command. Try {known}.", known=known))
    if here.place == DIRECT:
        raise NotUnderstood(
            voice.say("Menus only work in channels. Go to one first: type “in #general”.")
        )
    if typed.casefold() in of_messages:
        target = message_id or _newest_public(world, here, typed, voice)
        await world.menu(here, of_messages[typed.casefold()], target)
    else:
        await world.menu(here, of_people[command], person(world, name, voice))


def _newest_public(world: World, here: Here, typed: str, voice: Voice) -> int:
    """The id of the newest message with buttons that others see too. Raises NotUnderstood."""
    for message, _ in _buttons(world, here):
        if not message.only_for_you:
            return message.id
    raise _no_button(world, here, typed, voice)


def person(world: World, typed: str, voice: Voice) -> str:
    """The name of a person, as in `bob` or `@Bob`. Raises NotUnderstood."""
    name = typed.removeprefix("@").casefold()
    if name not in world.people:
        names = voice.either(list(world.people))
        raise NotUnderstood(
            voice.say("There's no {name} here. Try {names}.", name=quoted(typed), names=names)
        )
    return name


def labels(world: World, here: Here) -> list[str]:
    """What this person can press or choose here, the newest message first."""
    found = [button["label"] for _, button in _buttons(world, here)]
    found += [option["label"] for _, _, option in _options(world, here)]
    return list(dict.fromkeys(found))


def is_label(world: World, here: Here, line: str) -> bool:
    """Whether this person can press or choose something so called here."""
    buttons = [button for _, button in _buttons(world, here)]
    options = [option for _, _, option in _options(world, here)]
    return any(_is_called(part, line) for part in buttons + options)


def _buttons(world: World, here: Here) -> list[tuple[Message, Component]]:
    """Every button here with its message."""
    found: list[tuple[Message, Component]] = []
    for message in _newest_first(world, here):
        found += [(message, button) for button in message.buttons]
    return found


def _options(world: World, here: Here) -> list[tuple[Message, Component, Component]]:
    """What is on each list here, with its message and the list."""
    found: list[tuple[Message, Component, Component]] = []
    for message in _newest_first(world, here):
        for select in message.selects:
            found += [(message, select, option) for option in select["options"]]
    return found


def _newest_first(world: World, here: Here) -> list[Message]:
    """The messages here; those of other people's games come last."""
    own_id = world.people[here.person]
    return sorted(
        world.messages(here),
        key=lambda message: (message.concerns(own_id), message.id),
        reverse=True,
    )


def no_command(line: str, voice: Voice) -> NotUnderstood:
    return NotUnderstood(
        voice.say(
            "There's no command {line}. Try /ttt start, or help for the others.", line=quoted(line)
        )
    )


class Suggestion(NamedTuple):
    """The line that a suggestion makes, how it is shown, and what it means."""

    line: str
    label: str
    about: str = ""


async def suggestions(world: World, here: Here, line: str) -> list[Suggestion]:
    """What can follow a line with a command: commands and values as typed so far, or its options.

    What needs a game comes last where this person has none.
    """
    commands = world.commands_in(world.locale(here.person))
    written, _, last = line.rpartition(" ")
    found = find_command(written, commands)
    if not found:
        typed = line.removeprefix("/").casefold()
        begun = [command for command in commands if _begins(command, typed)]
        if not _plays(world, here):
            begun.sort(key=lambda command: command.path in _IN_A_GAME)
        return [_suggested(command) for command in begun]
    command, words = found
    value = _VALUE.fullmatch(line)
    if value:
        values = await _values(world, here, command, value)
        if values:
            return values
    offered: list[Suggestion] = []
    for option in command.options:
        is_given = f" {option.name}:" in f" {words}"
        if option.name.startswith(last.casefold()) and not is_given:
            named = f"{written} {option.name}:"
            offered.append(Suggestion(named, option.name, option.description))
    return offered


def _begins(command: Command, typed: str) -> bool:
    """Whether a command goes on as typed, with `ttt` or without."""
    return command.path.startswith(typed) or command.path.split()[-1].startswith(typed)


def _plays(world: World, here: Here) -> bool:
    """Whether this person has a board here on which cells can be tapped."""
    own_id = world.people[here.person]
    return any(
        message.concerns(own_id) and _name(button) == "cell"
        for message, button in _buttons(world, here)
    )


def _suggested(command: Command) -> Suggestion:
    name = line = f"/{command.path}"
    if command.options:
        line += " "
    return Suggestion(line, name, command.description)


async def _values(
    world: World, here: Here, command: Command, value: re.Match[str]
) -> list[Suggestion]:
    """The values of an option that go on as typed; `value` is a match of _VALUE."""
    written, name, typed = value.groups()
    named = [option for option in command.options if option.name == name.casefold()]
    if not named or f" {name}:" in written:
        return []
    [option] = named
    values: Mapping[str, Value] = option.choices
    if option.is_offered:
        values = await world.offered(here, command.path, name, typed)
    ending = ""
    if len(command.options) > 1:
        ending = " "
    found: list[Suggestion] = []
    for label, meant in values.items():
        is_oneself = option.kind is OptionType.USER and meant == here.person
        if label.casefold().startswith(typed.casefold()) and not is_oneself:
            found.append(Suggestion(f"{written} {name}:{meant}{ending}", label))
    return found
