"""What a typed line does, and what can follow it."""

import re
from typing import NamedTuple

from simcord.enums import OptionType

from bot.messages.custom_id import custom_id_of, read
from bot.messages.texts import Voice
from bot.playground.command_parsing import Command, find_command, read_options, read_word
from bot.playground.not_understood import NotUnderstood, quoted
from bot.playground.simulated_discord import DIRECT, Component, Here, Message, World

_MOST = 25  # values that Discord shows at once
_VALUE = re.compile(r"(.*) (\w+):([^:]*)")
_IN_A_GAME = {"ttt move", "ttt board", "ttt resign", "ttt hint", "ttt draw", "ttt claim"}


async def act(world: World, here: Here, line: str, voice: Voice) -> None:
    """Send a command, with or without its slash, or press the button with that label.

    Raises NotUnderstood, with the words of `voice`, and the same as World's actions.
    """
    found = find_command(line, world.commands)
    is_more = found and found[1] and not found[0].options and not line.startswith("/")
    # "Claim win" is more than /ttt claim.
    if line.isdecimal() or is_label(world, here, line) or is_more:
        await click(world, here, line, voice)
    elif found:
        command, typed = found
        await world.slash(here, command.path, read_options(typed, command, voice))
    elif line.startswith("/"):
        raise no_command(line, voice)
    else:
        raise NotUnderstood(
            voice.say("Type /ttt start to play, a number to tap that cell, or help.")
        )


async def click(world: World, here: Here, label: str, voice: Voice) -> None:
    """Press the button with that label on the newest message that concerns this person.

    A number is a cell of the newest board alone, so that an answer to a puzzle is no move in a
    game; where no board can be tapped, the newest message that others see too tells what can be
    pressed. A word answers the question that the bot has asked this person about a game, wherever
    the board is by now.

    Raises the same as `act`.
    """
    pairs, is_cell = _buttons(world, here), label.isdecimal()
    labelled = [pair for pair in pairs if pair[1]["label"].casefold() == label.casefold()]
    newest = pairs[0][0] if pairs else None
    if is_cell:
        boards = [message for message, button in pairs if button["label"].isdecimal()]
        public = [message for message, _ in pairs if not message.only_for_you]
        newest = next(iter((*boards, *public)), newest)
    if not labelled or (is_cell and labelled[0][0] != newest):
        if newest is None:
            raise _no_button(voice)
        refused = voice.say(
            "There's no button “{label}” here now. You can press: {labels}.",
            label=quoted(label),
            labels=", ".join(button["label"] for button in newest.buttons),
        )
        if labelled:
            refused += " " + voice.say("To play a game further up, bring it down with /ttt board.")
        raise NotUnderstood(refused)
    message, button = labelled[0]
    questions = [pair for pair in labelled if pair[0].only_for_you and pair[0].buttons == [pair[1]]]
    for question, answer in questions:
        if _subject(answer) == _subject(button):
            message, button = question, answer
            break
    await world.press(here, message.id, button["custom_id"])


def _subject(button: Component) -> int | str | None:
    """What a button is about, such as the id of a game; None if it names nothing."""
    press = read(button["custom_id"])
    return press.about[0] if press and press.about else None


async def choose(world: World, here: Here, typed: str, voice: Voice) -> None:
    """Choose an option of a list on the newest message with it; `typed` is as for `read_word`.

    An option goes by its label, as in `Level: hard`, by what stands after the colon, or by its
    value. Raises the same as `act`.
    """
    for message in _newest_first(world, here):
        words: dict[str, tuple[str, str]] = {}
        for select in message.selects:
            for option in select["options"]:
                label, value = option["label"], option["value"]
                for word in (label, label.partition(": ")[2], "" if value.isdecimal() else value):
                    words.setdefault(word, (select["custom_id"], value))
        words.pop("", None)
        if typed and (found := read_word(typed, words, voice)):
            custom_id, value = found
            return await world.choose(here, message.id, custom_id, [value])
    raise NotUnderstood(_no_choice(typed, world, here, voice))


def _no_choice(typed: str, world: World, here: Here, voice: Voice) -> str:
    """What can be chosen on the newest message with a list: a line for each list."""
    newest = next((message for message in _newest_first(world, here) if message.selects), None)
    if newest is None:
        return voice.say("There's no list to choose from here.")
    if typed:
        lines = [
            voice.say("You can't choose “{label}” here. The choices are:", label=quoted(typed))
        ]
    else:
        lines = [voice.say("You can choose:")]
    for select in newest.selects:
        labels = [option["label"] for option in select["options"]]
        if len({label.partition(": ")[0] for label in labels}) == 1:  # the same before each colon
            labels[1:] = [label.partition(": ")[2] for label in labels[1:]]
        lines.append("  " + ", ".join(labels))
    return "\n".join(lines)


