"""The words: every text for people is a gettext message with named placeholders.

The English text stands in the code and is its own key. `locales/bot.pot` lists all of them for
translators; a test holds that it is complete. To make it anew:

    pybabel extract -k say -k say_count:1,2 --no-location --omit-header -o bot/rendering/locales/bot.pot bot
"""

from __future__ import annotations

import gettext
from pathlib import Path

LOCALES = Path(__file__).parent / "locales"

_english = gettext.translation("bot", LOCALES, languages=["en"], fallback=True)


def say(message: str, /, **values: object) -> str:
    """`message` with its placeholders filled with `values`; in English, for now."""
    return _english.gettext(message).format(**values)


def say_count(one: str, many: str, count: int, /) -> str:
    """`one` or `many`, as the language wants it for `count`, which fills `{count}`."""
    return _english.ngettext(one, many, count).format(count=count)
