"""Which version of the bot this is."""

from importlib import metadata


def version() -> str:
    """The installed version, as in "1.0.0"; "unknown" in a checkout that was never installed."""
    try:
        return metadata.version("ttt-bot")
    except metadata.PackageNotFoundError:
        return "unknown"
