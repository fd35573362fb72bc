"""Folders in memory, for the databases of tests: waiting for a disk took a third of the time.

What a killed process has written stays there, as on a disk; no test cuts the power.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir

_MEMORY = Path("/dev/shm")  # noqa: S108 - Linux keeps this folder in memory
_ENOUGH = 1 << 30  # bytes; a container often has much less


def place() -> Path:
    """Where new folders are in memory, or on a disk if there is not enough."""
    has_room = _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ENOUGH
    return _MEMORY if has_room else Path(gettempdir())


@contextmanager
def folder(prefix: str = "ttt-") -> Iterator[Path]:
    """A new folder, in memory if there is enough. It is deleted at the end of the block."""
    with TemporaryDirectory(prefix=prefix, dir=place()) as name:
        yield Path(name)
