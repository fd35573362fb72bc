"""Who listens to Discord: people who get boards in words alone where only they see them."""

from sqlalchemy import bindparam, select

from bot.database.prepared_statements import Prepared
from bot.database.tables import people
from bot.database.transaction import AnyTransaction

_TEXT_FIRST = Prepared(select(people.c.text_first).where(people.c.user_id == bindparam("user_id")))


def wants_text_first(transaction: AnyTransaction, user_id: int) -> bool:
    """Whether a person prefers text to pictures; by default not."""
    rows = _TEXT_FIRST.execute(transaction, user_id=user_id)
    return bool(rows and rows[0].text_first)
