"""Updates the list of texts and the files of the languages that are named, and says what is wrong in them.

    python -m tests.languages [--all] [LOCALE ...]

Each LOCALE is one of Discord's codes; one without a file gets a new one.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser

from tests.languages.catalogues import LOCALES, as_mo, as_po, file_of, languages, template, texts_of
from tests.languages.faults import faults, untranslated
from tests.languages.plurals import PLURAL_FORMS


def main() -> None:
    parser = ArgumentParser(
        prog="python -m tests.languages",
        description="Updates the list of texts and the files of the languages that are named.",
    )
    parser.add_argument("locale", nargs="*", help="one of Discord's codes of languages, such as sv-SE")
    parser.add_argument("--all", action="store_true", help="every language that has a file")
    options = parser.parse_args()
    asked = languages() if options.all else options.locale
    if unknown := sorted(set(asked) - PLURAL_FORMS.keys()):
        parser.error(f"not a language of Discord: {', '.join(unknown)}. It has: {', '.join(PLURAL_FORMS)}.")
    (LOCALES / "bot.pot").write_bytes(as_po(template(), omit_header=True))
    wrong = [_update(locale) for locale in asked]
    sys.exit(any(wrong))


def _update(locale: str) -> bool:
    """Write the files of a language and print what is wrong; returns whether anything is."""
    texts, file = texts_of(locale), file_of(locale)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(as_po(texts))
    file.with_suffix(".mo").write_bytes(as_mo(texts))
    wrong = [*faults(texts)]
    print("".join(f"{locale}: {fault}\n" for fault in wrong), end="")
    print(f"{locale}: {len(untranslated(texts))} of {len(texts)} texts to translate, {len(wrong)} faults")
    return bool(wrong)


if __name__ == "__main__":
    main()
