"""Who listens to Discord: people who get boards in words alone where only they see them."""

from sqlalchemy import Connection, bindparam, select

from bot.database.prepared_statements import Prepared
from bot.database.tables import people

_TEXT_FIRST = Prepared(select(people.c.text_first).where(people.c.user_id == bindparam("user_id")))


def wants_text_first(connection: Connection, user_id: int) -> bool:
    """Whether a person prefers text to pictures; by default not."""
    rows = _TEXT_FIRST.run(connection, user_id=user_id)
    return bool(rows and rows[0].text_first)
