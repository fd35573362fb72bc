"""A second language for a test, as a translator would deliver it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.messages import texts


@contextmanager
def spoken(
    locale: str, translations: Mapping[str | tuple[str, str], str], folder: Path
) -> Iterator[None]:
    """While the block runs, the bot speaks this language and English; `folder` is to be empty.

    translations  by the English text, or by its context and the text
    """
    written = folder / locale / "LC_MESSAGES" / "bot.po"
    written.parent.mkdir(parents=True)
    catalogue = Catalog("en", fuzzy=False)
    for english, translated in translations.items():
        context, text = english if isinstance(english, tuple) else (None, english)
        catalogue.add(text, translated, context=context)
    with written.open("wb") as file:
        write_po(file, catalogue)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texts, "LOCALES", folder)
        _forget()
        yield
    _forget()


def _forget() -> None:
    texts._languages.cache_clear()
    texts._load_voice.cache_clear()
