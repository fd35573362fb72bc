"""A Discord bot that plays tic-tac-toe. Start reading in `__main__`."""

from importlib import metadata


def version() -> str:
    """The installed version, as in "1.0.0"; "unknown" in a checkout that was never installed."""
    try:
        return metadata.version("ttt-bot")
    except metadata.PackageNotFoundError:
        return "unknown"
