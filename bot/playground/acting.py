"""What a typed line makes a person do: use a command, or press a button."""

from __future__ import annotations

from bot.playground.commands import find_command
from bot.playground.messages import Component, Message
from bot.playground.not_understood import NotUnderstood, any_of, quoted
from bot.playground.options import read_options
from bot.playground.world import DIRECT, Here, World
from bot.rendering.voice import Voice


async def act(world: World, here: Here, line: str, voice: Voice) -> None:
    """Send a command, with or without its slash, or press the button with that label.

    Raises NotUnderstood, with the words of `voice`, and the same as World's actions.
    """
    if line.isdecimal() or line.casefold() in map(str.casefold, labels(world, here)):
        await click(world, here, line, voice)
    elif found := find_command(line, world.commands):
        command, typed = found
        await world.slash(here, command.path, read_options(typed, command, world.people, voice))
    elif line.startswith("/"):
        raise no_command(line, voice)
    else:
        raise NotUnderstood(voice.say("Type /ttt start to play, a number to tap that cell, or help."))


async def click(world: World, here: Here, label: str, voice: Voice) -> None:
    """Press the button with that label on the newest message that concerns this person.

    Raises the same as `act`.
    """
    found = [pair for pair in _buttons(world, here) if pair[1]["label"].casefold() == label.casefold()]
    if not found:
        raise NotUnderstood(_no_button(label, labels(world, here), voice))
    message, button = found[0]
    await world.press(here, message.id, button["custom_id"])


async def choose(world: World, here: Here, typed: str, voice: Voice) -> None:
    """Choose the option with that label, as in `Level: hard` or just `hard`, on the newest message.

    Raises the same as `act`.
    """
    for message, select, option in _options(world, here):
        label = option["label"].casefold()
        if typed.casefold() in {label, label.partition(": ")[2]}:
            return await world.choose(here, message.id, select["custom_id"], [option["value"]])
    raise NotUnderstood(voice.say('There\'s no "{label}" to choose here now.', label=quoted(typed)))


async def menu(world: World, here: Here, command: str, name: str, voice: Voice) -> None:
    """Choose a command in the menu of a person's name. Raises the same as `act`."""
    known = {menu.casefold(): menu for menu in world.menus}
    if command.casefold() not in known:
        raise NotUnderstood(voice.say("The menu of a name has: {known}.", known=any_of(world.menus, voice)))
    if here.place == DIRECT:
        raise NotUnderstood(voice.say("Nobody else is here. Go to a channel first: in #general"))
    await world.menu(here, known[command.casefold()], person(world, name, voice))


def person(world: World, typed: str, voice: Voice) -> str:
    """The name of a person, as in `bob` or `@Bob`. Raises NotUnderstood."""
    name = typed.removeprefix("@").casefold()
    if name not in world.people:
        names = any_of(world.people, voice)
        raise NotUnderstood(
            voice.say("There's no {name} here. Try {names}.", name=quoted(typed), names=names)
        )
    return name


def choices(world: World, here: Here) -> list[str]:
    """The labels of everything this person can choose here."""
    return [option["label"] for _, _, option in _options(world, here)]


def labels(world: World, here: Here) -> list[str]:
    """The labels of the buttons this person can press here, the newest message first."""
    return list(dict.fromkeys(button["label"] for _, button in _buttons(world, here)))


def no_command(line: str, voice: Voice) -> NotUnderstood:
    return NotUnderstood(
        voice.say("There's no command {line}. Try /ttt start, or help for the others.", line=quoted(line))
    )


def _buttons(world: World, here: Here) -> list[tuple[Message, Component]]:
    """Every button here with its message."""
    return [(message, button) for message in _newest_first(world, here) for button in message.buttons]


def _options(world: World, here: Here) -> list[tuple[Message, Component, Component]]:
    """Every option of a select here, with its message and its select."""
    return [
        (message, select, option)
        for message in _newest_first(world, here)
        for select in message.selects
        for option in select["options"]
    ]


def _newest_first(world: World, here: Here) -> list[Message]:
    """The messages here; those of other people's games come last."""
    newest_first = list(reversed(world.messages(here)))
    own_id = world.people[here.person]
    newest_first.sort(key=lambda message: not message.concerns(own_id))
    return newest_first


def _no_button(label: str, pressable: list[str], voice: Voice) -> str:
    if not pressable:
        return voice.say("There's no button here yet. Type /ttt start to play.")
    return voice.say(
        'There\'s no button "{label}" here now. You can press: {labels}.',
        label=quoted(label),
        labels=", ".join(pressable),
    )
