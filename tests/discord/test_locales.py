"""Every locale of Discord has an answer in its own catalogue, or else in the nearest one or in English."""

import gettext
from typing import Any

import discord
import pytest

from bot.callbacks import Callback
from bot.interactions import callback
from bot.rendering import payload, people
from bot.rendering.voice import LOCALES

_NEAREST = {"es-419": "es-ES"}
_HEADING = "### How to play 👋"


def asked_in(locale: object) -> Callback:
    """How to answer someone whose Discord has this locale."""
    return callback({"id": "1", "token": "a token", "type": 2, "locale": locale}, 1)


def help_in(locale: object) -> str:
    """The card of /ttt help, as someone with this locale gets it."""
    sent: Any = payload.message(people.welcome(asked_in(locale).voice))
    return str(sent["components"][0]["components"][0]["content"])


def heading_in(locale: str) -> str:
    """The first line of that card, as its catalogue has it."""
    translations = gettext.translation("bot", LOCALES, languages=[locale], fallback=True)
    return translations.gettext(_HEADING)


@pytest.mark.parametrize("locale", [locale.value for locale in discord.Locale])
def test_everyone_gets_help_in_the_catalogue_of_their_language(locale: str):
    catalogue = _NEAREST.get(locale, locale)
    assert help_in(locale).startswith(heading_in(catalogue))
    has_catalogue = (LOCALES / catalogue / "LC_MESSAGES" / "bot.mo").exists()
    assert (help_in(locale) != help_in("en-US")) == has_catalogue


def test_latin_american_spanish_is_spanish_with_words_of_its_own():
    assert help_in("es-419") not in {help_in("es-ES"), help_in("en-US")}
    assert help_in("es-419").startswith(heading_in("es-ES"))


def test_a_public_answer_reads_the_servers_catalogue():
    home = {"guild_id": "2", "authorizing_integration_owners": {"0": "2"}, "guild_locale": "ja"}
    to = callback({"id": "1", "token": "a token", "type": 3, "locale": "de"} | home, 1)
    assert (to.voice.locale, to.public_voice.locale) == ("de", "ja")
