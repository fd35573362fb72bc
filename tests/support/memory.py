"""Folders in memory, for the databases of tests: waiting for a disk took a third of the time.

What a killed process has written stays there, as on a disk; no test cuts the power.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

_MEMORY = Path("/dev/shm")  # noqa: S108 - Linux keeps this folder in memory
_ENOUGH = 1 << 30  # bytes; a container often has much less


@contextmanager
def folder(prefix: str = "ttt-") -> Iterator[Path]:
    """A new folder, in memory if there is enough. It is deleted at the end of the block."""
    has_room = _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > _ENOUGH
    with TemporaryDirectory(prefix=prefix, dir=_MEMORY if has_room else None) as name:
        yield Path(name)
