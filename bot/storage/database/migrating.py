"""Runs migrations, with Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def migrate(connection: Connection, migrations: Path) -> None:
    """Run the migrations of a folder that the database lacks, in the connection's transaction."""
    config = Config()
    config.set_main_option(
        "script_location", str(migrations).replace("%", "%%")
    )  # a single % would interpolate
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
