"""Settings as rows. What a server has not changed is as the operator wants it."""

from collections.abc import Callable, Mapping
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection, bindparam, delete, select

from bot.database.prepared import Prepared
from bot.database.request import Request
from bot.database.tables import people, server_settings
from bot.play.seats import Terms, UserId
from bot.play.settings import ServerSettings

P = ParamSpec("P")
T = TypeVar("T")

_SETTINGS = Prepared(
    select(*(column for column in server_settings.columns if not column.primary_key)).where(
        server_settings.c.guild_id == bindparam("guild_id")
    )
)


def settings_of(connection: Connection, request: Request) -> ServerSettings:
    """The settings of the server that a request comes from; outside servers the operator's defaults."""
    if request.guild_id is None:
        return ServerSettings(**request.defaults)
    return settings_of_server(connection, request.guild_id, request.defaults)


def settings_of_server(connection: Connection, guild_id: int, defaults: Mapping[str, Any]) -> ServerSettings:
    """The settings of a server, whose people need not have asked for anything.

    defaults  the operator's values for what it has not changed
    """
    rows = _SETTINGS.run(connection, guild_id=guild_id)
    changed = {name: value for row in rows for name, value in row._asdict().items() if value is not None}
    return ServerSettings(**{**defaults, **changed})


def with_language(
    connection: Connection,
    request: Request,
    read: Callable[Concatenate[Connection, P], T],
    /,
    *args: P.args,
    **kwargs: P.kwargs,
) -> tuple[T, str]:
    """What another transaction reads, and the language in which everyone here is told about it."""
    language = settings_of(connection, request).language_of(Terms(), request.language)
    return read(connection, *args, **kwargs), language


def forget_settings(connection: Connection, guild_id: int) -> None:
    connection.execute(delete(server_settings).where(server_settings.c.guild_id == guild_id))


def wants_text_first(connection: Connection, user_id: UserId) -> bool:
    """Whether a person gets what only they see in words alone; by default not."""
    return bool(connection.scalar(select(people.c.text_first).where(people.c.user_id == user_id)))
