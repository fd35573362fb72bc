"""What people tap. A button keeps no state here: its custom_id says which board it stood on."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from bot.rendering import boards, custom_id, notices
from bot.rendering.custom_id import CellPress, ResignPress
from bot.rendering.reply import Reply
from bot.replies import Interaction, answered, asked
from bot.storage import transactions
from bot.storage.store import Store


class Buttons:
    """Every button of every board, however old."""

    def __init__(self, store: Store, rng: Random) -> None:
        self._store = store
        self._rng = rng

    @answered
    async def press(self, interaction: Interaction) -> Reply:
        """Do what the button says, if whoever pressed it may."""
        data = cast("dict[str, Any]", interaction.data)
        match custom_id.read(data["custom_id"]):
            case CellPress(session_id, ply, cell):
                session = await self._store.run(
                    transactions.press, asked(interaction), session_id, ply, cell, self._rng
                )
            case ResignPress(session_id):
                session = await self._store.run(transactions.resign, asked(interaction), session_id)
            case None:
                return notices.unknown_button()
        return boards.board(session)
