"""Transactions about a server's settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from bot.sessions.seats import Terms
from bot.sessions.settings import ServerSettings
from bot.storage.interaction_rows import remember, remembered
from bot.storage.record_rows import count_standings, delete_standings
from bot.storage.request import Request
from bot.storage.settings_rows import change_setting, settings_of

P = ParamSpec("P")
T = TypeVar("T")


def settings(connection: Connection, request: Request) -> ServerSettings:
    """The settings of the server that a request comes from."""
    return settings_of(connection, request)


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


def change(connection: Connection, request: Request, guild_id: int, name: str, value: Any) -> ServerSettings:
    """Change a setting of a server, once for an interaction; returns all of them.

    name   of a field of ServerSettings
    value  None for the operator's default
    """
    if not remembered(connection, request):
        change_setting(connection, guild_id, name, value)
        remember(connection, request)
    return settings_of(connection, request)


def on_leaderboard(connection: Connection, guild_id: int) -> int:
    """How many people have points in a server, in any game."""
    return count_standings(connection, guild_id)


def reset_leaderboard(connection: Connection, guild_id: int) -> bool:
    """Delete part of a server's leaderboards, of all games; returns whether there is more."""
    return delete_standings(connection, guild_id)
