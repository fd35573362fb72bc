"""The catalogue contains every text for people, and placeholders have names."""

import gettext
import string
from pathlib import Path

from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from bot.rendering import catalogue
from bot.rendering.catalogue import LOCALES, say, say_count

BOT = Path(__file__).parents[2] / "bot"


def messages_in_the_code() -> set[object]:
    found = extract_from_dir(BOT, keywords={"say": None, "say_count": (1, 2)})
    return {message for _, _, message, _, _ in found}


def test_the_catalogue_is_complete_and_holds_nothing_else():
    with (LOCALES / "bot.pot").open("rb") as file:
        listed = {message.id for message in read_po(file) if message.id}
    assert listed == messages_in_the_code(), "update bot.pot: bot/rendering/catalogue.py says how"


def test_placeholders_are_named():
    for message in messages_in_the_code():
        for text in message if isinstance(message, tuple) else (message,):
            names = [field for _, field, _, _ in string.Formatter().parse(text) if field is not None]
            assert all(name.isidentifier() for name in names), text


def test_counts_choose_their_form():
    assert say_count("{count} move", "{count} moves", 1) == "1 move"
    assert say_count("{count} move", "{count} moves", 5) == "5 moves"


def test_a_translation_takes_the_place_of_the_english(monkeypatch):
    class German(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return {"Resign": "Aufgeben"}.get(message, message)

        def ngettext(self, one: str, many: str, count: int) -> str:
            return "{count} Züge"

    monkeypatch.setattr(catalogue, "_english", German())
    assert say("Resign") == "Aufgeben"
    assert say_count("{count} move", "{count} moves", 2) == "2 Züge"


def test_values_are_never_read_as_placeholders():
    assert say("{name} here", name="{0.__class__}") == "{0.__class__} here"
