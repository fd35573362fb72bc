"""The table of servers' settings."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Integer, String, Table

from bot.storage.tables.columns import game, language, look, metadata, snowflake

server_settings = Table(
    "server_settings",  # what a server has changed; a null stands for the operator's default
    metadata,
    Column("guild_id", snowflake, primary_key=True, autoincrement=False),
    Column("language", language),
    Column("game", game),
    Column("level", String(40)),
    Column("time", Integer),  # seconds a move may take between two people
    Column("allows_watching", Boolean),
    Column("look", look),
)
