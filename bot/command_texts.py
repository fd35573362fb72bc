"""The texts of commands in every language. Discord gets all of them and shows people their own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation, TranslationContextTypes, locale_str

from bot.rendering.names import level
from bot.rendering.voice import ENGLISH, voice_of

_TYPED = {
    TranslationContextLocation.command_name,
    TranslationContextLocation.group_name,
    TranslationContextLocation.parameter_name,
}


def say(message: str, /, **values: object) -> locale_str:
    """A text of a command, in English, which discord.py uses as its key."""
    return locale_str(ENGLISH.say(message, **values), message=message, values=values)


def opponent(name: str) -> locale_str:
    """The name of a choice: an opponent, by its name of `engine.opponents.OPPONENTS`."""
    return locale_str(name, opponent=name)


@dataclass(frozen=True)
class Told:
    """What Discord is told about all commands, in every language.

    payload  in the form of its API; never changed
    digest   of the payload, in hexadecimal
    """

    payload: Sequence[Mapping[str, Any]]
    digest: str


class Translations(app_commands.Translator):
    """Translates the texts of commands with our voices.

    The names of commands and options stay English, so that people can tell each other what to type.
    """

    def __init__(self) -> None:
        self._kept: dict[object, Told] = {}  # the last, since all clients of a process tell the same

    async def told(self, tree: app_commands.CommandTree[Any]) -> Told:
        """What Discord is told about the commands of `tree`."""
        commands = tree.get_commands()
        english = json.dumps([each.to_dict(tree) for each in commands])
        key = english, tuple(voice_of(locale.value) for locale in Locale)
        if key not in self._kept:
            payload = [await each.get_translated_payload(tree, self) for each in commands]
            digest = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
            self._kept = {key: Told(payload, digest)}
        return self._kept[key]

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        """`string` in that language, or None if it would be the same."""
        if context.location in _TYPED and not isinstance(context.data, app_commands.ContextMenu):
            return None
        voice, extras = voice_of(locale.value), string.extras
        if "opponent" in extras:
            told = level(extras["opponent"], voice)
        else:
            told = voice.say(extras.get("message", string.message), **extras.get("values", {}))
        return told if told != string.message else None
