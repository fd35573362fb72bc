"""One process to one SQLite file; a PostgreSQL server may be shared."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from filelock import FileLock, Timeout

from bot.storage.database.address import read_address
from bot.storage.errors import CannotOpenStore


@contextmanager
def sole_owner(url: str) -> Iterator[None]:
    """Hold the kernel's lock on the file beside the database, for as long as the block runs.

    The lock goes with the process, however it ends; the empty file stays and means nothing. A
    database in memory or on a server needs none. Raises CannotOpenStore while another process holds
    the lock.
    """
    database = read_address(url).file
    if database is None:
        yield
        return
    file = database.resolve()  # one file has one owner, whatever links lead to it
    path = file.with_name(f"{file.name}.lock")
    if not path.parent.is_dir():
        raise CannotOpenStore(url, "its folder does not exist; create that first")
    # A soft lock would outlive a killed process, so where the kernel has none we say so instead.
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
