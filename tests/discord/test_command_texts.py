"""What we tell Discord about our commands is valid in every language, or it would refuse all of them.

The limits: https://docs.discord.com/developers/interactions/application-commands
"""

from collections.abc import Iterator
from typing import Any

import pytest
from discord import Locale

from tests.support.server import Server

_USER = 2  # the type of a user menu
_LONGEST = {"name": 32, "description": 100}  # characters
_LONGEST_CHOICE = 100
_LONGEST_COMMAND = 8000  # of names, descriptions and values, with the longest of each localisation
_LOCALES = {locale.value for locale in Locale}


@pytest.fixture
def told(server: Server) -> list[dict[str, Any]]:
    """The commands as Discord is told of them."""
    return [request for request in server.env.http_requests if request.method == "PUT"][-1].json


def parts(command: dict[str, Any]) -> Iterator[tuple[dict[str, Any], bool]]:
    """A command with its options and choices, and whether each is a choice."""
    yield command, False
    for option in command.get("options", ()):
        yield from parts(option)
        yield from ((choice, True) for choice in option.get("choices", ()))


def each_form(part: dict[str, Any], field: str) -> list[str]:
    return [str(part.get(field) or ""), *(part.get(f"{field}_localizations") or {}).values()]


async def test_discord_takes_every_text_of_a_command(told: list[dict[str, Any]]):
    for part, is_choice in (found for command in told for found in parts(command)):
        for field, longest in _LONGEST.items():
            assert (part.get(f"{field}_localizations") or {}).keys() <= _LOCALES
            for form in each_form(part, field):
                assert len(form) <= (_LONGEST_CHOICE if is_choice else longest), form


async def test_only_the_menu_and_choices_have_translated_names(told: list[dict[str, Any]]):
    for command in told:
        for part, is_choice in parts(command):
            assert is_choice or command.get("type") == _USER or not part.get("name_localizations"), part[
                "name"
            ]


async def test_no_command_is_too_large_in_any_language(told: list[dict[str, Any]]):
    for command in told:
        size = sum(
            max(map(len, each_form(part, field)))
            for part, _ in parts(command)
            for field in ("name", "description", "value")
        )
        assert size <= _LONGEST_COMMAND
