"""The texts of commands, in every language. Discord is sent all of them, and shows each person their own."""

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
    """A text of a command; in English at first, as discord.py knows it by that."""
    return locale_str(ENGLISH.say(message, **values), message=message, values=values)


class Translations(app_commands.Translator):
    """What the voices make of these texts.

    What people type stays English, that they can tell each other: the names of commands and of options.
    """

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        """`string` in that language, or None where it would be the same."""
        if context.location in _TYPED and not isinstance(context.data, app_commands.ContextMenu):
            return None
        message, values = string.extras.get("message", string.message), string.extras.get("values", {})
        told = voice_of(locale.value).say(message, **values)
        return told if told != string.message else None
