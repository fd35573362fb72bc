"""The catalogue of a language, `bot.po`: how it is kept up to date with the code.

The English text is the key. When it changes, `merged` keeps what stood there, as GNU's msgmerge
does: the translation becomes fuzzy, and the English that it was made for stands above it.
"""

import gettext
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from csv import DictReader
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import denormalize, generate_po, normalize, read_po

from bot.learn import lesson_words
from bot.learn.tools import minimax_words
from bot.messages import payload
from bot.messages.content import Spoken
from bot.messages.po_translations import PoTranslations
from bot.messages.texts import NEAREST, Voice
from bot.playground import page_words
from tests.languages.plurals import PLURAL_FORMS
from tests.languages.screens import Key, Listener, labels
from tests.messages.gallery import walk
from tests.support.commands import every_command

BOT = Path(__file__).parents[2] / "bot"
LOCALES = BOT / "messages" / "locales"
TEMPLATE = LOCALES / "bot.pot"

KEYWORDS = {
    "phrase": None,
    "phrase_in": ((1, "c"), 2),
    "command_text": None,
    "say": None,
    "say_in": ((1, "c"), 2),
    "say_count": (1, 2),
}

_ENOUGH = 2  # places to name where a text is seen
_FILLED_IN = {
    "player": "a mention such as @alice, or the bot's name; it takes no ending",
    "other": "a mention such as @alice, or the bot's name; it takes no ending",
    "challenger": "a mention such as @alice; it takes no ending",
    "challenged": "a mention such as @alice; it takes no ending",
    "winner": "a mention such as @alice; it takes no ending",
    "loser": "a mention such as @alice; it takes no ending",
    "cell": "the number of a cell, not a count",
    "cells": "one or more numbers of cells, such as 4 and 6",
    "free": "one or more numbers of cells, such as 4 or 6",
    "best": "one or more numbers of cells, such as 4 or 6",
    "mark": "a mark: X, O or its emoji",
    "answers": "one or more numbers of cells, such as 4 or 6; not a count",
    "lines": "one or more lines, such as 1-5-9 and 3-5-7",
    "level": "the name of a level, such as hard; who plays is the bot at this level",
    "button": "the label of a button",
    "moves": "such as 3 moves",
    "style": "so <t:...> may be a time or a date with time",
}
"""What stands in place of the placeholders that many texts have."""

_ALIKE = 0.7  # how similar a changed text is to the old one, at least
_FIELD = re.compile(r"\{[^}]*\}")
_PREVIOUS = re.compile(r'^\|\d+ (?:(msg\w+) )?(".*")$', re.MULTILINE)


class Catalogue(Catalog):
    """Texts with a header that is always the same, so that files change only when texts do.

    language  Discord's code; empty for the list of texts, which is in none, and in English
    """

    def __init__(self, language: str = "") -> None:
        super().__init__(header_comment="", fuzzy=False)
        self.forms = PLURAL_FORMS.get(language, "nplurals=2; plural=(n != 1);")
        self.mime_headers = [("Plural-Forms", self.forms)]
        self.language = language

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Language", self.language),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", self.forms),
        ]

    @mime_headers.setter
    def mime_headers(self, headers: list[tuple[str, str]]) -> None:
        self._set_mime_headers(headers)


@cache
def template() -> Catalogue:
    """Every text of the code that is for translators, in English."""
    texts = Catalogue()
    found = extract_from_dir(BOT, [("**.py", "python")], keywords=KEYWORDS, comment_tags=["NOTE:"])
    told = _seen()
    for _, _, message, notes, context in found:
        forms = (message,) if isinstance(message, str) else tuple(message)
        seen = told.get((context, forms), [])
        texts.add(
            message, None, auto_comments=[*notes, *_placeholders(forms), *seen], context=context
        )
    return texts


def _placeholders(forms: Sequence[str]) -> list[str]:
    """What fills those of a text that need a word."""
    return [
        f"{{{name}}}: {filled}"
        for name, filled in _FILLED_IN.items()
        if any(f"{{{name}}}" in form for form in forms)
    ]