async def menu(
    world: World, here: Here, typed: str, voice: Voice, message_id: int | None = None
) -> None:
    """Choose a command in the menu of a person, if a name follows it, or else of a message.

    message_id  None for the newest message with buttons that others see too

    Raises the same as `act`.
    """
    known = {menu.casefold(): menu for menu in (*world.menus, *world.message_menus)}
    command, _, name = typed.rpartition(" ")
    is_of_message = known.get(typed.casefold()) in world.message_menus
    if not is_of_message and known.get(command.casefold()) not in world.menus:
        raise NotUnderstood(
            voice.say(
                "There's no such menu command. Try {known}.", known=voice.either([*known.values()])
            )
        )
    if here.place == DIRECT:
        raise NotUnderstood(
            voice.say("Menus only work in channels. Go to one first: type “in #general”.")
        )
    if not is_of_message:
        return await world.menu(here, known[command.casefold()], person(world, name, voice))
    if message_id is None:
        public = [message.id for message, _ in _buttons(world, here) if not message.only_for_you]
        if not public:
            raise _no_button(voice)
        message_id = public[0]
    return await world.menu(here, known[typed.casefold()], message_id)


def _no_button(voice: Voice) -> NotUnderstood:
    return NotUnderstood(voice.say("There's no button here yet. Type /ttt start to play."))


def person(world: World, typed: str, voice: Voice) -> str:
    """The name of a person, as in `bob` or `@Bob`. Raises NotUnderstood."""
    name = typed.removeprefix("@").casefold()
    if name not in world.people:
        names = voice.either(list(world.people))
        raise NotUnderstood(
            voice.say("There's no {name} here. Try {names}.", name=quoted(typed), names=names)
        )
    return name


def choices(world: World, here: Here) -> list[str]:
    """The labels of everything this person can choose here."""
    selects = [select for message in _newest_first(world, here) for select in message.selects]
    return [option["label"] for select in selects for option in select["options"]]


def labels(world: World, here: Here) -> list[str]:
    """The labels of the buttons this person can press here, the newest message first."""
    return list(dict.fromkeys(button["label"] for _, button in _buttons(world, here)))


def is_label(world: World, here: Here, line: str) -> bool:
    """Whether this person can press a button with that label here."""
    return line.casefold() in map(str.casefold, labels(world, here))


def _buttons(world: World, here: Here) -> list[tuple[Message, Component]]:
    """Every button here with its message."""
    return [
        (message, button) for message in _newest_first(world, here) for button in message.buttons
    ]


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
    found = find_command(written, commands) if written else None
    if not found:
        typed, own_id = line.removeprefix("/").casefold(), world.people[here.person]
        plays = any(
            message.concerns(own_id) and button["custom_id"].startswith(custom_id_of("cell", ""))
            for message, button in _buttons(world, here)
        )
        return [
            Suggestion(
                f"/{command.path}{' ' * bool(command.options)}",
                f"/{command.path}",
                command.description,
            )
            for command in sorted(commands, key=lambda each: each.path in _IN_A_GAME and not plays)
            if command.path.startswith(typed) or command.path.split()[-1].startswith(typed)
        ]
    command, words = found
    given = {word.partition(":")[0] for word in words.split() if ":" in word}
    return await _values(world, here, command, line) or [
        Suggestion(f"{written} {option.name}:", option.name, option.description)
        for option in command.options
        if option.name not in given and option.name.startswith(last.casefold())
    ]


async def _values(world: World, here: Here, command: Command, line: str) -> list[Suggestion]:
    """The values of the option at the end of a line that go on as typed."""
    written, name, typed = found.groups() if (found := _VALUE.fullmatch(line)) else ("", "", "")
    option = next((option for option in command.options if option.name == name.casefold()), None)
    if option is None or f" {name}:" in written:
        return []
    values = dict(option.choices)
    if option.kind is OptionType.USER:
        del values[here.person]
    if option.is_offered:
        values = {value: value for value in await world.offered(here, command.path, name, typed)}
    ending = " " if len(command.options) > 1 else ""
    return [
        Suggestion(f"{written} {name}:{value}{ending}", label)
        for label, value in values.items()
        if label.casefold().startswith(typed.casefold())
    ][:_MOST]
