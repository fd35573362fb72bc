"""The bot's commands, as Discord's clients see them, and what the words after one mean."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from simcord.enums import AppCommandType, OptionType
from simcord.interactions import command_leaves

from bot.messages.texts import Voice
from bot.playground.not_understood import NotUnderstood, quote

_NUMBER = re.compile(r"-?\d{1,9}")
_LONGEST_CHOICE = 12  # words

# Other words for a choice: the bot as boards call it, and minimax as deep as /ttt start makes it.
_ALSO = {
    "first:bot": "first:them",
    "x:minimax": "x:minimax depth 2",
    "o:minimax": "o:minimax depth 2",
}

Value = str | int
Choices = Mapping[str, Value]


@dataclass(frozen=True)
class Option:
    """An option of a command.

    choices          the values by the name people see; empty if anything may be typed
    numbers          the numbers it takes; empty for other kinds
    has_suggestions  whether the bot suggests values while someone types
    """

    name: str
    description: str
    kind: OptionType
    is_required: bool
    choices: Choices = field(default_factory=dict)
    numbers: range = range(0)
    has_suggestions: bool = False


@dataclass(frozen=True)
class Command:
    """A slash command: its path, such as `ttt start`, its description and its options."""

    path: str
    description: str
    options: tuple[Option, ...]


def slash_commands(
    payloads: Iterable[dict[str, Any]], people: Iterable[str], locale: str
) -> tuple[Command, ...]:
    """Every slash command that the bot uploads to Discord; each subcommand counts as one.

    people  the names that an option for a person takes
    locale  the language of their texts
    """
    fixed: dict[OptionType, Choices] = {
        OptionType.USER: {name: name for name in people},
        OptionType.BOOLEAN: {"True": True, "False": False},
    }
    commands: list[Command] = []
    for payload in payloads:
        if payload["type"] == AppCommandType.CHAT_INPUT:
            for path, leaf in command_leaves(payload):
                options = [_option(option, fixed, locale) for option in leaf.get("options", [])]
                about = _text(leaf, "description", locale)
                commands.append(Command(" ".join(path), about, tuple(options)))
    return tuple(commands)


class TypedCommand(NamedTuple):
    """A command as it was typed.

    rest  what stands behind it: its options
    """

    command: Command
    rest: str


def find_command(typed: str, commands: Iterable[Command]) -> TypedCommand | None:
    """The command at the start of a line. `start` means `/ttt start`."""
    words = typed.removeprefix("/").split()
    lower = [word.casefold() for word in words]
    for command in commands:
        path = command.path.split()
        for name in (path, path[1:]):
            if name and lower[: len(name)] == name:
                return TypedCommand(command, " ".join(words[len(name) :]))
    return None


def _option(payload: Mapping[str, Any], fixed: Mapping[OptionType, Choices], locale: str) -> Option:
    """An option as Discord's clients show it.

    fixed  the choices of the kinds for which Discord has its own
    """
    kind = OptionType(payload["type"])
    choices: dict[str, Value] = {}
    for choice in payload.get("choices", []):
        choices[_text(choice, "name", locale)] = choice["value"]
    least = payload.get("min_value", 0)
    most = payload.get("max_value", -1)
    return Option(
        name=payload["name"],
        description=_text(payload, "description", locale),
        kind=kind,
        is_required=payload.get("required", False),
        choices=fixed.get(kind, choices),
        numbers=range(least, most + 1),
        has_suggestions=payload.get("autocomplete", False),
    )


def _text(payload: Mapping[str, Any], field: str, locale: str) -> str:
    translated: str = payload.get(f"{field}_localizations", {}).get(locale) or payload[field]
    return translated


def read_options(typed: str, command: Command, voice: Voice) -> dict[str, Value]:
    """The options in the words: `name:value`, or a value, which goes to the first option it fits.

    A choice of several words needs no quotes. The name of a switch alone turns it on. Raises
    NotUnderstood, with the words of `voice`.
    """
    left = list(command.options)
    values: dict[str, Value] = {}
    for part in _parts(typed, command):
        name, colon, text = _ALSO.get(part.casefold(), part).partition(":")
        named = [option for option in command.options if colon and option.name == name.casefold()]
        sought = part
        if named:
            sought = text
        fit = _first_fit(sought, named or left)
        if not fit:
            raise NotUnderstood(_no_fit(part, named or command.options, command, voice))
        option, value = fit
        if option not in left:
            raise NotUnderstood(voice.say("You gave {option} twice.", option=option.name))
        left.remove(option)
        values[option.name] = value
    for option in left:
        if option.is_required:
            raise NotUnderstood(
                voice.say(
                    "/{path} needs {option}: {values}.",
                    path=command.path,
                    option=option.name,
                    values=takes(option, voice),
                )
            )
    return values


def takes(option: Option, voice: Voice) -> str:
    """The possible values of an option, in words that can be typed."""
    if option.choices:
        return voice.either([str(value) for value in option.choices.values()])
    return voice.say(
        "a number from {least} to {most}", least=option.numbers[0], most=option.numbers[-1]
    )


def _parts(typed: str, command: Command) -> Iterator[str]:
    """The words; those that form one choice are joined, as in `o:rule of thumb`."""
    choices: set[str] = set()
    for option in command.options:
        for choice in option.choices:
            choices.add(choice.casefold())
            choices.add(f"{option.name}:{choice}".casefold())
    words = typed.split()
    while words:
        count = 1
        for length in range(2, _LONGEST_CHOICE + 1):
            if " ".join(words[:length]).casefold() in choices:
                count = length
        yield " ".join(words[:count])
        words = words[count:]


def _first_fit(part: str, options: Iterable[Option]) -> tuple[Option, Value] | None:
    """The first option with such a number or choice, by the choice's name or its value."""
    sought = _plain(part.removeprefix("@"))
    for option in options:
        if _NUMBER.fullmatch(part) and int(part) in option.numbers:
            return option, int(part)
        if option.kind is OptionType.BOOLEAN and sought == option.name:
            return option, True
        for name, value in option.choices.items():
            if sought in {_plain(name), _plain(str(value))}:
                return option, value
    return None


def _plain(text: str) -> str:
    """The text as people type it: small letters without accents, and x for ×."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("×", "x"))
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def _no_fit(part: str, options: Sequence[Option], command: Command, voice: Voice) -> str:
    """Why a part fits none of the options."""
    word = quote(part)
    if not options:
        return voice.say(
            "/{path} takes nothing more. Leave out “{word}”.", path=command.path, word=word
        )
    if len(options) == 1:
        [option] = options
        values = takes(option, voice)
        return voice.say("{option} can be {values}.", option=option.name, values=values)
    names = ", ".join(option.name for option in options)
    last = command.path.split()[-1]
    return voice.say(
        "“{word}” doesn't fit. The options are {names}: see help {last}.",
        word=word,
        names=names,
        last=last,
    )
