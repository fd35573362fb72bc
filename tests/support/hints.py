"""A hint, given and counted in one transaction."""

from bot.advice import transactions
from bot.database.transaction import Transaction
from bot.interactions.interaction import Interaction
from bot.play.session import Session


def hinted(transaction: Transaction[Interaction]) -> Session:
    """The person's own game, with a hint on the board that it has."""
    return transactions.hint(transaction, transactions.to_hint(transaction))
