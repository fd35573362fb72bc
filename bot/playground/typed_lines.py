"""What a typed line does, and what can follow it."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from simcord.enums import OptionType

from bot.messages.custom_id import parse_custom_id
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
from bot.playground.not_understood import NotUnderstood, quote
from bot.playground.simulated_discord import DIRECT, Here, Message, World

_VALUE = re.compile(r"(.*) (\w+):([^:]*)")
_IN_A_GAME = {"ttt move", "ttt board", "ttt resign", "ttt hint", "ttt draw", "ttt claim"}
_AT_THE_END = {"rematch", "review"}  # buttons of a finished game


async def act(world: World, here: Here, line: str, voice: Voice) -> None:
    """Do what a line says: tap a cell, press a button, choose from a list, or send a command.

    A number is a cell; buttons and what is on lists go by their labels, commands with or without
    their slash. Raises NotUnderstood, with the words of `voice`, and what World's actions raise.
    """
    controls = _controls(world, here)
    called_so = [control for control in controls if control.is_called(line)]
    found = find_command(line, world.commands)
    if line.isdecimal():
        await _tap(world, here, line, voice)
    elif called_so:
        await called_so[0].press(world, here)
    elif found:
        command, typed = found
        if typed and not command.options and not line.startswith("/"):
            # More words than the command takes: a button was meant, such as "Claim win".
            raise _no_button(controls, line, voice)
        await _send(world, here, command, typed, voice)
    elif line.startswith("/"):
        raise no_command(line, voice)
    elif controls:
        raise _no_button(controls, line, voice)
    else:
        raise NotUnderstood(_what_to_type(voice))


def _what_to_type(voice: Voice) -> str:
    return voice.say("Type /ttt start to play, a number to tap that cell, or help.")


async def _send(world: World, here: Here, command: Command, typed: str, voice: Voice) -> None:
    """Send a command with the typed options. Raises what `act` raises."""
    options: list[Option] = []
    for option in command.options:
        if option.has_suggestions:
            offers = await world.suggested_values(here, command.path, option.name)
            options.append(replace(option, choices=offers))
        else:
            options.append(option)
    offered = replace(command, options=tuple(options))
    await world.slash(here, command.path, read_options(typed, offered, voice))


@dataclass(frozen=True)
class Control:
    """A button, or a choice on a list.

    custom_id  the custom_id of the button or the list
    value      the value that was chosen; "" for a button
    """

    message: Message
    label: str
    custom_id: str
    value: str = ""

    @property
    def name(self) -> str:
        """What it is called in its custom_id, such as `hint`; "" if that is not ours."""
        custom_id = parse_custom_id(self.custom_id)
        if custom_id:
            return custom_id.name
        return ""

    def is_called(self, typed: str) -> bool:
        """Whether its label is so, or ends so after a colon, as in `Level: hard`."""
        label = self.label.casefold()
        return typed.casefold() in {label, label.partition(": ")[2]}

    async def press(self, world: World, here: Here) -> None:
        """Press or choose it. Raises the same as World's actions."""
        if self.value:
            await world.choose(here, self.message.id, self.custom_id, [self.value])
        else:
            await world.press(here, self.message.id, self.custom_id)


def _controls(world: World, here: Here) -> list[Control]:
    """What this person can press or choose here, on the newest message first.

    The messages of other people's games come last.
    """
    own_id = world.people[here.person]
    messages = sorted(
        world.messages(here),
        key=lambda message: (message.concerns(own_id), message.id),
        reverse=True,
    )
    controls: list[Control] = []
    for message in messages:
        controls += [Control(message, each["label"], each["custom_id"]) for each in message.buttons]
        for select in message.selects:
            of_list = select["custom_id"]
            for option in select["options"]:
                controls.append(Control(message, option["label"], of_list, option["value"]))
    return controls


