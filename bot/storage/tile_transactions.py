"""What can be asked of the store about tiles: which emoji they are, and whose turn it is to upload them."""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection, delete, insert, select

from bot.storage.database.row_locks import Lock, lock
from bot.storage.tables import tiles
from bot.storage.upkeep import read_note, write_note

_CLAIM = 300  # seconds that a process has for the next tile before another one may take over


def emoji_ids(connection: Connection, application_id: int) -> Mapping[str, int]:
    """The ids of an application's tiles, by the names of the emoji; those of other versions too."""
    known = select(tiles.c.name, tiles.c.emoji_id).where(tiles.c.application_id == application_id)
    return dict(connection.execute(known).all())


def keep_emoji_ids(connection: Connection, application_id: int, ids: Mapping[str, int]) -> None:
    """Keep the ids of these emoji in place of what stood there; all others stay as they are."""
    lock(connection, Lock.TILES)
    ours = tiles.c.application_id == application_id
    connection.execute(delete(tiles).where(ours, tiles.c.name.in_(ids)))
    rows = [{"application_id": application_id, "name": name, "emoji_id": id_} for name, id_ in ids.items()]
    if rows:
        connection.execute(insert(tiles), rows)


def claim_upload(connection: Connection, application_id: int, process: str, now: int) -> bool:
    """Whether this process may upload the next tile: nobody else has claimed that in the last minutes."""
    lock(connection, Lock.TILES)
    until, holder = _claim(connection, application_id)
    if holder != process and now < until:
        return False
    write_note(connection, _note(application_id), f"{now + _CLAIM} {process}")
    return True


def end_upload(connection: Connection, application_id: int, process: str) -> None:
    """Let others upload at once, if this process had the claim."""
    lock(connection, Lock.TILES)
    if _claim(connection, application_id)[1] == process:
        write_note(connection, _note(application_id), f"0 {process}")


def _claim(connection: Connection, application_id: int) -> tuple[int, str]:
    """Until when the upload is claimed, and by which process."""
    until, _, process = (read_note(connection, _note(application_id)) or "0 nobody").partition(" ")
    return int(until), process


def _note(application_id: int) -> str:
    return f"upload of tiles to application {application_id}"
