"""Keeps a second process away from a SQLite file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from filelock import FileLock, Timeout

from bot.storage.database.address import read_address
from bot.storage.errors import CannotOpenStore, NoFolder


@contextmanager
def sole_owner(url: str) -> Iterator[None]:
    """Hold a kernel lock on a file beside the database while the block runs.

    The kernel releases the lock when the process ends, however it ends; the empty file stays and means
    nothing. A database in memory or on a server needs no lock. Raises CannotOpenStore if another process
    holds it, and NoFolder.
    """
    database = read_address(url).file
    if database is None:
        yield
        return
    file = database.resolve()  # links to one file share one lock
    path = file.with_name(f"{file.name}.lock")
    if not path.parent.is_dir():
        raise NoFolder(url, path.parent)
    # A soft lock would outlive a killed process, so without a kernel lock we fail instead.
    lock = FileLock(path, timeout=0, fallback_to_soft=False)
    try:
        lock.acquire()
    except Timeout as error:
        raise CannotOpenStore(url, "another process of the bot is using it; stop that one first") from error
    except OSError as error:
        raise CannotOpenStore(url, f"its lock {path.name} cannot be taken ({error.strerror})") from error
    try:
        yield
    finally:
        lock.release()
