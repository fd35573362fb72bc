"""Transactions about a server's settings."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection

from bot.sessions.settings import ServerSettings
from bot.storage.interaction_rows import remember, remembered
from bot.storage.record_rows import count_standings, delete_standings
from bot.storage.request import Request
from bot.storage.settings_rows import change_setting, settings_of


def settings(connection: Connection, request: Request) -> ServerSettings:
    """The settings of the server that a request comes from."""
    return settings_of(connection, request)


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
    """Delete part of a server's leaderboard, of all games; returns whether there is more."""
    return delete_standings(connection, guild_id)
