"""Reads the file .env, and finds misspelt settings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path

from dotenv import dotenv_values

from bot.failures import BadSetting


def read_env_file(path: Path) -> dict[str, str]:
    """The values in a file `.env` by name, as written; empty if there is no file. Raises BadSetting."""
    if path.is_dir():
        raise BadSetting(
            f"{path} is a folder, not a file: remove it. Docker makes one when the file to mount is missing."
        )
    try:
        lines = dotenv_values(path, encoding="utf-8")
    except UnicodeDecodeError:
        raise BadSetting(f"The file {path} is not UTF-8 text: save it as UTF-8.") from None
    except OSError as error:
        raise BadSetting(f"The file {path} cannot be read: {error.strerror}.") from None
    return {name: value for name, value in lines.items() if value is not None}


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
