"""A server's settings as rows, and the one that a person has for all their games.

What a server has not changed is as the operator wants it.
"""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import bindparam, select

from bot.database.prepared_statements import Prepared, prepared_upsert
from bot.database.tables import people, server_settings
from bot.database.transaction import AnyTransaction, Transaction
from bot.interactions.interaction import Interaction
from bot.play.seats import UserId
from bot.play.session import SECONDS_A_DAY
from bot.play.settings import ServerSettings

_SETTINGS = Prepared(
    select(server_settings).where(server_settings.c.guild_id == bindparam("guild_id"))
)
_USED = prepared_upsert(
    server_settings, ("guild_id", "used_on"), lambda new: {"used_on": new["used_on"]}
)


def settings_of(transaction: Transaction[Interaction]) -> ServerSettings:
    """The settings of the interaction's server; outside servers the operator's defaults."""
    interaction = transaction.interaction
    if interaction.guild_id is None:
        return ServerSettings(**interaction.app.defaults)
    return settings_of_server(transaction, interaction.guild_id, interaction.app.defaults)


def settings_of_server(
    transaction: AnyTransaction, guild_id: int, defaults: Mapping[str, Any]
) -> ServerSettings:
    """The settings of a server, whose people need not have asked for anything.

    defaults  the operator's values for what it has not changed
    """
    rows = _SETTINGS.execute(transaction, guild_id=guild_id)
    if not rows:
        return ServerSettings(**defaults)
    row = rows[0]._asdict()
    del row["guild_id"], row["used_on"]
    changed = {name: value for name, value in row.items() if value is not None}
    return ServerSettings(**(dict(defaults) | changed))


def record_used(transaction: AnyTransaction, guild_id: int, now: int) -> None:
    """Note that a game or a cup starts in a server today, or that the daily puzzle comes there.

    Called last, and written once a day: all who write the same row wait for each other.
    """
    today = now // SECONDS_A_DAY
    rows = _SETTINGS.execute(transaction, guild_id=guild_id)
    if not rows or rows[0].used_on < today:
        _USED.execute(transaction, guild_id=guild_id, used_on=today)


_TOLD_AT_ONCE = Prepared(
    select(people.c.told_at_once).where(people.c.user_id == bindparam("user_id"))
)


def is_told_at_once(transaction: AnyTransaction, user_id: UserId) -> bool:
    """Whether a person has asked to be told at once that it is their turn; by default not."""
    rows = _TOLD_AT_ONCE.execute(transaction, user_id=user_id)
    return bool(rows and rows[0].told_at_once)
