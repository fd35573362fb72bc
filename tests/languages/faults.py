"""What a program can see to be wrong in a translation."""

import re
import string
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from gettext import c2py

from babel.messages.catalog import Message

from bot.challenges.commands import menu
from bot.messages.in_words import is_emoji
from bot.messages.texts import ENGLISH, NEAREST, Voice
from tests.languages.catalogues import (
    Catalogue,
    english,
    forms,
    is_finished,
    is_translated,
    messages,
    spoken,
    terms_of,
    written,
)
from tests.languages.screens import LONGEST_LABEL, faults_of, labels, screens
from tests.messages.gallery import walk
from tests.support.commands import every_command

LARGEST_COUNT = 125  # every plural form occurs up to here

_IN_ENGLISH = {
    "game": "(?<!give up your )games?",
    "draw": "draws?|drawn(?! +\\.)",
    "resign": r"resign\w*|g[ia]ve up",
    "challenge": r"challeng\w+",
}
_IDIOMS = re.compile(
    "game on|good game|without a game|wins you the game|games with me|nothing to review"
)
_NO_WORD = re.compile(r"\{\w*\}|`[^`]*`|<[^<>]*>|/ttt \w+|\*+")

_LONGEST_DESCRIPTION = 100
_LONGEST_MENU = 32
_MARKS = re.compile(
    r"\*\*|^#{1,3} |^-# |^- |`[^`]*`|<[^<>]*>|\]\([^)]*\)|\n|/ttt \w+", re.MULTILINE
)


def unfinished(texts: Catalogue) -> list[Message]:
    """The texts that have no translation, or only a fuzzy one.

    A language that reads another's texts where it has none lacks only the fuzzy ones.
    """
    lacks_none = texts.language in NEAREST
    return [
        message
        for message in messages(texts)
        if message.fuzzy or not (lacks_none or is_translated(message))
    ]


def faults(texts: Catalogue) -> Iterator[str]:
    """Each fault in a sentence. Unfinished texts are none."""
    yield from faults_in_texts(texts)
    voice = voice_of(texts)
    yield from dict.fromkeys(
        fault for name, content in walk(voice) for fault in faults_of(name, content)
    )


def faults_in_texts(texts: Catalogue) -> Iterator[str]:
    """Those that can be seen without the messages that the texts are in."""
    for message in messages(texts):
        if is_finished(message):
            yield from _faults_of(message, texts)


def voice_of(texts: Catalogue) -> Voice:
    """The voice of a catalogue; what it lacks, that of the nearest language says."""
    catalogue = spoken(texts)
    if texts.language in NEAREST:
        catalogue.add_fallback(spoken(written(NEAREST[texts.language])))
    return Voice(texts.language, catalogue)


def _faults_of(message: Message, texts: Catalogue) -> Iterator[str]:
    ours, theirs = english(message), forms(message)
    if len(ours) == 2 and len(theirs) != texts.num_plurals:
        yield f"{ours[1]!r} has {len(theirs)} forms, and not {texts.num_plurals}"
        return
    for number, told in enumerate(theirs):
        for fault in _compared(
            ours[-1], told, may_lack_count=len(ours) == 2 and _is_of_one(number, texts)
        ):
            yield f"{told!r}: {fault}, in {ours[-1]!r}"
        for label in _labels_named_in(ours[-1]):
            names = _names_of(label, texts)
            if names and not any(f"**{name}**" in told for name in names):
                yield f"{told!r} does not name the button **{names[0]}**"
        longest = _longest().get(ours[-1])
        if longest and len(told) > longest:
            yield f"{told!r} has {len(told)} characters, and at most {longest} fit"


def strays(texts: Catalogue) -> Iterator[str]:
    """Texts without the word of `terms.csv` for their subject: they may use another, or need none.

    The file holds the word that the language has chosen for each of our terms, and the word's
    stems.
    """
    for term in terms_of(texts.language):
        if not term.stems:
            continue
        in_english = re.compile(rf"\b({_IN_ENGLISH.get(term.english, term.english + 's?')})\b")
        for message in messages(texts):
            if not is_finished(message):
                continue
            told = f" {' '.join(map(_words, forms(message)))}"
            if in_english.search(_words(english(message)[-1])) and not any(
                stem in told for stem in term.stems
            ):
                yield f"{forms(message)[-1]!r} does not speak of {term.word!r} ({term.english})"


def _words(text: str) -> str:
    """A text without what is no word of it, and without idioms."""
    return _IDIOMS.sub(" ", _NO_WORD.sub(" ", text.lower()))


def _labels_named_in(told: str) -> list[str]:
    """The buttons that an English text names."""
    return [label for label in told.split("**")[1::2] if label in _labels()]


def _names_of(label: str, texts: Catalogue) -> list[str]:
    """How a button is called in the language, for each meaning of its English label."""
    named = [message for message in messages(texts) if english(message) == (label,)]
    told = [forms(message)[0] for message in named if is_finished(message)]
    if not told and texts.language in NEAREST:
        return _names_of(label, written(NEAREST[texts.language]))
    return told


def _compared(ours: str, told: str, *, may_lack_count: bool) -> Iterator[str]:
    """What a translation has too much or lacks."""
    try:
        fields, expected = _fields(told), _fields(ours)
    except ValueError as error:
        yield f"it is not a text with placeholders: {error}"
        return
    if odd := [field for field in fields if not field.isidentifier()]:
        yield f"{odd} are no plain placeholders"
    needed = set(expected) - ({"count"} if may_lack_count else set())
    if not needed <= set(fields) <= set(expected):
        yield f"the placeholders are {sorted(expected)}"
    if (signs := _signs(told)) != (needed_signs := _signs(ours)):
        yield f"it lacks {[*(needed_signs - signs)]} or has {[*(signs - needed_signs)]} more"
    for end in (0, -1):
        if told[end].isspace() != ours[end].isspace():
            yield "the space at the start or the end differs"


def _fields(text: str) -> list[str]:
    """The placeholders of a text. Raises ValueError for one that cannot be filled in."""
    return [
        f"{name}!{conversion}:{form}" if conversion or form else name
        for _, name, form, conversion in string.Formatter().parse(text)
        if name is not None
    ]


@cache
def _signs(text: str) -> Counter[str]:
    """The marks of Discord's markdown, commands, mentions and emoji in a text."""
    emoji = [sign for sign in text if is_emoji(sign)]
    return Counter([*_MARKS.findall(text), *emoji])


def _is_of_one(form: int, texts: Catalogue) -> bool:
    """Whether a plural form is used for a single number, which it may then say as a word."""
    return [*map(plural_of(texts), range(LARGEST_COUNT + 1))].count(form) == 1


def plural_of(texts: Catalogue) -> Callable[[int], int]:
    """The function from a number to the index of its form."""
    return c2py(texts.plural_expr)


@cache
def _labels() -> set[str]:
    """The English labels of all buttons."""
    return {label for _, sent in screens(ENGLISH) for label in labels(sent)}


@cache
def _longest() -> dict[str, int]:
    """The texts of buttons and commands, with how many characters fit."""
    longest = dict.fromkeys(_labels(), LONGEST_LABEL)
    for command in every_command():
        longest[str(command.description)] = _LONGEST_DESCRIPTION
        for option in command.parameters:
            longest[str(option.description)] = _LONGEST_DESCRIPTION
            longest |= dict.fromkeys(
                (choice.name for choice in option.choices), _LONGEST_DESCRIPTION
            )
    return longest | {menu.name: _LONGEST_MENU}
