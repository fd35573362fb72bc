"""Errors of the store itself. Requests that the rules turn down are refusals."""

from pathlib import Path

from bot.database.address import read_address


class CannotOpenStore(Exception):
    """The database cannot be used at all. The message is one sentence for the operator."""

    def __init__(self, url: str, reason: str) -> None:
        address = read_address(url).printable
        super().__init__(f"Cannot use the database {address}: {reason}. Nothing in it was changed.")


class WrongDatabase(CannotOpenStore):
    """It cannot be used however often the bot starts, until the operator changes something."""


class NoFolder(WrongDatabase):
    """The folder of a SQLite file does not exist."""

    def __init__(self, url: str, folder: Path) -> None:
        super().__init__(url, f"its folder {folder} does not exist; create that first")


class _NotSaved(Exception):
    """It says why, in the database's own words as far as it has any."""

    def __str__(self) -> str:
        cause = self.__cause__
        if not cause:
            return "it does not answer"
        original = getattr(cause, "orig", None) or cause
        return str(original).splitlines()[0]


class StoreUnavailable(_NotSaved):
    """The database did not save: the transaction has changed nothing."""


class OutcomeUnknown(_NotSaved):
    """The database did not answer in time or failed while saving: nobody knows whether it saved."""
