"""Transactions about a server's settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy import Connection

from bot.sessions.seats import Terms
from bot.sessions.settings import ServerSettings
from bot.storage.once import once
from bot.storage.request import Request
from bot.storage.settings_rows import change_setting, settings_of

P = ParamSpec("P")
T = TypeVar("T")


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


def _settings_now(connection: Connection, request: Request, *_: object) -> ServerSettings:
    return settings_of(connection, request)


@once(_settings_now)
def change(connection: Connection, request: Request, guild_id: int, name: str, value: Any) -> ServerSettings:
    """Change a setting of a server; returns all of them.

    name   of a field of ServerSettings
    value  None for the operator's default
    """
    change_setting(connection, guild_id, name, value)
    return settings_of(connection, request)