def _seen() -> dict[Key, list[str]]:
    """For each text that people see the first places that say it, and what kind of text it is."""
    places: dict[Key, list[str]] = {}
    drawn: set[Key] = set()
    buttons: set[str] = set()
    listener = Listener(gettext.NullTranslations())
    voice = Voice("en-US", listener)

    def seen_in(place: str, said: set[Key]) -> None:
        for each in said:
            places.setdefault(each, []).append(place)

    for name, content in walk(voice):
        said = listener.heard()
        seen_in(name, said)
        message = payload.message(content)
        if not isinstance(content, Spoken):
            drawn |= {each for each in said if _is_read(each, message)}
        buttons |= {*labels(message)}
    heard = places.keys() - drawn
    for command in every_command():
        seen_in(f"the command /ttt {command.name}", {(None, (str(command.description),))})
        for option in command.parameters:
            seen_in(
                f"/ttt {command.name}, {option.display_name}", {(None, (str(option.description),))}
            )
    for name, say_all in (
        ("the playground's page", page_words.words),
        ("the lessons of minimax", lesson_words.words),
        ("docs/minimax.html", minimax_words.words),
    ):
        say_all(voice)
        seen_in(name, listener.heard())
    return {
        each: [
            *["A button: what pressing it does, in at most 20 characters"]
            * (each[1][0] in buttons),
            *["For people who listen: no emoji and no Markdown"] * (each in heard),
            f"Seen in: {'; '.join(named[:_ENOUGH])}",
        ]
        for each, named in places.items()
    }


def _is_read(text: Key, message: Mapping[str, Any]) -> bool:
    """Whether a text is in a message, and not only said to those who listen to it."""
    _, forms = text
    shown = json.dumps(message, ensure_ascii=False)
    longest = [max(_FIELD.split(form), key=len) for form in forms]
    return any(json.dumps(part, ensure_ascii=False)[1:-1] in shown for part in longest)


def languages() -> list[str]:
    """Discord's codes of the languages with a file; last those that hold only what differs."""
    found = (file.parts[-3] for file in LOCALES.glob("*/LC_MESSAGES/bot.po"))
    return sorted(found, key=lambda locale: (locale in NEAREST, locale))


def file_of(locale: str) -> Path:
    """What translators edit."""
    return LOCALES / locale / "LC_MESSAGES" / "bot.po"


@cache
def written(locale: str) -> Catalogue:
    """The texts of a language as they stand in its file; none if it has no file."""
    file = file_of(locale)
    return from_po(locale, file.read_bytes()) if file.exists() else Catalogue(locale)


@dataclass(frozen=True)
class Term:
    """The word that a language has chosen for one of ours.

    english  our word
    word     theirs
    stems    in small letters; a text that speaks of the thing holds one of them, if there are any
    """

    english: str
    word: str
    stems: tuple[str, ...]


def terms_of(locale: str) -> list[Term]:
    """The glossary of a language; empty if it has none."""
    file = LOCALES / locale / "terms.csv"
    if not file.exists():
        return []
    with file.open(encoding="utf-8", newline="") as rows:
        return [
            Term(row["term"], row["word"], tuple(re.findall(r"[^|]+", row["stems"])))
            for row in DictReader(rows)
        ]


def texts_of(locale: str) -> Catalogue:
    """The texts of the code in a language: those of its file, and the new ones untranslated."""
    return merged(written(locale), template())


def messages(texts: Iterable[Message]) -> list[Message]:
    """Every text of a catalogue, without its header."""
    return [message for message in texts if message.id]


