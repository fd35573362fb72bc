"""Checks what a release must be and not every change is, and prints what is missing.

python -m tests.release
"""

import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

from babel.messages.catalog import Catalog

from tests.languages.catalogues import TEMPLATE, as_mo, as_po, file_of, languages, merged, template, written
from tests.languages.faults import faults, shown, unfinished


def main() -> None:
    root = Path(__file__).parents[1]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    changelog = (root / "docs" / "changelog.md").read_text(encoding="utf-8")
    missing = [*version(project["version"], changelog), *catalogues(template(), languages())]
    print("\n".join(missing) or "Nothing is missing.")
    sys.exit(bool(missing))


def version(number: str, changelog: str) -> Iterator[str]:
    """What the number lacks: it is of a release, and so is its part of the changelog."""
    if number.endswith(".dev0"):
        yield f"the version is {number}: take .dev0 off in pyproject.toml"
    if f"## {number.removesuffix('.dev0')} (unreleased)" in changelog:
        yield "docs/changelog.md still calls this version unreleased: give it the day"


def catalogues(code: Catalog, locales: Iterable[str]) -> Iterator[str]:
    """What the languages lack: each has the texts of the code, all of them translated, without faults."""
    if TEMPLATE.read_bytes() != as_po(code):
        yield "bot.pot is behind the code: run python -m tests.languages"
    for locale in locales:
        texts, file = merged(written(locale), code), file_of(locale)
        seen = shown(texts)
        if (file.read_bytes(), file.with_suffix(".mo").read_bytes()) != (as_po(texts), as_mo(seen)):
            yield f"{locale}: the files are behind the code: run python -m tests.languages"
        yield from (f"{locale}: not translated: {text!r}" for text in unfinished(texts))
        yield from (f"{locale}: {fault}" for fault in faults(seen))


if __name__ == "__main__":
    main()
