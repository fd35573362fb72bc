"""Transactions about a server's settings and its leaderboards."""

from typing import Any

from sqlalchemy import Connection, delete, func, select, tuple_, union

from bot.database.prepared import put
from bot.database.request import Request
from bot.database.store import AT_ONCE
from bot.database.tables import bot_standings, server_settings, standings
from bot.play.interaction_rows import once
from bot.play.rows import settings_of
from bot.play.settings import ServerSettings

_LEADERBOARDS = standings, bot_standings


@once(lambda connection, request, *_: settings_of(connection, request))
def change(connection: Connection, request: Request, guild_id: int, name: str, value: Any) -> ServerSettings:
    """Change a setting of a server; returns all of them.

    name   of a field of ServerSettings
    value  None for the operator's default
    """
    written = put(server_settings, ("guild_id", name), lambda new: {name: new[name]})
    written.run(connection, **{"guild_id": guild_id, name: value})
    return settings_of(connection, request)


def count_standings(connection: Connection, guild_id: int) -> int:
    """How many people are on a server's leaderboards, in any game."""
    there = union(*(select(each.c.user_id).where(each.c.guild_id == guild_id) for each in _LEADERBOARDS))
    return connection.execute(select(func.count()).select_from(there.subquery("there"))).scalar_one()


def delete_standings(connection: Connection, guild_id: int) -> bool:
    """Delete AT_ONCE rows of each of a server's leaderboards; returns whether there may be more."""
    has_more = False
    for each in _LEADERBOARDS:
        some = select(*each.primary_key).where(each.c.guild_id == guild_id).limit(AT_ONCE)
        deleted = connection.execute(delete(each).where(tuple_(*each.primary_key).in_(some))).rowcount
        has_more = has_more or deleted == AT_ONCE
    return has_more
