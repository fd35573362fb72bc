"""Every catalogue says what the English says, in a form Discord takes, and outlives its changes."""

import gettext
import re
import string
import warnings
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from bot.messages.in_words import plain
from bot.messages.po_translations import PoTranslations
from bot.messages.texts import ENGLISH, NEAREST, Voice
from tests import release
from tests.languages import __main__ as tool
from tests.languages.catalogues import (
    Catalogue,
    as_po,
    english,
    file_of,
    forms,
    from_po,
    is_finished,
    key,
    languages,
    merged,
    messages,
    spoken,
    template,
    terms_of,
    translations,
    with_texts,
    written,
)
from tests.languages.faults import (
    LARGEST_COUNT,
    faults,
    faults_in_texts,
    plural_of,
    strays,
    unfinished,
    voice_of,
)
from tests.languages.plurals import PLURAL_FORMS
from tests.languages.pseudo import english_words, pseudo_texts
from tests.languages.screens import as_text, faults_on_screen, labels, screens, words

_STIFF = re.compile(
    r"\b(somebody|whom|whoever|anew|by lot|begins?|ply|plies"
    r"|(does|do|did|is|are|was|has|have) not|cannot|(it is|you are)(?! *[.?!]))\b",
    re.IGNORECASE,
)

each_language = pytest.mark.parametrize("locale", languages())


def told(texts: Catalogue) -> dict[object, tuple[str, ...]]:
    """Every translation by the English that it was made for."""
    return {each: forms(message) for each, message in translations(texts).items()}


@cache
def texts_in_the_code() -> list[str]:
    return [text for message in messages(template()) for text in english(message)]


def test_every_text_speaks_as_people_do():
    """Contractions; *go first*, never *begin*; *move*, never *ply*; *someone*, never *somebody*."""
    assert [text for text in texts_in_the_code() if _STIFF.search(text)] == []


def test_placeholders_are_named():
    for text in texts_in_the_code():
        names = [field for _, field, _, _ in string.Formatter().parse(text) if field is not None]
        assert all(name.isidentifier() for name in names), text


def test_catalogues_behind_the_code_keep_every_translation_and_say_how_much_is_left():
    left = {}
    for locale in languages():
        texts = merged(written(locale), template())
        assert told(written(locale)).items() <= told(texts).items()
        if todo := len(unfinished(texts)):
            left[locale] = todo
    if left:
        counts = ", ".join(f"{locale} {todo}" for locale, todo in left.items())
        warnings.warn(f"Texts to translate before a release: {counts}", stacklevel=1)


@each_language
def test_the_bot_reads_what_translators_wrote(locale: str):
    file = file_of(locale).read_text(encoding="utf-8")
    assert f"Plural-Forms: {PLURAL_FORMS[locale]}" in file.replace('"\n"', "")
    catalogue = PoTranslations(file)
    number_of = plural_of(written(locale))
    for message in messages(written(locale)):
        if not is_finished(message):
            assert said(catalogue, message, 5) == said(ENGLISH.catalogue, message, 5)
        elif len(english(message)) == 1:
            assert said(catalogue, message) == message.string
        else:
            for count in range(LARGEST_COUNT + 1):
                assert said(catalogue, message, count) == forms(message)[number_of(count)]


def said(catalogue: gettext.NullTranslations, message: Message, count: int = 0) -> str:
    if len(english(message)) == 2:
        return catalogue.ngettext(*english(message), count)
    if message.context:
        return catalogue.pgettext(message.context, message.id)
    return catalogue.gettext(message.id)


@each_language
def test_every_translation_that_people_see_fits_its_text_and_discord(locale: str):
    in_use = {key(message) for message in messages(template())}
    live = (message for message in messages(written(locale)) if key(message) in in_use)
    assert [*faults(with_texts(locale, live))] == []


def changed(message: Message, to: str) -> Message:
    return Message(to, auto_comments=message.auto_comments, context=message.context)


def test_an_english_text_changed_another_moved_and_one_added_cost_no_translation():
    complete = ["de", "pl"]  # with two plural forms and with three
    code = messages(template())
    finished = [
        {key(each) for each in messages(written(locale)) if is_finished(each)}
        for locale in complete
    ]
    plain = [
        each
        for each in code
        if all(key(each) in keys for keys in finished) and len(english(each)) == 1
    ]
    edited = next(
        each
        for each in plain
        if len(each.id.split()) > 5 and "{" in each.id and not {"#", "*"} & {*each.id}
    )
    moved = next(each for each in plain if each is not edited)
    after = [
        changed(each, f"So: {each.id}") if each is edited else each
        for each in code
        if each is not moved
    ]
    after = [Message("A wholly new text, made up for this test"), *after, moved]
    for locale in complete:
        before = merged(written(locale), code)
        texts = merged(before, after)
        assert told(before).items() <= told(texts).items()
        assert len(unfinished(texts)) == len(unfinished(before)) + 2
        fuzzy = texts.get(f"So: {edited.id}")
        assert fuzzy.fuzzy
        assert fuzzy.previous_id == [edited.id]
        assert voice_of(texts).catalogue.gettext(fuzzy.id) == fuzzy.id
        assert not texts.get(moved.id, moved.context).fuzzy

        file = as_po(texts)
        assert b"#, fuzzy, python-brace-format\n#| msgid " in file
        read = from_po(locale, file)
        assert as_po(merged(read, after)) == file
        assert as_po(merged(read, code)) == as_po(before), "taken back, it leaves no trace"


