"""The bot's commands, as Discord's clients see them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

_GROUPS = {1, 2}  # Discord's option types that nest further options
_SLASH, _USER_MENU = 1, 2  # Discord's command types


class Kind(IntEnum):
    """The type of an option, with Discord's number."""

    TEXT = 3
    NUMBER = 4
    SWITCH = 5
    USER = 6


@dataclass(frozen=True)
class Option:
    """An option of a command.

    choices     the values by the name people see; empty if anything may be typed. A switch is on or off
    least       the smallest number it takes, or None; `most` is the largest
    is_offered  whether the bot suggests values while someone types
    """

    name: str
    description: str
    kind: Kind
    required: bool
    choices: Mapping[str, str | int] = field(default_factory=dict)
    least: int | None = None
    most: int | None = None
    is_offered: bool = False


@dataclass(frozen=True)
class Command:
    """A slash command: its path, such as `ttt start`, its description and its options."""

    path: str
    description: str
    options: tuple[Option, ...]


def slash_commands(payloads: Iterable[Mapping[str, Any]], locale: str = "en-US") -> tuple[Command, ...]:
    """Every slash command that the bot uploads to Discord; each subcommand counts as one.

    locale  the language of their texts
    """
    roots = [payload for payload in payloads if payload["type"] == _SLASH]
    return tuple(command for root in roots for command in _leaves(root["name"], root, locale))


def user_menus(payloads: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The names of the commands in the menu of a person's name."""
    return tuple(payload["name"] for payload in payloads if payload["type"] == _USER_MENU)


def find_command(typed: str, commands: Iterable[Command]) -> tuple[Command, str] | None:
    """The command at the start of a line, and the rest of the line. `start` means `/ttt start`."""
    words = typed.removeprefix("/").split()
    lower = [word.casefold() for word in words]
    for command in commands:
        path = command.path.split()
        for known in (path, path[1:]):
            if known and lower[: len(known)] == known:
                return command, " ".join(words[len(known) :])
    return None


def _leaves(path: str, command: Mapping[str, Any], locale: str) -> Iterator[Command]:
    options = command.get("options", [])
    nested = [option for option in options if option["type"] in _GROUPS]
    for option in nested:
        yield from _leaves(f"{path} {option['name']}", option, locale)
    if not nested:
        shown = tuple(_option(option, locale) for option in options)
        yield Command(path, _text(command, "description", locale), shown)


def _option(payload: Mapping[str, Any], locale: str) -> Option:
    return Option(
        payload["name"],
        _text(payload, "description", locale),
        Kind(payload["type"]),
        payload.get("required", False),
        _choices(payload, locale),
        payload.get("min_value"),
        payload.get("max_value"),
        payload.get("autocomplete", False),
    )


def _text(payload: Mapping[str, Any], field: str, locale: str) -> str:
    translated: str = payload.get(f"{field}_localizations", {}).get(locale) or payload[field]
    return translated


def _choices(payload: Mapping[str, Any], locale: str) -> dict[str, str | int]:
    if payload["type"] == Kind.SWITCH:
        return {"True": True, "False": False}
    return {_text(choice, "name", locale): choice["value"] for choice in payload.get("choices", [])}
