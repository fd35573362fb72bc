"""A hint, given and counted in one transaction."""

from sqlalchemy import Connection

from bot.advice import transactions
from bot.interactions.request import Request
from bot.play.session import Session


def hinted(connection: Connection, request: Request) -> Session:
    """The person's own game, with a hint on the board that it has."""
    return transactions.hint(connection, request, transactions.to_hint(connection, request))