@pytest.mark.parametrize("locale", PLURAL_FORMS)
def test_every_number_has_a_plural_form_and_every_form_a_number(locale: str):
    forms = Catalogue(locale)
    assert {*map(plural_of(forms), range(LARGEST_COUNT + 1))} == {*range(forms.num_plurals)}


def test_every_message_can_be_translated_and_has_room_for_longer_words():
    for name, sent in screens(voice_of(pseudo_texts())):
        left = {word for text in words(sent) for word in english_words(text)}
        english = left - {"O", "abcd", "Deutsch"}  # a mark, an error's id, and what Germans call it
        assert not english, f"{name} says {english} in every language. Not marked with phrase()?"
        assert not [fault for fault in faults_on_screen(name, sent) if " fit" not in fault]


def test_what_is_wrong_in_a_translation_is_found():
    texts = Catalogue("de")
    for ours, theirs in (
        ("**Cell {cell} is taken.** Try {free}.", "**{cell} ist belegt.** Versuch {frei}."),
        ("{mark} goes first", "{mark!r} beginnt"),
        ("Only **{cell}** keeps the draw.", "Nur {cell} hält das Remis."),
        ("Make your move", "Mach deinen Zug" * 7),
        ("Challenge to tic-tac-toe", "Zu einem Spiel Tic-Tac-Toe herausfordern"),
        ("Offer draw", "Ein Remis jetzt anbieten"),
        ("`/ttt start` play me, or a friend", "`/ttt los` spiel gegen mich"),
        ("### Leaderboard 🏆", "### Die Besten"),
        ("## Tic-tac-toe cup 🏆", "Tic-Tac-Toe-Turnier 🏆"),
        ("Join", "Mitspielen"),
        (
            "**Only <@{player}> can cancel this.** Want to play? Press **Join**.",
            "**Nur <@{player}>.** **Los!**",
        ),
        (("{count} move", "{count} moves"), ("ein Zug", "Züge")),
    ):
        texts.add(ours, theirs)
    found = "\n".join(faults_in_texts(texts))
    for said in (
        "['cell', 'free']",
        "['mark!r:']",
        "lacks ['**']",
        "lacks ['## ']",
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


def test_every_text_says_where_it_is_seen_and_what_fills_it():
    texts = template()
    said = texts.get("Join").auto_comments
    assert "A button: what pressing it does, in at most 20 characters" in said
    [places] = [each for each in said if each.startswith("Seen in: ")]
    sent = dict(screens(ENGLISH))
    assert all(
        "Join" in labels(sent[name]) for name in places.removeprefix("Seen in: ").split("; ")
    )
    assert "Seen in: the command /ttt move" in texts.get("Make your move").auto_comments
    assert (
        "For people who listen: no emoji and no Markdown" in texts.get("Your turn.").auto_comments
    )
    [filled] = [
        each
        for each in texts.get(
            "{player} offers a draw. {other} can accept it until the next move. 🤝"
        ).auto_comments
        if each.startswith("{player}")
    ]
    assert filled == "{player}: a mention such as @alice, or the bot's name; it takes no ending"


def test_one_english_word_with_two_meanings_is_two_texts():
    for text, context in (("Cancel", "a cup"), ("random", "a level")):
        assert template().get(text)
        assert template().get(text, context)
    assert Voice("pl", spoken(written("pl"))).say_in("a level", "random") == "losowy"


def test_messages_are_shown_as_text_all_or_those_with_a_word():
    voice = voice_of(written("de"))
    every = [*as_text(voice)]
    assert {name for name, _ in screens(ENGLISH)} == {each.split(" ==")[0][3:] for each in every}
    [asked] = [
        each for each in every if each.startswith("== resigning to a friend, the question ==")
    ]
    resign = voice.say("Resign")
    assert f"[{resign}]" in asked
    some = [*as_text(voice, resign.upper())]
    assert asked in some
    assert len(some) < len(every)


def test_every_language_has_a_word_for_each_term_and_two_words_for_one_are_found():
    terms = {
        locale: [term.english for term in terms_of(locale) if term.stems] for locale in languages()
    }
    assert {tuple(terms[locale]) for locale in terms.keys() - NEAREST.keys()} == {
        (
            "game",
            "draw",
            "resign",
            "hint",
            "review",
            "rematch",
            "challenge",
            "cup",
            "mark",
            "cell",
            "level",
        )
    }
    fine = Message("{player} offers a draw.", "{player} bietet Remis an.")
    assert [*strays(german(fine, Message("Offer draw", "Gleichstand anbieten")))] == [
        "'Gleichstand anbieten' does not speak of 'Remis' (draw)"
    ]


@each_language
def test_a_win_a_draw_and_a_loss_are_called_as_the_glossary_says(locale: str):
    chosen = {term.english: term.word for term in terms_of(locale)}
    assert (locale in NEAREST) == (not chosen)
    for result in {"win", "draw", "loss"} & chosen.keys():
        text = written(locale).get(result)
        assert is_finished(text)
        assert text.string == chosen[result]


def test_a_named_language_prints_what_to_translate_with_its_notes_and_the_former_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    texts = german(
        Message("Join", "Mitmachen"),
        Message("Rematch", auto_comments=["NOTE: a button"]),
        fuzzy("Make your next move", "Mach deinen Zug", "Make your move"),
    )
    monkeypatch.setattr(tool, "texts_of", lambda _: texts)
    monkeypatch.setattr(tool, "file_of", lambda _: tmp_path / "bot.po")
    assert not tool._update("de", is_named=True)
    assert capsys.readouterr().out.splitlines() == [
        "#. NOTE: a button",
        'msgid "Rematch"',
        'msgstr ""',
        "",
        "#, fuzzy",
        '#| msgid "Make your move"',
        'msgid "Make your next move"',
        'msgstr "Mach deinen Zug"',
        "",
        "de: 2 of 3 texts to translate, 1 of them fuzzy; 0 faults",
    ]
    tool._update("de", is_named=False)
    assert capsys.readouterr().out.startswith("de: 2 of 3")


def german(*texts: Message) -> Catalogue:
    return with_texts("de", texts)


def test_the_sign_for_a_number_is_a_word_and_no_emoji():
    text = Message("### Daily puzzle #{number} 🧩", "### Rätsel № {number} 🧩")
    assert [*faults_in_texts(german(text))] == []
    assert plain("### Rätsel № 5 🧩", ENGLISH) == "Rätsel № 5"


def fuzzy(english: str, told: str, previous: str, context: str | None = None) -> Message:
    return Message(english, told, flags=["fuzzy"], previous_id=previous, context=context)


def test_a_text_that_changes_twice_stands_beside_the_one_it_was_translated_from():
    once = merged(
        german(Message("Make your move", "Mach deinen Zug")), [Message("Make your next move")]
    )
    twice = merged(once, [Message("Make your next good move")])
    assert twice.get("Make your next good move").previous_id == ["Make your move"]
    back = merged(twice, [Message("Make your move")]).get("Make your move")
    assert (back.string, back.fuzzy) == ("Mach deinen Zug", False)


def test_a_text_that_goes_leaves_its_translation_and_has_it_back_when_it_returns():
    gone = merged(
        german(Message("Make your move", "Mach deinen Zug"), Message("Join", "Mitmachen")), []
    )
    assert messages(gone) == []
    read = from_po("de", as_po(gone))
    returned = merged(read, [Message("Make your move")])
    assert returned.get("Make your move").string == "Mach deinen Zug"
    assert told(returned) == told(gone)


def test_a_changed_text_has_the_translation_of_the_one_that_is_most_like_it_and_else_none():
    texts = merged(
        german(
            Message("Nobody is here yet", "Niemand"),
            Message("A cup is on here", "Ein Turnier"),
            Message("Read", "Vorlesen"),
        ),
        [Message("A cup is on in here"), Message("Nobody is in here yet"), Message("As text")],
    )
    assert texts.get("A cup is on in here").string == "Ein Turnier"
    assert texts.get("Nobody is in here yet").string == "Niemand"
    assert not texts.get("As text").string


def test_a_text_that_gets_a_context_of_its_own_starts_with_the_translation_it_had():
    texts = merged(
        german(Message("Cancel", "Zurückziehen")),
        [Message("Cancel", context="a cup"), Message("Cancel")],
    )
    assert texts.get("Cancel").string == "Zurückziehen"
    assert not texts.get("Cancel").fuzzy
    assert texts.get("Cancel", "a cup").string == "Zurückziehen"
    assert texts.get("Cancel", "a cup").fuzzy


def test_a_count_in_the_place_of_a_text_is_fuzzy_in_every_form():
    texts = merged(
        german(Message("{count} moves", "{count} Züge")),
        [Message(("{count} move", "{count} moves"))],
    )
    [message] = messages(texts)
    assert (message.fuzzy, message.string) == (True, ("{count} Züge", "{count} Züge"))


def test_the_previous_text_is_read_as_it_was_written_however_long():
    long = (
        'On "the" first line, so long that it must be broken\n'
        "and another line  with two spaces, and more."
    )
    one = Message(
        ("{count} a", "{count} b"), ("x", "y"), flags=["fuzzy"], previous_id=(long, long + "s")
    )
    read = from_po("de", as_po(german(one, fuzzy("Join", "Mitmachen", long))))
    assert [message.previous_id for message in messages(read)] == [(long, long + "s"), (long,)]


def test_a_release_lacks_each_text_that_a_language_lacks():
    code = with_texts("", template())
    code.add("A wholly new text, made up for this test")
    missing = [*release.catalogues(code, ["de"])]
    assert [each for each in missing if "bot.pot is behind the code" in each]
    assert "de is not complete: translate 'A wholly new text, made up for this test'" in missing
    assert "de is behind the code: type python -m tests.languages" in missing
