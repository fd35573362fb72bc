"""The table of bans: whom the bot's operator has shut out."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Table

from bot.storage.tables.columns import metadata, snowflake

bans = Table(
    "bans",
    metadata,
    Column("id", snowflake, primary_key=True, autoincrement=False),  # of a person or a server; none share one
    Column("is_server", Boolean, nullable=False),
)
