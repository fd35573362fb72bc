"""Tables of servers: what they have set up, and which of them have the bot."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Index, Integer, String, Table, null

from bot.storage.tables.columns import game, language, look, metadata, snowflake, timestamp

server_settings = Table(
    "server_settings",  # what a server has changed; a null stands for the operator's default
    metadata,
    Column("guild_id", snowflake, primary_key=True, autoincrement=False),
    Column("language", language),  # also bot.sessions.settings.AUTOMATIC
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

daily_channels = Table(
    "daily_channels",  # where a server gets the puzzle of the day
    metadata,
    Column("guild_id", snowflake, primary_key=True, autoincrement=False),
    Column("channel_id", snowflake, nullable=False),
    Column("language", language, nullable=False),  # the server's on Discord when this was turned on
    Column("day", Integer, nullable=False),  # of the last puzzle that a process claimed; since 1970, UTC
    Column("claimed_at", timestamp, nullable=False),  # when that was first claimed
    Column("due_at", timestamp),  # when to look again; null if Discord refused our last post
)

daily_channels_by_their_time = Index("ix_daily_channels_due", daily_channels.c.due_at)
