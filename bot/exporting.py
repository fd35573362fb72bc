"""Hands a person a file with everything that is kept about them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from bot.rendering import exports, people
from bot.rendering.reply import Notice
from bot.rendering.voice import Voice
from bot.sessions.seats import UserId
from bot.storage import personal_data
from bot.storage.store import AT_ONCE, Store

_READING = 1.0  # seconds; the last read may take the store two more, and Discord waits for three
_MOST = 5_000  # games in a file, which is then about 2 MB; Discord takes 10 MB


async def export(store: Store, user_id: UserId, after: int, voice: Voice) -> Notice:
    """The file with a person's games, or a part of it, with a button for the next part.

    after  the id of the last game in the part before; 0 for the first part, which has all other data too
    """
    now = asyncio.get_running_loop().time
    deadline = now() + _READING
    facts = [] if after else await store.run(personal_data.facts, user_id)
    games: list[Mapping[str, Any]] = []
    next_part: int | None = after
    while next_part is not None and len(games) < _MOST and now() < deadline:
        read = await store.run(personal_data.games, user_id, next_part)
        games += read
        next_part = read[-1]["id"] if len(read) == AT_ONCE else None
    file = await asyncio.to_thread(exports.export, user_id, facts, games)
    return people.export(file, next_part, voice)
