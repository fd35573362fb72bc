"""What can go wrong with the store itself, as against what the rules refuse."""

from __future__ import annotations

from bot.storage.database.address import read_address


class CannotOpenStore(Exception):
    """The database cannot be used at all; the message is one sentence for the operator."""

    def __init__(self, url: str, reason: str) -> None:
        shown = read_address(url).shown
        super().__init__(f"Cannot use the database {shown}: {reason}. Nothing in it was changed.")


class StoreUnavailable(Exception):
    """The database did not save: nothing of the transaction has happened."""


class OutcomeUnknown(Exception):
    """The database did not answer in time: the transaction may have been saved or not."""
