"""Copies a SQLite database while the bot is running."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from time import time

from bot.storage.database.address import read_address

NOTE = "backed up at"
"""The name of the note that says when, in seconds since 1970, UTC."""


class BackupFailed(Exception):
    """A backup is missing or not noted. The message is one sentence that says which, and why."""


def back_up(url: str, target: Path) -> None:
    """Copy the database at `url`, as it is at this moment, to the new file `target`.

    The file gets its name only when it is complete and checked. The database notes when that was, by the
    clock of this machine. Raises BackupFailed. If only the note fails, the copy is kept.
    """
    address = read_address(url)
    if address.is_server:
        raise BackupFailed("That database is on a server: pg_dump copies it, as docs/operating.md says.")
    source = address.file
    if not source or not source.is_file():
        raise BackupFailed(f"There is no database {address.shown} to back up.")
    if target.exists():
        raise BackupFailed(f"{target} exists already; name a new file.")
    unfinished = target.with_name(f"{target.name}.unfinished")
    try:
        unfinished.unlink(missing_ok=True)
        with closing(sqlite3.connect(source)) as original:
            original.execute("VACUUM INTO ?", (str(unfinished),))
        with closing(sqlite3.connect(unfinished)) as copy:
            [[verdict]] = copy.execute("PRAGMA integrity_check(1)")
        if verdict != "ok":
            raise BackupFailed(f"The database is damaged: {verdict}. Keep your last backup.")
        unfinished.rename(target)
    except (sqlite3.Error, OSError) as error:
        raise BackupFailed(f"{source} cannot be backed up to {target}: {error}.") from error
    finally:
        unfinished.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(source)) as original, original:
            original.execute(
                "INSERT OR REPLACE INTO notes (name, value) VALUES (?, ?)", (NOTE, f"{time():.0f}")
            )
    except sqlite3.Error as error:
        raise BackupFailed(f"All games are in {target}, but {source} cannot note that: {error}.") from error
