"""A voice says a text in its language, and in English what that lacks."""

import gettext
import re
import unicodedata
from pathlib import Path

import discord
import pytest

from bot.messages.texts import ENGLISH, LOCALES, NEAREST, Voice, voice_of
from tests.support.languages import spoken

BOT = Path(__file__).parents[2] / "bot"


class German(gettext.NullTranslations):
    def gettext(self, message: str) -> str:
        return {"Resign": "Aufgeben", "{before} and {last}": "{before} und {last}"}.get(
            message, message
        )

    def ngettext(self, one: str, many: str, count: int) -> str:
        return "{count} Züge"


def test_things_are_listed_one_after_another():
    assert [ENGLISH.listed(list(cells)) for cells in ("", "4", "46", "246")] == [
        "",
        "4",
        "4 and 6",
        "2, 4 and 6",
    ]


def test_a_voice_says_its_translation_and_in_english_what_it_lacks():
    voice = Voice("de", German())
    assert voice.say("Resign") == "Aufgeben"
    assert voice.say_count("{count} move", "{count} moves", 2) == "2 Züge"
    assert voice.listed(["4", "6"]) == "4 und 6"
    assert voice.say("Rematch") == "Rematch"


@pytest.mark.parametrize("locale", ["xx", "en-US", "", "../../etc", None, 7, []], ids=repr)
def test_a_locale_without_a_catalogue_is_answered_in_english(locale: object):
    assert voice_of(locale) is ENGLISH


@pytest.mark.parametrize("locale", [locale.value for locale in discord.Locale])
def test_everyone_reads_the_catalogue_of_their_language_or_of_the_nearest_one(locale: str):
    has_file = (LOCALES / locale).exists()
    assert voice_of(locale).locale == (locale if has_file else NEAREST.get(locale, "en-US"))


def test_a_translation_with_other_placeholders_is_said_in_english_and_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    wrong = {"{mark} goes first": "{marke} beginnt", "expires <t:{at}:R>": "bis {at.year}"}
    with spoken("de", wrong, tmp_path / "locales"):
        for _ in range(2):
            assert voice_of("de").say("{mark} goes first", mark="X") == "X goes first"
        assert voice_of("de").say("expires <t:{at}:R>", at=7) == "expires <t:7:R>"
    assert caplog.text.count("{mark} goes first") == 1


def test_a_catalogue_with_the_line_ends_of_windows_is_read(tmp_path: Path):
    with spoken("de", {"Resign": "Aufgeben"}, tmp_path / "locales"):
        file = tmp_path / "locales/de/LC_MESSAGES/bot.po"
        file.write_bytes(file.read_bytes().replace(b"\n", b"\r\n"))
        assert voice_of("de").say("Resign") == "Aufgeben"


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"nonsense",
        b"\xff",
        b'msgid ""\nmsgstr "Language: de"\n',
        b'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=(n"\n',
        b'msgid ""\nmsgstr "Plural-Forms: plural=0;\\q"\n',
    ],
)
def test_a_language_whose_catalogue_cannot_be_read_is_said_in_english(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes
):
    with spoken("de", {}, tmp_path / "locales"):
        (tmp_path / "locales/de/LC_MESSAGES/bot.po").write_bytes(content)
        assert voice_of("de") is ENGLISH
    assert "catalogue of de cannot be read" in caplog.text


def test_latin_american_spanish_has_words_of_its_own_and_else_those_of_spain(tmp_path: Path):
    spain = {"Resign": "Rendirse", "Join": "Apuntarse"}
    with spoken("es-ES", spain, tmp_path), spoken("es-419", {"Join": "Unirse"}, tmp_path):
        voice = voice_of("es-419")
        assert [voice.say(text) for text in ("Join", "Resign", "Hint")] == [
            "Unirse",
            "Rendirse",
            "Hint",
        ]
        assert voice.locale == "es-419"


def test_british_english_has_spellings_of_its_own_and_else_those_of_the_code():
    voice = voice_of("en-GB")
    assert voice.locale == "en-GB"
    assert [voice.say(text) for text in ("Light colors", "Resign")] == ["Light colours", "Resign"]


def test_sentences_are_joined_as_the_language_does_it(tmp_path: Path):
    assert (
        ENGLISH.together(("Your turn.", "I played 5.", "Hurry!")) == "Your turn. I played 5. Hurry!"
    )
    with spoken("ja", {"{first} {then}": "{first}{then}"}, tmp_path / "locales"):
        assert (
            voice_of("ja").together(("あなたの番です。", "5に打ちました。"))
            == "あなたの番です。5に打ちました。"
        )


def test_a_text_with_two_meanings_has_a_translation_for_each(tmp_path: Path):
    with spoken("de", {"me": "ich", ("the bot", "me"): "der Bot"}, tmp_path / "locales"):
        assert voice_of("de").say("me") == "ich"
        assert voice_of("de").say_in("the bot", "me") == "der Bot"
    assert ENGLISH.say_in("the bot", "me") == "me"


def test_values_are_never_read_as_placeholders():
    assert ENGLISH.say("{name} here", name="{0.__class__}") == "{0.__class__} here"


def test_no_emoji_is_told_twice_to_be_one():
    """Discord draws a sign with a needless U+FE0F in the system's font; wide ones need none."""
    needless = []
    for path in [*BOT.rglob("*.py"), *BOT.rglob("*.po")]:
        for sign in re.findall("(.)\ufe0f", path.read_text(encoding="utf-8")):
            if unicodedata.east_asian_width(sign) == "W":
                needless.append(f"{path.name}: {sign}")
    assert not needless
