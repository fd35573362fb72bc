"""The version of the bot, from pyproject.toml."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed


def version() -> str:
    """The installed version, as in "1.0.0"; "unknown" in a checkout that was never installed."""
    try:
        return installed("ttt-bot")
    except PackageNotFoundError:
        return "unknown"
