"""Every catalogue says what the English texts say, in a form that Discord takes."""

from functools import cache

import pytest

from tests.languages.catalogues import (
    LOCALES,
    Catalogue,
    as_mo,
    as_po,
    file_of,
    languages,
    template,
    texts_of,
    written,
)
from tests.languages.faults import LARGEST_COUNT, faults, plural_of, untranslated, voice_of
from tests.languages.plurals import PLURAL_FORMS
from tests.languages.pseudo import english_words, pseudo_texts
from tests.languages.screens import faults_on_screen, screens, words

_AGAIN = "run: python -m tests.languages"

each_language = pytest.mark.parametrize("locale", languages())


@cache
def texts(locale: str) -> Catalogue:
    return texts_of(locale)


def test_the_template_has_every_text_of_the_code():
    assert (LOCALES / "bot.pot").read_bytes() == as_po(template(), omit_header=True), _AGAIN


@each_language
def test_every_text_is_translated(locale: str):
    assert untranslated(texts(locale)) == []


@each_language
def test_the_bot_reads_what_translators_wrote(locale: str):
    file = file_of(locale)
    assert f"Plural-Forms: {PLURAL_FORMS[locale]}" in file.read_text(encoding="utf-8").replace('"\n"', "")
    assert file.with_suffix(".mo").read_bytes() == as_mo(written(locale)), f"{_AGAIN} {locale}"


@each_language
def test_every_translation_fits_its_text_and_discord(locale: str):
    assert [*faults(texts(locale))] == []


@pytest.mark.parametrize("locale", PLURAL_FORMS)
def test_every_number_has_a_plural_form_and_every_form_a_number(locale: str):
    forms = Catalogue(locale)
    assert {*map(plural_of(forms), range(LARGEST_COUNT + 1))} == {*range(forms.num_plurals)}


def test_every_message_can_be_translated_and_has_room_for_longer_words():
    for name, sent in screens(voice_of(pseudo_texts())):
        left = {word for text in words(sent) for word in english_words(text)}
        assert left <= {"O", "abcd"}, f"{name}: a mark and an error's id are no words"
        assert not [fault for fault in faults_on_screen(name, sent) if "button" not in fault]


def test_what_is_wrong_in_a_translation_is_found():
    texts = Catalogue("de")
    for english, told in (
        ("**Cell {cell} is taken.** Try {free}.", "**{cell} ist belegt.** Versuch {frei}."),
        ("{mark} goes first", "{mark!r} beginnt"),
        ("Only **{cell}** keeps the draw.", "Nur {cell} hält das Remis."),
        ("Make your move", "Mach deinen Zug" * 7),
        ("Challenge to tic-tac-toe", "Zu einem Spiel Tic-Tac-Toe herausfordern"),
        ("Offer draw", "Ein Remis jetzt anbieten"),
        ("`/ttt start` play me, or a friend", "`/ttt los` spiel gegen mich"),
        ("### Top players 🏆", "### Die Besten"),
        ("Join", "Mitspielen"),
        (
            "**Only <@{player}> can cancel this.** Want to play? Press **Join**.",
            "**Nur <@{player}>.** **Los!**",
        ),
        (("{count} move", "{count} moves"), ("ein Zug", "Züge")),
    ):
        texts.add(english, told)
    found = "\n".join(faults(texts))
    for said in (
        "['cell', 'free']",
        "['mark!r:']",
        "lacks ['**']",
        "105",
        "40 char",
        "24 char",
        "start",
        "🏆",
    ):
        assert said in found
    assert "'Züge': the placeholders are ['count']" in found
    assert "does not name the button **Mitspielen**" in found
    assert "ein Zug" not in found, "the form of one may say it as a word"
