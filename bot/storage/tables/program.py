"""Tables of what the program remembers about itself."""

from __future__ import annotations

from sqlalchemy import Column, String, Table

from bot.storage.tables.columns import metadata, snowflake

tiles = Table(
    "tiles",  # which emoji our tiles are; each application has emoji of its own
    metadata,
    Column("application_id", snowflake, primary_key=True, autoincrement=False),
    Column("name", String(32), primary_key=True),  # of the emoji: the tile's, and a digest of its picture
    Column("emoji_id", snowflake, nullable=False),
)

notes = Table(
    "notes",  # facts the program remembers about itself
    metadata,
    Column("name", String(80), primary_key=True),
    Column("value", String(200), nullable=False),
)