async def _tap(world: World, here: Here, number: str, voice: Voice) -> None:
    """Tap a cell of the newest board alone, so that an answer to a puzzle is no move in a game.

    What cannot be tapped in this person's game is sent as a move, and the bot says what is wrong.
    """
    controls = _controls(world, here)
    cells = [control for control in controls if control.label.isdecimal()]
    if not cells and _is_over(controls):
        raise NotUnderstood(plain(voice.say(SessionOver.says), voice))
    if not cells:
        raise _no_button(controls, number, voice)
    board = cells[0].message
    for cell in cells:
        if cell.message == board and cell.label == number:
            await cell.press(world, here)
            return
    is_own_game = cells[0].name == "cell" and board.concerns(world.people[here.person])
    if not is_own_game:
        raise _no_button(controls, number, voice)
    [move] = [command for command in world.commands if command.path == "ttt move"]
    await _send(world, here, move, number, voice)


def _is_over(controls: Sequence[Control]) -> bool:
    """Whether the newest message that others see too is a finished game."""
    public = [control for control in controls if not control.message.only_for_you]
    newest = [control.name for control in public if control.message == public[0].message]
    return not _AT_THE_END.isdisjoint(newest)


def _no_button(controls: Sequence[Control], label: str, voice: Voice) -> NotUnderstood:
    """What can be pressed on the newest message with buttons, if there is one."""
    if not controls:
        return NotUnderstood(voice.say("There's no button here yet. Type /ttt start to play."))
    pressable = [button["label"] for button in controls[0].message.buttons]
    text = voice.say(
        "There's no button “{label}” here now. You can press: {labels}.",
        label=quote(label),
        labels=", ".join(pressable),
    )
    if any(control.is_called(label) for control in controls):
        text += " " + voice.say("To play a game further up, bring it down with /ttt board.")
    elif not label.isdecimal():  # who types "hello" knows of no buttons
        text += " " + _what_to_type(voice)
    return NotUnderstood(text)


async def choose_from_menu(
    world: World, here: Here, typed: str, voice: Voice, message_id: int | None = None
) -> None:
    """Choose a command in the menu of a message, or of the person whose name follows it.

    Raises what `act` raises.
    """
    if here.place == DIRECT:
        raise NotUnderstood(
            voice.say("Menus only work in channels. Go to one first: type “in #general”.")
        )
    if message_id and typed in world.message_menus:
        await world.choose_from_menu(here, typed, message_id)
        return
    command, _, name = typed.rpartition(" ")
    if command not in world.menus:
        names = voice.either([*world.menus, *world.message_menus])
        raise NotUnderstood(voice.say("There's no such menu command. Try {known}.", known=names))
    await world.choose_from_menu(here, command, person(world, name, voice))


def person(world: World, typed: str, voice: Voice) -> str:
    """The name of a person, as in `bob` or `@Bob`. Raises NotUnderstood."""
    name = typed.removeprefix("@").casefold()
    if name not in world.people:
        names = voice.either(list(world.people))
        raise NotUnderstood(
            voice.say("There's no {name} here. Try {names}.", name=quote(typed), names=names)
        )
    return name


def is_label(world: World, here: Here, line: str) -> bool:
    """Whether this person can press or choose something so called here."""
    return any(control.is_called(line) for control in _controls(world, here))


def no_command(line: str, voice: Voice) -> NotUnderstood:
    return NotUnderstood(
        voice.say(
            "There's no command {line}. Try /ttt start, or help for the others.", line=quote(line)
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
        begun: list[Command] = []
        for command in commands:  # with `ttt` or without
            if command.path.startswith(typed) or command.path.split()[-1].startswith(typed):
                begun.append(command)
        own_id = world.people[here.person]
        cells = [control for control in _controls(world, here) if control.name == "cell"]
        if not any(cell.message.concerns(own_id) for cell in cells):
            begun.sort(key=lambda command: command.path in _IN_A_GAME)
        names: list[Suggestion] = []
        for command in begun:
            name = f"/{command.path}"
            begins = f"{name} " if command.options else name
            names.append(Suggestion(begins, name, command.description))
        return names
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
    if option.has_suggestions:
        values = await world.suggested_values(here, command.path, name, typed)
    ending = ""
    if len(command.options) > 1:
        ending = " "
    matching: list[Suggestion] = []
    for label, meant in values.items():
        is_oneself = option.kind is OptionType.USER and meant == here.person
        if label.casefold().startswith(typed.casefold()) and not is_oneself:
            matching.append(Suggestion(f"{written} {name}:{meant}{ending}", label))
    return matching
