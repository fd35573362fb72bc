"""Which version of the bot this is."""

import subprocess
from functools import cache
from importlib import metadata
from pathlib import Path

_CHECKOUT = Path(__file__).parents[2]


@cache
def version() -> str:
    """The installed version, as in "1.0.0"; "unknown" in a folder that was never installed.

    In a checkout its commit stands behind it, because the version changes only with a release.
    """
    try:
        installed = metadata.version("ttt-bot")
    except metadata.PackageNotFoundError:
        installed = "unknown"
    commit = _commit()
    if commit:
        return f"{installed} ({commit})"
    return installed


def _commit() -> str:
    """The commit of the checkout that this file is in; empty if it is in none, or without git."""
    if not (_CHECKOUT / ".git").exists():
        return ""
    command = ("git", "-C", str(_CHECKOUT), "rev-parse", "--short", "HEAD")
    try:
        asked = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError:
        return ""
    return asked.stdout.strip()
