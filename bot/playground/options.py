"""Turns the words after a command into its options."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bot.playground.commands import Command, Kind, Option
from bot.playground.not_understood import NotUnderstood, any_of, quoted
from bot.rendering.voice import Voice

Value = str | int

_NUMBER = re.compile(r"-?\d{1,9}")


def read_options(typed: str, command: Command, people: Iterable[str], voice: Voice) -> dict[str, Value]:
    """The options in the words: `name:value`, or just a value, which goes to the first option it fits.

    Case does not matter, and a choice of several words needs no quotes. Raises NotUnderstood, with the words
    of `voice`.
    """
    left = list(command.options)
    given: dict[str, Value] = {}
    for phrase in _phrases(typed, command):
        option, value = (
            _named(phrase, command, people, voice) or _first_fit(phrase, left, people) or (None, "")
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
    """The possible values of an option, in words."""
    if option.choices:
        return any_of(option.choices, voice)
    if option.kind is Kind.USER:
        return any_of(people, voice)
    return voice.say("a number from {least} to {most}", least=option.least, most=option.most)


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
    value = _value(option, text, people)
    if value is None:
        raise NotUnderstood(
            voice.say("{option} can be {values}.", option=option.name, values=takes(option, people, voice))
        )
    return option, value


def _first_fit(phrase: str, left: Iterable[Option], people: Iterable[str]) -> tuple[Option, Value] | None:
    for option in left:
        value = _value(option, phrase, people)
        if value is not None:
            return option, value
    return None


def _value(option: Option, text: str, people: Iterable[str]) -> Value | None:
    """The value that Discord would send for this text, or None if it does not fit the option."""
    if option.choices:
        words = [(word, value) for name, value in option.choices.items() for word in (str(value), name)]
        by_word = {word.casefold(): value for word, value in words}
        return by_word.get(text.casefold())
    if option.kind is Kind.USER:
        person = text.removeprefix("@").casefold()
        return person if person in people else None
    if not _NUMBER.fullmatch(text):
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
