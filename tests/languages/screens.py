"""The gallery in one language: what a program can see of it."""

import gettext
import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from bot.messages import payload
from bot.messages.content import Content, Spoken
from bot.messages.texts import Voice
from tests.messages.gallery import gallery
from tests.support.payloads import parts

Key = tuple[str | None, tuple[str, ...]]
"""The context of a text and its English: a sentence, or those for one and for many."""

LONGEST_LABEL = 20  # Discord allows 80, but a phone shows about 20
_LONGEST_OPTION = 36  # likewise
_BUTTON, _TEXT = 2, 10

_SHOWN_AS_WORDS = re.compile(r"<(@|t:)\d+(:[a-zA-Z])?>|№")  # mentions, times, a word
_MARKDOWN = re.compile(r"[*_~`|\\]|^[#>-]|\]\(", re.MULTILINE)
_MISPLACED = re.compile(r"^\s|\s$|  | [.,]", re.MULTILINE)
_SIGNS = {"So", "Sk", "Me", "Cf"}  # Unicode's categories of emoji and what joins them


def screens(voice: Voice) -> Iterator[tuple[str, Any]]:
    """Every message of the gallery by its name, as it is sent."""
    for name, content in gallery(voice).items():
        yield name, payload.message(content)


def as_text(voice: Voice, word: str = "") -> Iterator[str]:
    """Every gallery message that holds a word, in either case, and what its buttons say."""
    for name, sent in screens(voice):
        told = "\n".join(_texts(sent))
        choices = [option["label"] for part in parts(sent) for option in part.get("options", ())]
        pressed = [
            " | ".join(f"[{label}]" for label in row) for row in (labels(sent), choices) if row
        ]
        message = "\n".join([f"== {name} ==", told, *pressed])
        if word.lower() in message.lower():
            yield message


def words(sent: Any) -> list[str]:
    """Every text of a message, labels of buttons among them."""
    return _texts(sent) + labels(sent)


def faults_of(name: str, content: Content) -> Iterator[str]:
    """What is wrong with a sample of the gallery in one language."""
    yield from faults_on_screen(name, payload.message(content))
    if isinstance(content, Spoken):
        yield from faults_in_words(name, content.text)


class Listener(gettext.NullTranslations):
    """A catalogue that remembers which texts a voice has said with it."""

    def __init__(self, catalogue: gettext.NullTranslations) -> None:
        super().__init__()
        self._catalogue = catalogue
        self._said: set[Key] = set()

    def gettext(self, message: str) -> str:
        self._said.add((None, (message,)))
        return self._catalogue.gettext(message)

    def pgettext(self, context: str, message: str) -> str:
        self._said.add((context, (message,)))
        return self._catalogue.pgettext(context, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self._said.add((None, (msgid1, msgid2)))
        return self._catalogue.ngettext(msgid1, msgid2, n)

    def heard(self) -> set[Key]:
        """The texts said since it was asked before."""
        said, self._said = self._said, set()
        return said


def faults_in_words(name: str, text: str) -> Iterator[str]:
    """What people should not hear: emoji, Markdown, arrows, spaces and commas out of place."""
    told = _SHOWN_AS_WORDS.sub("Ann", text)
    signs = [sign for sign in told if unicodedata.category(sign) in _SIGNS or sign == "→"]
    if found := [*signs, *_MARKDOWN.findall(told), *_MISPLACED.findall(told)]:
        yield f"{name!r} holds {found}, which nobody can hear"


def faults_on_screen(name: str, sent: Any) -> Iterator[str]:
    """What does not fit into Discord's limits, or not on a phone."""
    components, texts = parts(sent), _texts(sent)
    if len(components) > 40 or sum(map(len, texts)) > 4000 or len(sent.get("content") or "") > 2000:
        yield f"{name!r} is too large for Discord"
    if any(text.count("**") % 2 for text in texts):
        yield f"{name!r} has ** without another"
    for option in (option for part in components for option in part.get("options", ())):
        if not 1 <= len(option["label"]) <= _LONGEST_OPTION:
            yield (
                f"the choice {option['label']!r} has more characters than the {_LONGEST_OPTION} "
                f"that fit"
            )
    for label in labels(sent):
        if not 1 <= len(label) <= LONGEST_LABEL:
            yield (
                f"the button {label!r} has {len(label)} characters, and at most {LONGEST_LABEL} fit"
            )


def _texts(sent: Any) -> list[str]:
    cards = [part["content"] for part in parts(sent) if part["type"] == _TEXT]
    return [*cards, sent["content"]] if sent.get("content") else cards


def labels(sent: Any) -> list[str]:
    """The labels of its buttons."""
    return [part["label"] for part in parts(sent) if part["type"] == _BUTTON]
