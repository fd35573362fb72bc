"""The tables of a database, brought up to date by the steps of `migrations`."""

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
    """Take the steps that are missing, in the connection's transaction.

    Raises CannotOpenStore for a database that is not ours, or that a newer version has written.
    """
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))  # % would interpolate
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    heads = MigrationContext.configure(connection).get_current_heads()
    if not known.issuperset(heads):
        raise CannotOpenStore(url, "a newer version of the bot wrote it; run that one")
    if not heads and inspect(connection).get_table_names():
        raise CannotOpenStore(url, "it belongs to some other program; name another one")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
