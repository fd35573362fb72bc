"""Turns the words after a command into its options."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from bot.playground.commands import Command, Kind, Option
from bot.playground.not_understood import NotUnderstood, any_of, quoted
from bot.rendering.voice import Voice

Value = str | int
T = TypeVar("T")

_NUMBER = re.compile(r"-?\d{1,9}")


def read_options(typed: str, command: Command, people: Iterable[str], voice: Voice) -> dict[str, Value]:
    """The options in the words: `name:value`, or just a value, which goes to the first option it fits.

    A value may be cut short (see `read_word`), and a choice of several words needs no quotes. The name of a
    switch alone turns it on. Raises NotUnderstood, with the words of `voice`.
    """
    people, left = list(people), list(command.options)
    given: dict[str, Value] = {}
    for phrase in _phrases(typed, command):
        option, value = (
            _named(phrase, command, people, voice) or _first_fit(phrase, left, people, voice) or (None, "")
        )
        if option is None:
            raise NotUnderstood(_no_fit(phrase, command, people, voice))
        if option not in left:
            raise NotUnderstood(voice.say("{option} is there twice.", option=option.name))
        left.remove(option)
        given[option.name] = value
    for option in left:
        if option.required:
            needed = takes(option, people, voice)
            raise NotUnderstood(
                voice.say(
                    "/{path} needs {option}: {values}.", path=command.path, option=option.name, values=needed
                )
            )
    return given


def takes(option: Option, people: Iterable[str], voice: Voice) -> str:
    """The possible values of an option, in words that can be typed."""
    if option.choices:
        return any_of(map(str, option.choices.values()), voice)
    if option.kind is Kind.USER:
        return any_of(people, voice)
    return voice.say("a number from {least} to {most}", least=option.least, most=option.most)


def read_word(typed: str, words: Mapping[str, T], voice: Voice) -> T | None:
    """What the one word stands for that is what was typed, or else begins with it; None if none does.

    Case, accents and × do not matter. Raises NotUnderstood if words that mean different things begin so.
    """
    sought = _plain(typed)
    plain = [(_plain(word), word) for word in words]
    for word, original in plain:
        if word == sought:
            return words[original]
    begun: dict[T, str] = {}
    for word, original in plain:
        if sought and word.startswith(sought):
            begun.setdefault(words[original], original)
    if len(begun) > 1:
        raise NotUnderstood(
            voice.say('"{word}" could be {words}.', word=quoted(typed), words=any_of(begun.values(), voice))
        )
    return next(iter(begun), None)


def _plain(text: str) -> str:
    """The text as people type it: small letters without accents, and x for ×."""
    apart = unicodedata.normalize("NFKD", text.casefold().replace("×", "x"))
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def _phrases(typed: str, command: Command) -> Iterator[str]:
    """The words; those that form one choice are joined, as in `o:rule of thumb`."""
    choices = [(option.name, choice) for option in command.options for choice in option.choices]
    known = [phrase for name, choice in choices if " " in choice for phrase in (choice, f"{name}:{choice}")]
    known.sort(key=len, reverse=True)
    words = typed.split()
    while words:
        ahead = " ".join(words[:12]).casefold() + " "  # more words than any choice has
        count = next(
            (known_one.count(" ") + 1 for known_one in known if ahead.startswith(known_one + " ")), 1
        )
        yield " ".join(words[:count])
        words = words[count:]


def _named(phrase: str, command: Command, people: Iterable[str], voice: Voice) -> tuple[Option, Value] | None:
    """The option and the value of a phrase like `level:hard`; None if it names no option.

    Raises NotUnderstood if the option cannot have that value.
    """
    name, colon, text = phrase.partition(":")
    option = next((option for option in command.options if option.name == name.casefold()), None)
    if not colon or option is None:
        return None
    value: Value | None = _number(option, text)
    if value is None:
        value = read_word(text.removeprefix("@"), dict(_words(option, people)), voice)
    if value is None:
        raise NotUnderstood(
            voice.say("{option} can be {values}.", option=option.name, values=takes(option, people, voice))
        )
    return option, value


def _first_fit(
    phrase: str, left: Iterable[Option], people: Iterable[str], voice: Voice
) -> tuple[Option, Value] | None:
    """The first option with such a number or, if there is none, with such a word."""
    by_name = {option.name: option for option in left}
    words: dict[str, tuple[str, Value]] = {}
    for name, option in by_name.items():
        if (number := _number(option, phrase)) is not None:
            return option, number
        if option.kind is Kind.SWITCH:
            words.setdefault(name, (name, True))
        for word, value in _words(option, people):
            words.setdefault(word, (name, value))
    found = read_word(phrase.removeprefix("@"), words, voice)
    return found and (by_name[found[0]], found[1])


def _words(option: Option, people: Iterable[str]) -> Iterator[tuple[str, Value]]:
    """The words for the values of an option, each with the value that Discord would send."""
    for name, value in option.choices.items():
        yield str(value), value
        yield name, value
    if option.kind is Kind.USER:
        yield from ((person, person) for person in people)


def _number(option: Option, text: str) -> int | None:
    """The number that is typed, if the option takes it."""
    if option.kind is not Kind.NUMBER or not _NUMBER.fullmatch(text):
        return None
    number = int(text)
    too_small = option.least is not None and number < option.least
    too_large = option.most is not None and number > option.most
    return None if too_small or too_large else number


def _no_fit(phrase: str, command: Command, people: Iterable[str], voice: Voice) -> str:
    values = {"word": quoted(phrase), "path": command.path}
    if not command.options:
        return voice.say('/{path} takes nothing more, so "{word}" doesn\'t fit.', **values)
    if len(command.options) == 1:
        [option] = command.options
        return voice.say(
            '"{word}" doesn\'t fit: {option} can be {values}.',
            option=option.name,
            values=takes(option, people, voice),
            **values,
        )
    names = ", ".join(option.name for option in command.options)
    return voice.say(
        '"{word}" doesn\'t fit. It takes {names}: see help {last}.',
        names=names,
        last=command.path.split()[-1],
        **values,
    )
