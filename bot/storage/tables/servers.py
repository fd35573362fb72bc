"""Tables of servers: what they have set, and which of them have the bot."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Index, Integer, String, Table, null

from bot.storage.tables.columns import game, language, look, metadata, snowflake, timestamp

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

homes = Table(
    "homes",  # the servers that have the bot, or had it less than about a month ago
    metadata,
    Column("application_id", snowflake, primary_key=True, autoincrement=False),
    Column("guild_id", snowflake, primary_key=True, autoincrement=False),
    Column("missing_since", timestamp),  # null while Discord lists it
)

missing_homes = Index(
    "ix_homes_missing",
    homes.c.application_id,
    homes.c.missing_since,
    sqlite_where=homes.c.missing_since != null(),
    postgresql_where=homes.c.missing_since != null(),
)
homes_of_a_server = Index("ix_homes_guild", homes.c.guild_id)
