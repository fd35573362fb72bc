"""Checks what a release must be and not every change is, and prints what is missing and what to do.

    python -m tests.release            less than a minute; says that the proofs did not run
    python -m tests.release --proofs   runs them, too: an hour on two cores
    python -m tests.release --web      follows the web addresses in the guides, too

A line that starts with "not checked" says that nobody could look, such as without a network. Each
other line is a fault, and holds the release: then it exits with 1. `.ci/run` runs the other tests,
and CI the audit of the libraries.
"""

import os
import re
import subprocess
import sys
import tomllib
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.languages.catalogues import (
    TEMPLATE,
    as_po,
    english,
    file_of,
    languages,
    merged,
    template,
    written,
)
from tests.languages.faults import faults, unfinished
from tests.test_readme import GUIDES

ROOT = Path(__file__).parents[1]
Ended = subprocess.CompletedProcess[str]

_NOT_CHECKED = "not checked"
_UNREACHED = {5, 6, 7, 28, 35}  # curl's codes for a host that it cannot find, reach or wait for


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.release")
    parser.add_argument(
        "--proofs", action="store_true", help="run the proofs: an hour on two cores"
    )
    parser.add_argument("--web", action="store_true", help="follow the web addresses in the guides")
    options = parser.parse_args()
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    waiting = {path.name for path in (ROOT / "docs" / "changes").iterdir()} - {"README.md"}
    missing = 0
    for sentence in chain(
        version(project["version"], text_of("docs/changelog.md"), waiting),
        uncommitted(),
        catalogues(template(), languages()),
        unlocked(project, "requirements.lock", project["optional-dependencies"]),
        unlocked(project, "deploy/requirements.lock", ("postgres", "speed")),
        unanswered() if options.web else (),
        unproved()
        if options.proofs
        else ["the proofs did not run: type python -m tests.release --proofs"],
    ):
        print(f"- {sentence}", flush=True)
        missing += not sentence.startswith(_NOT_CHECKED)
    print(f"Missing: {missing}" if missing else "Nothing is missing.")
    sys.exit(bool(missing))


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def end_of(*command: str) -> Ended:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def version(number: str, changelog: str, waiting: Iterable[str]) -> Iterator[str]:
    """What number and changelog lack: both are of a release, and no file waits in docs/changes."""
    released = number.partition(".dev")[0]
    if number != released:
        yield f"the version is {number}: make it {released} in pyproject.toml"
    if not re.search(
        rf"^## {re.escape(released)} \(\d{{4}}-\d\d-\d\d\)\n\n(?!## )\S", changelog, re.MULTILINE
    ):
        yield f"docs/changelog.md has no dated entry: towncrier build --yes --version {released}"
    yield from (
        f"docs/changes/{name} is not in the changelog: towncrier moves it"
        for name in sorted(waiting)
    )


def uncommitted() -> Iterator[str]:
    """The files that differ from the last commit."""
    changed = end_of("git", "status", "--short").stdout.splitlines()
    yield from (f"{line[3:]} is not committed: commit or remove it" for line in changed)


def catalogues(code: Catalog, locales: Iterable[str]) -> Iterator[str]:
    """What the languages lack: each has the texts of the code, all translated, without faults."""
    if TEMPLATE.read_bytes() != as_po(code):
        yield "bot.pot is behind the code: type python -m tests.languages"
    for locale in locales:
        texts = merged(written(locale), code)
        if file_of(locale).read_bytes() != as_po(texts):
            yield f"{locale} is behind the code: type python -m tests.languages"
        for message in unfinished(texts):
            yield f"{locale} is not complete: translate {english(message)[-1]!r}"
        yield from (f"{locale} has a fault: mend it: {fault}" for fault in faults(texts))


def unlocked(project: Mapping[str, Any], lock: str, extras: Iterable[str]) -> Iterator[str]:
    """What a lock file lacks of the libraries pyproject.toml asks for, in versions it allows."""
    pins = re.findall(r"^([\w.-]+)==([^\s;]+)", text_of(lock), re.MULTILINE)
    asked = chain(
        project["dependencies"], *(project["optional-dependencies"][extra] for extra in extras)
    )
    for library in map(Requirement, asked):
        found = [pinned for name, pinned in pins if name == canonicalize_name(library.name)]
        if library.name != project["name"] and not (
            found and all(map(library.specifier.contains, found))
        ):
            yield f"{lock} lacks {library}: update it by the command in pyproject.toml"


def unanswered() -> Iterator[str]:
    """The web addresses in the guides that do not answer."""
    for path in GUIDES:
        for address in re.findall(r"\]\((https?://[^)]+)\)", path.read_text(encoding="utf-8")):
            got = end_of("curl", "-sSfL", "--max-time", "30", "--output", os.devnull, address)
            said = got.stderr.strip()
            if got.returncode in _UNREACHED:
                yield f"{_NOT_CHECKED}: {address} in {path.relative_to(ROOT)} ({said})"
            elif got.returncode:
                yield f"{path.relative_to(ROOT)} leads nowhere: mend {address} ({said})"


def unproved() -> Iterator[str]:
    """Runs the proofs in full, and prints as they go on."""
    # Each world is by itself: without this, one core would play all that are in a file.
    command = [sys.executable, "-m", "pytest", "-m", "proof", "--dist", "worksteal"]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        yield "a proof fails: see above"


if __name__ == "__main__":
    main()
