"""Brings the tables of a database up to date with `migrations`."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect

from bot.storage.errors import CannotOpenStore

_MIGRATIONS = Path(__file__).parent / "migrations"


def bring_up_to_date(connection: Connection, url: str) -> None:
    """Run the missing migrations in the connection's transaction.

    Raises CannotOpenStore if the database is not ours or a newer version wrote it.
    """
    config = _config()
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    heads = MigrationContext.configure(connection).get_current_heads()
    if not known.issuperset(heads):
        raise CannotOpenStore(url, "a newer version of the bot wrote it; run that one")
    if not heads and inspect(connection).get_table_names():
        raise CannotOpenStore(url, "it belongs to some other program; name another one")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def must_be_up_to_date(connection: Connection, url: str) -> None:
    """Raises CannotOpenStore if another version of the bot wrote the database, or none has yet."""
    newest = ScriptDirectory.from_config(_config()).get_heads()
    if list(MigrationContext.configure(connection).get_current_heads()) != list(newest):
        raise CannotOpenStore(url, "another version of the bot wrote it; start this one first")


def _config() -> Config:
    config = Config()
    config.set_main_option(
        "script_location", str(_MIGRATIONS).replace("%", "%%")
    )  # a single % would interpolate
    return config
