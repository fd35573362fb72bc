"""What a program can see to be wrong in a translation."""

from __future__ import annotations

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from babel.messages.catalog import Message

from bot.rendering.voice import ENGLISH, Voice
from bot.start_commands import StartCommands
from tests.languages.catalogues import Catalogue, spoken
from tests.languages.screens import faults_of, labels, screens
from tests.support.commands import every_command

LARGEST_COUNT = 125  # every plural form occurs up to here

_LARGEST_TEXT = 2000

_LONGEST_DESCRIPTION = 100
_LONGEST_MENU = 32
_MARKS = re.compile(r"\*\*|^### |^-# |^- |`[^`]*`|<[^<>]*>|\]\([^)]*\)|\n|/ttt \w+", re.MULTILINE)
_AS_EMOJI = "\ufe0f"  # the sign before it is drawn as an emoji


def untranslated(texts: Catalogue) -> list[str]:
    """The English texts that have no translation, or only a fuzzy one."""
    return [
        _english(message)[-1] for message in _messages(texts) if message.fuzzy or not all(_forms(message))
    ]


def faults(texts: Catalogue) -> Iterator[str]:
    """Each fault in a sentence. Texts that are not translated are none."""
    missing = set(untranslated(texts))
    for message in _messages(texts):
        if _english(message)[-1] not in missing:
            yield from _faults_of(message, texts)
    yield from dict.fromkeys(faults_of(voice_of(texts)))


def voice_of(texts: Catalogue) -> Voice:
    """The voice of a catalogue."""
    return Voice(texts.language, spoken(texts))


def _faults_of(message: Message, texts: Catalogue) -> Iterator[str]:
    english, forms = _english(message), _forms(message)
    if len(english) == 2 and len(forms) != texts.num_plurals:
        yield f"{english[1]!r} has {len(forms)} forms, and not {texts.num_plurals}"
        return
    for number, told in enumerate(forms):
        for fault in _compared(
            english[-1], told, may_lack_count=len(english) == 2 and _is_of_one(number, texts)
        ):
            yield f"{told!r}: {fault}, in {english[-1]!r}"
        for label in _labels_named_in(english[-1], texts):
            if f"**{label}**" not in told:
                yield f"{told!r} does not name the button **{label}**"
        longest = _longest().get(english[-1])
        if longest and len(told) > longest:
            yield f"{told!r} has {len(told)} characters, and at most {longest} fit"


def _labels_named_in(english: str, texts: Catalogue) -> list[str]:
    """The buttons that a text names, as they are called in the language."""
    buttons = [texts.get(label) for label in english.split("**")[1::2] if label in _labels()]
    return [_forms(button)[0] for button in buttons if button and all(_forms(button))]


def _compared(english: str, told: str, *, may_lack_count: bool) -> Iterator[str]:
    """What a translation has too much or lacks."""
    try:
        fields, ours = _fields(told), _fields(english)
    except ValueError as error:
        yield f"it is not a text with placeholders: {error}"
        return
    if odd := [field for field in fields if not field.isidentifier()]:
        yield f"{odd} are no plain placeholders"
    needed = set(ours) - ({"count"} if may_lack_count else set())
    if not needed <= set(fields) <= set(ours):
        yield f"the placeholders are {sorted(ours)}"
    if (signs := _signs(told)) != (expected := _signs(english)):
        yield f"it lacks {[*(expected - signs)]} or has {[*(signs - expected)]} more"
    for end in (0, -1):
        if told[end].isspace() != english[end].isspace():
            yield "the space at the start or the end differs"


def _fields(text: str) -> list[str]:
    """The placeholders of a text. Raises ValueError for one that cannot be filled in."""
    return [
        f"{name}!{conversion}:{form}" if conversion or form else name
        for _, name, form, conversion in string.Formatter().parse(text)
        if name is not None
    ]


def _signs(text: str) -> Counter[str]:
    """The marks of Discord's markdown, commands, mentions and emoji in a text."""
    emoji = [sign for sign in text if unicodedata.category(sign) == "So" or sign == _AS_EMOJI]
    return Counter([*_MARKS.findall(text), *emoji])


def _is_of_one(form: int, texts: Catalogue) -> bool:
    """Whether a plural form is used for a single number, which it may then say as a word."""
    return [*map(plural_of(texts), range(LARGEST_COUNT + 1))].count(form) == 1


def plural_of(texts: Catalogue) -> Callable[[int], int]:
    """The function from a number to the index of its form."""
    return spoken(texts).plural


def _messages(texts: Catalogue) -> list[Message]:
    return [message for message in texts if message.id]


def _english(message: Message) -> Sequence[str]:
    return message.id if isinstance(message.id, tuple) else (message.id,)


def _forms(message: Message) -> Sequence[str]:
    return message.string if isinstance(message.string, tuple) else (message.string or "",)


@cache
def _labels() -> set[str]:
    """The English labels of all buttons."""
    return {label for _, sent in screens(ENGLISH) for label in labels(sent)}


@cache
def _longest() -> dict[str, int]:
    """The texts of commands, with how many characters Discord allows."""
    longest = {}
    for command in every_command():
        longest[str(command.description)] = _LONGEST_DESCRIPTION
        for option in command.parameters:
            longest[str(option.description)] = _LONGEST_DESCRIPTION
            longest |= dict.fromkeys((choice.name for choice in option.choices), _LONGEST_DESCRIPTION)
    return longest | {StartCommands(None, None, None, None).menu.name: _LONGEST_MENU}
