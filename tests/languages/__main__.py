"""Brings the languages' files up to date with the code, and says what is left to do or wrong.

    python -m tests.languages [LOCALE ...]
    python -m tests.languages --show LOCALE [WORD]

Each LOCALE is one of Discord's codes; one without a file gets a new one. Without any, all files are
updated. For each that is named, it also prints the texts to translate, as they stand in `bot.po`,
and those that may use another word than `terms.csv` says. `docs/minimax.html`, which speaks every
language, is written too. The second line prints every message in a language as text, or only those
that hold a word.
"""

import sys
from argparse import ArgumentParser

from bot.learn.tools import minimax_page
from tests.languages.catalogues import (
    TEMPLATE,
    as_po,
    entries,
    file_of,
    languages,
    messages,
    template,
    texts_of,
)
from tests.languages.faults import faults, strays, unfinished, voice_of
from tests.languages.plurals import PLURAL_FORMS
from tests.languages.screens import as_text


def main() -> None:
    parser = ArgumentParser(
        prog="python -m tests.languages",
        description="Brings the files of the languages up to date with the code.",
    )
    parser.add_argument(
        "locale", nargs="*", help="one of Discord's codes of languages, such as sv-SE; else all"
    )
    parser.add_argument(
        "--show",
        nargs="+",
        metavar=("LOCALE", "WORD"),
        help="print the messages in a language instead",
    )
    options = parser.parse_args()
    to_show, *words = options.show or [None]
    asked = [to_show] if to_show else options.locale
    if unknown := sorted(set(asked) - PLURAL_FORMS.keys()):
        parser.error(
            f"not a language of Discord: {', '.join(unknown)}. It has: {', '.join(PLURAL_FORMS)}."
        )
    if to_show:
        sys.exit(print("\n\n".join(as_text(voice_of(texts_of(to_show)), " ".join(words)))))
    TEMPLATE.write_bytes(as_po(template()))
    wrong = [_update(locale, is_named=bool(asked)) for locale in asked or languages()]
    minimax_page.write(minimax_page.written_tables())
    sys.exit(any(wrong))


def _update(locale: str, *, is_named: bool) -> bool:
    """Write the file of a language and print what is wrong; returns whether anything is.

    is_named  whether to print the texts to translate and strays, too
    """
    texts, file = texts_of(locale), file_of(locale)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(as_po(texts))
    to_do, wrong = unfinished(texts), [*faults(texts)]
    notes = [*wrong]
    if is_named:
        print(entries(to_do), end="")
        notes += strays(texts)
    print("".join(f"{locale}: {found}\n" for found in notes), end="")
    print(
        f"{locale}: {len(to_do)} of {len(messages(texts))} texts to translate, "
        f"{sum(each.fuzzy for each in to_do)} of them fuzzy; {len(wrong)} faults"
    )
    return bool(wrong)


if __name__ == "__main__":
    main()
