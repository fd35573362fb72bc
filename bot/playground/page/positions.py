"""The position of the game in front of someone: what the newest board they see is about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bot.playground.messages import Component, Message, parts
from bot.rendering.custom_id import read, session_of
from bot.storage.session_rows import load_session
from bot.storage.store import Store


async def position(messages: Iterable[Message], now: int, store: Store) -> dict[str, Any] | None:
    """The position that the newest board among the messages shows, for a frame; None without a board."""
    for message in reversed(list(messages)):
        if session_id := _session_of(message.components):
            session = await store.run(load_session, session_id, now)
            if session:
                return {
                    "position": session.board.notation,
                    "moves": list(session.moves),
                    "first": session.first.value,
                    "game": session.game,
                }
    return None


def _session_of(components: Iterable[Component]) -> int | None:
    """The session that the buttons of a message name."""
    ids = (part["custom_id"] for part in parts(components) if "custom_id" in part)
    return next((found for found in map(session_of, map(read, ids)) if found), None)
