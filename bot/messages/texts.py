"""Texts for people: a phrase is English, with named placeholders; a voice says it in its language.

A phrase in the code is the key of its translations, for gettext a message id. `locales/bot.pot`
lists them all for translators, with the comments above them that begin with NOTE. When a phrase
changes, each language keeps its old translation as fuzzy, and the phrase is said in English until
somebody has looked at it. This brings all languages up to date with the code:

    python -m tests.languages

A language is a folder of `locales/`, named with Discord's code, as `locales/sv-SE/LC_MESSAGES` is
(https://docs.discord.com/developers/reference#locales). The English of the code is American;
`locales/en-GB` is the British one.
"""

import gettext
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from pathlib import Path

from bot.messages.po_translations import PoTranslations

_logger = logging.getLogger(__name__)

LOCALES = Path(__file__).parent / "locales"

NEAREST = {"en-GB": "en-US", "es-419": "es-ES"}
"""The locale whose texts another uses where it has none. Those of en-US are in the code."""


def phrase(text: str, /) -> str:
    """Mark an English text for translators, for `Voice.say` to say later. Returns it unchanged."""
    return text


def phrase_in(_: str, text: str, /) -> str:
    """Like `phrase`, for a text with a context, for `Voice.say_in`."""
    return text


@dataclass(frozen=True)
class Voice:
    """The words of one language.

    locale     Discord's code for it
    catalogue  its translations; missing ones are said in English
    """

    locale: str
    catalogue: gettext.NullTranslations

    def say(self, text: str, /, **values: object) -> str:
        """A phrase in this language, with its placeholders filled in."""
        return self._fill(self.catalogue.gettext(text), text, values)

    def say_in(self, context: str, text: str, /, **values: object) -> str:
        """Like `say`, for a phrase that elsewhere means something else.

        context  what it means here; like the text, a key that translators see
        """
        return self._fill(self.catalogue.pgettext(context, text), text, values)

    def say_count(self, one: str, many: str, count: int, /) -> str:
        """The form of `one` and `many` the language uses for `count`, which fills `{count}`."""
        translation = self.catalogue.ngettext(one, many, count)
        english = one if count == 1 else many
        return self._fill(translation, english, {"count": count})

    def templates(self, texts: Mapping[str, str], /) -> dict[str, str]:
        """Texts in this language by name, with their placeholders left for others to fill in."""
        return {name: self.catalogue.gettext(text) for name, text in texts.items()}

    def _fill(self, translation: str, english: str, values: Mapping[str, object]) -> str:
        """The translation with its values, or the English if it has placeholders of its own."""
        try:
            return translation.format_map(values)
        except (LookupError, ValueError, AttributeError):
            if translation == english:
                raise
            _report(self.locale, english)
            return english.format_map(values)

    def together(self, sentences: Iterable[str]) -> str:
        """Sentences, one after another."""
        return reduce(self._both, sentences)

    def _both(self, first: str, then: str) -> str:
        # NOTE: two sentences; in most languages there is a space between them
        return self.say("{first} {then}", first=first, then=then)

    def separated(self, things: Iterable[str]) -> str:
        """A list without a last word: nothing, `4`, or `2, 4, 6`."""
        separator = self.say("{before}, {next}", before="", next="")
        return separator.join(things)

    def listed(self, things: Sequence[str]) -> str:
        """A list: nothing, `4`, `4 and 6`, or `2, 4 and 6`."""
        return self._joined(things, phrase("{before} and {last}"))

    def either(self, things: Sequence[str]) -> str:
        """Alternatives: nothing, `4`, `4 or 6`, or `2, 4 or 6`."""
        return self._joined(things, phrase("{before} or {last}"))

    def _joined(self, things: Sequence[str], end: str) -> str:
        """A list whose last two things are joined by `end`."""
        if len(things) < 2:
            return "".join(things)
        return self.say(end, before=self.separated(things[:-1]), last=things[-1])


ENGLISH = Voice("en-US", gettext.NullTranslations())


def voice_of(locale: object) -> Voice:
    """The voice of one of Discord's locales; English if there is no catalogue for it."""
    if not isinstance(locale, str):
        return ENGLISH
    if locale in _languages():
        return _load_voice(locale)
    nearest = NEAREST.get(locale)
    if nearest in _languages():
        return _load_voice(nearest)
    return ENGLISH


def locales() -> list[str]:
    """The locales that have a voice of their own, English first."""
    return [ENGLISH.locale, *sorted(_languages())]


@lru_cache(maxsize=1)
def _languages() -> frozenset[str]:
    """The locales that have a catalogue."""
    return frozenset(file.parts[-3] for file in LOCALES.glob("*/LC_MESSAGES/bot.po"))


@lru_cache(maxsize=40)  # Discord has 32
def _load_voice(locale: str) -> Voice:
    """The voice of a locale; English if its catalogue cannot be read."""
    file = LOCALES / locale / "LC_MESSAGES" / "bot.po"
    try:
        catalogue = PoTranslations(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        _logger.exception("The catalogue of %s cannot be read, so it is said in English", locale)
        return ENGLISH
    if locale in NEAREST:
        catalogue.add_fallback(voice_of(NEAREST[locale]).catalogue)
    return Voice(locale, catalogue)


@lru_cache(maxsize=1000)
def _report(locale: str, text: str) -> None:
    """Log a translation that cannot be said, once."""
    _logger.error(
        "The %s translation of %r has other placeholders; it is said in English", locale, text
    )


UNKNOWN_BUTTON = phrase("**This button no longer works.** `/ttt board` shows your game.")
"""Why a press is refused: this version does not have the button, or it is not on the message."""


class Refusal(Exception):
    """A request that the rules turn down. Nothing has changed.

    It is a class of its own only where callers tell it apart from others.

    says   the fact, then what to do next
    facts  what fills the placeholders of that text
    """

    says = ""

    def __init__(self, says: str = "", **facts: object) -> None:
        self.says = says or self.says
        self.facts = facts
        super().__init__(self.says)
