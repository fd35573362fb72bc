"""Voices: every text for people is a gettext message with named placeholders, and a voice says it.

The English text is in the code and is the key. `locales/bot.pot` lists all texts for translators, and a test
checks that it is complete. To update it:

    pybabel extract -k say -k say_count:1,2 --no-location --omit-header -o bot/rendering/locales/bot.pot bot

A language is a folder of `locales/`, named with Discord's code (https://docs.discord.com/developers/
reference#locales), such as `locales/sv-SE/LC_MESSAGES/bot.mo`. English needs no folder.
"""

from __future__ import annotations

import gettext
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

LOCALES = Path(__file__).parent / "locales"


@dataclass(frozen=True)
class Voice:
    """The words of one language.

    locale     Discord's code for it
    catalogue  its translations; missing ones are said in English
    """

    locale: str
    catalogue: gettext.NullTranslations

    def say(self, message: str, /, **values: object) -> str:
        """`message` in this language, with its placeholders filled in."""
        return self.catalogue.gettext(message).format(**values)

    def say_count(self, one: str, many: str, count: int, /) -> str:
        """The form of `one` and `many` that the language uses for `count`, which fills `{count}`."""
        return self.catalogue.ngettext(one, many, count).format(count=count)

    def listed(self, things: Sequence[str]) -> str:
        """A list: nothing, `4`, `4 and 6`, or `2, 4 and 6`."""
        if len(things) < 2:
            return "".join(things)
        return self.say("{before} and {last}", before=", ".join(things[:-1]), last=things[-1])

    def either(self, things: Sequence[str]) -> str:
        """Alternatives: nothing, `4`, `4 or 6`, or `2, 4 or 6`."""
        if len(things) < 2:
            return "".join(things)
        return self.say("{before} or {last}", before=", ".join(things[:-1]), last=things[-1])


ENGLISH = Voice("en-US", gettext.NullTranslations())


def voice_of(locale: object) -> Voice:
    """The voice of one of Discord's locales; English if there is no catalogue for it."""
    return _translated(locale) if isinstance(locale, str) and locale in _languages() else ENGLISH


def say(message: str, /) -> str:
    """Mark a text for translators that a voice says later. Returns it unchanged."""
    return message


@lru_cache(maxsize=1)
def _languages() -> frozenset[str]:
    """The locales that have a catalogue."""
    return frozenset(file.parts[-3] for file in LOCALES.glob("*/LC_MESSAGES/bot.mo"))


@lru_cache(maxsize=40)  # Discord has 32
def _translated(locale: str) -> Voice:
    return Voice(locale, gettext.translation("bot", LOCALES, languages=[locale]))
