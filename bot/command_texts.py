"""The texts of commands in every language. Discord gets all of them and shows people their own."""

from __future__ import annotations

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation, TranslationContextTypes, locale_str

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
    _, _, depth = name.partition("minimax depth ")
    return say("minimax depth {depth}", depth=depth) if depth else locale_str(name)


class Translations(app_commands.Translator):
    """Translates the texts of commands with our voices.

    The names of commands and options stay English, so that people can tell each other what to type.
    """

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        """`string` in that language, or None if it would be the same."""
        if context.location in _TYPED and not isinstance(context.data, app_commands.ContextMenu):
            return None
        message, values = string.extras.get("message", string.message), string.extras.get("values", {})
        told = voice_of(locale.value).say(message, **values)
        return told if told != string.message else None
