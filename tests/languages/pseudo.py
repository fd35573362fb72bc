"""A language for tests: English with an accent on each letter, and longer, as translations are."""

import re
from math import ceil

from tests.languages.catalogues import Catalogue, english, messages, template

_LONGER = 0.4  # of each text
# What is no word.
_PLAIN = re.compile(r"(\{\w*\}|`[^`]*`|<[^<>]*>|\]\([^)]*\)|https://\S+|/ttt \w+)")
_ACCENTED = str.maketrans("aceinosuyzACEINOSUYZ", "åçéïñöšûýžÅÇÉÏÑÖŠÛÝŽ")
_WORD = re.compile(r"[A-Za-z]*[aceinosuyzACEINOSUYZ][A-Za-z]*")


def pseudo_texts() -> Catalogue:
    """Every text in it."""
    texts = Catalogue("de")
    for message in messages(template()):
        told = tuple(map(_pseudo, english(message)))
        texts.add(message.id, told if len(told) > 1 else told[0], context=message.context)
    return texts


def english_words(text: str) -> list[str]:
    """The words of a message that are not in it."""
    return _WORD.findall(_PLAIN.sub(" ", text))


def _pseudo(text: str) -> str:
    parts = _PLAIN.split(text)
    accented = "".join(
        part if number % 2 else part.translate(_ACCENTED) for number, part in enumerate(parts)
    )
    return accented + "·" * ceil(_LONGER * len(text))
