"""The files of a language: what translators edit, `bot.po`, and what the bot reads, `bot.mo`."""

from __future__ import annotations

import gettext
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from tests.languages.plurals import PLURAL_FORMS

BOT = Path(__file__).parents[2] / "bot"
LOCALES = BOT / "rendering" / "locales"

KEYWORDS = {"say": None, "say_in": ((1, "c"), 2), "say_count": (1, 2)}
_THE_TERMINAL = ("terminal", "conversation", "usage", "drawing")  # of the playground; it speaks English
_NOT_TRANSLATED = [(f"playground/{name}.py", "ignore") for name in _THE_TERMINAL]


class Catalogue(Catalog):
    """A language's texts, with a header that is always the same: files change only when texts do."""

    def __init__(self, locale: str) -> None:
        super().__init__(header_comment="", fuzzy=False)
        self.forms = PLURAL_FORMS[locale]
        self.mime_headers = [("Plural-Forms", self.forms)]
        self.language = locale

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
def template() -> Catalog:
    """Every text of the code that is for translators, in English."""
    texts = Catalog()
    found = extract_from_dir(
        BOT, [*_NOT_TRANSLATED, ("**.py", "python")], keywords=KEYWORDS, comment_tags=["NOTE:"]
    )
    for _, _, message, comments, context in found:
        texts.add(message, None, auto_comments=comments, context=context)
    return texts


def languages() -> list[str]:
    """Discord's codes of the languages that have a file."""
    return sorted(file.parts[-3] for file in LOCALES.glob("*/LC_MESSAGES/bot.po"))


def texts_of(locale: str) -> Catalogue:
    """The texts of a language in the order of the code: those of its file, and the new ones untranslated."""
    known = written(locale) if file_of(locale).exists() else Catalog()
    texts = Catalogue(locale)
    for message in template():
        _add(texts, message, known.get(message.id, message.context))
    return texts


def written(locale: str) -> Catalogue:
    """The texts of a language as they stand in its file."""
    texts = Catalogue(locale)
    for message in read_po(BytesIO(file_of(locale).read_bytes())):
        _add(texts, message, message)
    return texts


def _add(texts: Catalogue, message: Message, told: Message | None) -> None:
    """Add a text with its translation, if there is one."""
    if not message.id:
        return  # the header
    texts.add(
        message.id,
        told.string if told else None,
        flags=message.flags | ({"fuzzy"} & told.flags if told else set()),
        auto_comments=message.auto_comments,
        user_comments=told.user_comments if told else (),
        context=message.context,
    )


def file_of(locale: str) -> Path:
    """What translators edit."""
    return LOCALES / locale / "LC_MESSAGES" / "bot.po"


def as_po(texts: Catalog, *, omit_header: bool = False) -> bytes:
    """A catalogue as translators read it."""
    file = BytesIO()
    write_po(file, texts, no_location=True, omit_header=omit_header)
    return file.getvalue().lstrip(b"\n")


def as_mo(texts: Catalog) -> bytes:
    """A catalogue as the bot reads it, without what is not translated."""
    file = BytesIO()
    write_mo(file, texts)
    return file.getvalue()


def spoken(texts: Catalog) -> gettext.GNUTranslations:
    """A catalogue as the bot reads it."""
    return gettext.GNUTranslations(BytesIO(as_mo(texts)))