def english(message: Message) -> tuple[str, ...]:
    """The English of a text, or of its two forms."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def forms(message: Message) -> tuple[str, ...]:
    """The translation of a text, or of each of its forms; empty texts where there is none."""
    return (
        tuple(message.string)
        if isinstance(message.string, tuple | list)
        else (message.string or "",)
    )


def key(message: Message) -> Key:
    return message.context, english(message)


def is_translated(message: Message) -> bool:
    """Whether every form has a translation, fuzzy or not."""
    return all(forms(message))


def is_finished(message: Message) -> bool:
    """Whether it is translated, and people see it."""
    return is_translated(message) and not message.fuzzy


def with_texts(locale: str, texts: Iterable[Message]) -> Catalogue:
    """A catalogue of these texts alone."""
    catalogue = Catalogue(locale)
    for message in messages(texts):
        catalogue[message.id] = message
    return catalogue


def merged(known: Catalogue, code: Iterable[Message]) -> Catalogue:
    """The texts of the code, with the translations of a file; none of these gets lost.

    A text that has changed keeps its translation, as fuzzy, beside the English that it was made
    for. One that has gone leaves its translation as obsolete, and has it back when it returns.
    """
    code = messages(code)
    made = translations(known)
    told = made | {key(message): message for message in messages(known) if is_translated(message)}
    before = _before([message for message in code if key(message) not in told], known, code)
    texts = Catalogue(known.language)
    for message in code:
        old = told.get(key(message)) or _as_fuzzy(
            message, before.get(key(message)), texts.num_plurals
        )
        texts.add(
            message.id,
            old.string,
            flags=message.flags | ({"fuzzy"} & old.flags),
            auto_comments=message.auto_comments,
            user_comments=old.user_comments,
            previous_id=old.previous_id if old.fuzzy else (),
            context=message.context,
        )
    kept = translations(texts)
    texts.obsolete.update({each: message for each, message in made.items() if each not in kept})
    return texts


def translations(texts: Catalogue) -> dict[Key, Message]:
    """Every translation by the English it was made for: the fuzzy and the obsolete ones too."""
    live = [_as_made(message) for message in messages(texts) if is_translated(message)]
    return {key(message): message for message in (*texts.obsolete.values(), *live)}


def _as_made(message: Message) -> Message:
    """A translation with the English that it was made for."""
    if not (message.fuzzy and message.previous_id):
        return message
    is_counted = len(message.previous_id) > 1
    return Message(
        tuple(message.previous_id) if is_counted else message.previous_id[0],
        forms(message) if is_counted else forms(message)[-1],
        user_comments=message.user_comments,
        context=message.context,
    )


def _as_fuzzy(message: Message, old: Message | None, plurals: int) -> Message:
    """A text with the translation of the one that it was before, if there is one."""
    if old is None:
        return Message(message.id)
    told = forms(old)
    if isinstance(message.id, tuple) and len(told) != plurals:
        told = told[-1:] * plurals
    return Message(
        message.id,
        told if isinstance(message.id, tuple) else told[-1],
        flags=["fuzzy"],
        user_comments=old.user_comments,
        previous_id=old.previous_id or english(old),
    )


def _before(
    new: Sequence[Message], known: Catalogue, code: Sequence[Message]
) -> dict[Key, Message]:
    """For each new text the translated one that it was: the most similar of those that are gone.

    A text that has a context, because its English means two things, was the text without one.
    """
    now = {key(message) for message in code}
    told = [message for message in messages(known) if is_translated(message)]
    same = {english(message): message for message in told}
    old = [message for message in (*known.obsolete.values(), *told) if key(message) not in now]
    gone = {english(message)[-1]: message for message in old}
    before: dict[Key, Message] = {}
    for message in new:
        if english(message) in same:
            before[key(message)] = same[english(message)]
        elif found := _most_alike(english(message)[-1], tuple(gone)):
            before[key(message)] = gone.pop(found)
    return before


@cache
def _most_alike(text: str, among: tuple[str, ...]) -> str | None:
    """The text most like another, if any is much like it. Most languages lack the same ones."""
    found = get_close_matches(text, among, n=1, cutoff=_ALIKE)
    return found[0] if found else None


def from_po(locale: str, po: bytes) -> Catalogue:
    """The texts of a file of translators, with the previous ones of those that are fuzzy."""
    lines = [  # with numbers, because Babel drops a comment that stands there twice
        line.replace(b"#|", b"#|%d" % number) if line.startswith(b"#|") else line
        for number, line in enumerate(po.splitlines(keepends=True))
    ]
    read, texts = read_po(lines), Catalogue(locale)
    for message in messages(read):
        message.previous_id = _previous(message.user_comments)
        message.user_comments = [each for each in message.user_comments if not each.startswith("|")]
        texts[message.id] = message
    texts.obsolete.update(read.obsolete)
    return texts


def _previous(comments: Iterable[str]) -> tuple[str, ...]:
    """The previous English of a text, which Babel reads as comments."""
    quoted: dict[str, str] = {}
    name = ""
    for word, text in _PREVIOUS.findall("\n".join(comments)):
        name = word or name
        quoted[name] = quoted.get(name, "") + denormalize(text)
    return tuple(quoted[name] for name in ("msgid", "msgid_plural") if name in quoted)


def as_po(texts: Catalog) -> bytes:
    """A catalogue as translators read it."""
    previous = (message.previous_id for message in messages(texts) if message.fuzzy)
    lines = []
    for line in generate_po(texts, no_location=True):
        lines.append(line)
        if line.startswith("#, ") and "fuzzy" in line:
            lines += _as_comments(next(previous))
    return "".join(lines).lstrip("\n").encode()


def entries(some: Iterable[Message]) -> str:
    """Some texts as they stand in a `bot.po`, without its header."""
    _, _, told = as_po(with_texts("", some)).decode().partition("\n\n")
    return told


def _as_comments(previous: Sequence[str]) -> Iterator[str]:
    for name, text in zip(("msgid", "msgid_plural"), previous, strict=False):
        yield from (f"#| {line}\n" for line in f"{name} {normalize(text)}".splitlines())


def spoken(texts: Catalog) -> PoTranslations:
    """A catalogue as the bot reads it, without what is there for translators."""
    bare = with_texts(
        texts.language,
        (
            Message(each.id, each.string, flags=each.flags, context=each.context)
            for each in messages(texts)
        ),
    )
    return PoTranslations("".join(generate_po(bare, width=0)))
