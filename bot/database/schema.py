"""Makes the tables of a new database, and brings those of an older version up to date."""

import logging
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    insert,
    inspect,
    select,
)

from bot.database.errors import CannotOpenStore, WrongDatabase
from bot.database.tables import metadata

_logger = logging.getLogger(__name__)

_MIGRATIONS = Path(__file__).parent / "migrations"

# Alembic's own, as it would make it: one row, the last migration.
_VERSIONS = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)


def newest() -> str:
    """The number of the schema that this version of the bot knows: that of its last migration."""
    return _migrations()[-1]


def bring_up_to_date(connection: Connection, url: str) -> None:
    """Make the tables of a new database, or run the missing migrations, in its transaction.

    Raises WrongDatabase if the database is not ours, or if a newer version or one that was never
    released wrote it.
    """
    version = _version(connection)
    _must_be_known(version, url)
    if version == newest():
        return
    if version is None:
        if inspect(connection).get_table_names():
            raise WrongDatabase(url, "it belongs to some other program; name another one")
        metadata.create_all(connection)
        _VERSIONS.create(connection)
        connection.execute(insert(_VERSIONS).values(version_num=newest()))
        return
    from alembic import command  # noqa: PLC0415 - slow to import, and rarely needed
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    folder = str(_MIGRATIONS).replace("%", "%%")  # a single % would interpolate
    config.set_main_option("script_location", folder)
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    _logger.info("Updated the tables from schema %s to %s", version, newest())


def must_be_up_to_date(connection: Connection, url: str) -> None:
    """Raises CannotOpenStore if another version of the bot wrote the database, or none has yet."""
    version = _version(connection)
    _must_be_known(version, url)
    if not version:
        raise CannotOpenStore(url, "it has no tables of the bot yet; start the bot first")
    if version != newest():
        wrote = f"an older version of the bot wrote it (schema {version}; this one has {newest()})"
        raise CannotOpenStore(url, f"{wrote}; start the bot of this version first")


def _must_be_known(version: str | None, url: str) -> None:
    numbers = _migrations()
    if version and version < numbers[0]:
        wrote = f"a version of the bot that was never released wrote it (schema {version})"
        raise WrongDatabase(url, f"{wrote}; name a new file or an empty database in DATABASE_URL")
    if version and version not in numbers:
        wrote = (
            f"a newer version of the bot wrote it (schema {version}; this one knows {numbers[-1]})"
        )
        advice = "run that one, or restore the backup from before the upgrade"
        raise WrongDatabase(url, f"{wrote}; {advice}")


def _migrations() -> Sequence[str]:
    """The numbers of our migrations in order: the name of each file begins with its own."""
    files = (_MIGRATIONS / "versions").glob("[0-9]*.py")
    return sorted(file.name.partition("_")[0] for file in files)


def _version(connection: Connection) -> str | None:
    """The number of the last migration that was run on a database; None if none was."""
    if not inspect(connection).has_table(_VERSIONS.name):
        return None
    version: str | None = connection.scalar(select(_VERSIONS.c.version_num))
    return version
