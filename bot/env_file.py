"""Reads the file .env, and finds misspelt settings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches
from io import StringIO
from pathlib import Path

from dotenv import dotenv_values
from dotenv.parser import Binding, parse_stream

from bot.failures import BadSetting


def read_env_file(path: Path) -> dict[str, str]:
    """The values in a file `.env` by name, as written; empty if there is no file. Raises BadSetting."""
    readable = "".join(part.original.string for part in _parts(path) if not part.error)
    lines = dotenv_values(stream=StringIO(readable))
    return {name: value for name, value in lines.items() if value is not None}


def doubtful_lines(path: Path, settings: Collection[str]) -> Iterator[str]:
    """A sentence for each line of a file `.env` that cannot be read or does not count.

    settings  the names of all settings

    Raises BadSetting.
    """
    parts = _parts(path)
    for part in parts:
        if part.error:
            yield f"Line {part.original.line} of {path} is not read: write NAME=value"
    for name, times in Counter(part.key.upper() for part in parts if part.key).items():
        if times > 1 and name in settings:
            yield f"{name} stands more than once in {path}: the last one counts"


def _parts(path: Path) -> list[Binding]:
    """What a file `.env` consists of; nothing if there is no file. Raises BadSetting."""
    if path.is_dir():
        raise BadSetting(
            f"{path} is a folder, not a file: remove it. Docker makes one when the file to mount is missing."
        )
    try:
        return list(parse_stream(StringIO(path.read_text(encoding="utf-8"))))
    except FileNotFoundError:
        return []
    except UnicodeDecodeError:
        raise BadSetting(f"The file {path} is not UTF-8 text: save it as UTF-8.") from None
    except OSError as error:
        raise BadSetting(f"The file {path} cannot be read: {error.strerror}.") from None


def misspelt(
    names: Iterable[str], settings: Collection[str], given: Collection[str], likeness: float
) -> Iterator[tuple[str, str]]:
    """Each name that looks like a misspelt setting, with that setting, unless that setting is `given` too.

    likeness  how similar the two names must be, from 0 to 1 (equal)
    """
    missing = set(settings).difference(given)
    for name in names:
        if name.upper() not in settings:
            for setting in get_close_matches(name.upper(), missing, 1, likeness):
                yield name, setting
