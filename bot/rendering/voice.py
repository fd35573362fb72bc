"""The words: every text for people is a gettext message with named placeholders, said by a voice.

The English text stands in the code and is its own key. `locales/bot.pot` lists all of them for translators; a
test holds that it is complete. To write it again:

    pybabel extract -k say -k say_count:1,2 --no-location --omit-header -o bot/rendering/locales/bot.pot bot

A language is a folder of `locales/` with the name that Discord has for it (https://docs.discord.com/developers/
reference#locales), such as `locales/sv-SE/LC_MESSAGES/bot.mo`. English needs none.
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
    catalogue  its translations; what it lacks is said in English
    """

    locale: str
    catalogue: gettext.NullTranslations

    def say(self, message: str, /, **values: object) -> str:
        """`message` in this language, its placeholders filled with `values`."""
        return self.catalogue.gettext(message).format(**values)

    def say_count(self, one: str, many: str, count: int, /) -> str:
        """`one` or `many`, whichever form the language has for `count`, which fills `{count}`."""
        return self.catalogue.ngettext(one, many, count).format(count=count)

    def listed(self, things: Sequence[str]) -> str:
        """Things one after another: nothing, `4`, `4 and 6`, or `2, 4 and 6`."""
        if len(things) < 2:
            return "".join(things)
        return self.say("{before} and {last}", before=", ".join(things[:-1]), last=things[-1])

    def either(self, things: Sequence[str]) -> str:
        """Things to choose from: nothing, `4`, `4 or 6`, or `2, 4 or 6`."""
        if len(things) < 2:
            return "".join(things)
        return self.say("{before} or {last}", before=", ".join(things[:-1]), last=things[-1])


ENGLISH = Voice("en-US", gettext.NullTranslations())


def voice_of(locale: object) -> Voice:
    """The voice of a locale as Discord sends it; English where there is no catalogue for it."""
    return _translated(locale) if isinstance(locale, str) and locale in _languages() else ENGLISH


def say(message: str, /) -> str:
    """Mark a text that a voice says later, so that translators find it. Gives it as it stands."""
    return message


@lru_cache(maxsize=1)
def _languages() -> frozenset[str]:
    """The locales that have a catalogue."""
    return frozenset(file.parts[-3] for file in LOCALES.glob("*/LC_MESSAGES/bot.mo"))


@lru_cache(maxsize=40)  # Discord has 32
def _translated(locale: str) -> Voice:
    return Voice(locale, gettext.translation("bot", LOCALES, languages=[locale]))
