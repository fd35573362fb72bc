"""What people press. A button keeps no state here: its custom_id says which board it stood on."""

from __future__ import annotations

from random import Random
from typing import Any, cast

from bot.rendering import boards, challenges, custom_id, hints, notices, reviews
from bot.rendering.custom_id import CellPress, Verb, VerbPress
from bot.rendering.reply import Reply
from bot.replies import Interaction, answered, asked, show
from bot.storage import transactions
from bot.storage.store import Store
from bot.timers import Shows


class Buttons:
    """Every button of every message, however old."""

    def __init__(self, store: Store, rng: Random, shows: Shows) -> None:
        self._store = store
        self._rng = rng
        self._shows = shows

    @answered
    async def press(self, interaction: Interaction) -> Reply:
        """Do what the button says, if whoever pressed it may."""
        run, request = self._store.run, asked(interaction)
        data = cast("dict[str, Any]", interaction.data)
        match custom_id.read(data["custom_id"]):
            case CellPress(session_id, ply, cell):
                return boards.board(await run(transactions.press, request, session_id, ply, cell, self._rng))
            case VerbPress(Verb.RESIGN, session_id):
                return show(await run(transactions.resign, request, session_id))
            case VerbPress(Verb.HINT, session_id):
                return hints.hint(await run(transactions.hint, request, session_id))
            case VerbPress(Verb.NEXT, session_id, ply):
                return boards.board(await run(transactions.next_move, request, session_id, ply, self._rng))
            case VerbPress(Verb.PLAY_ON, session_id, ply):
                session = await run(transactions.next_move, request, session_id, ply, self._rng)
                self._shows.play_on(interaction, session)
                return boards.board(session)
            case VerbPress(Verb.REVIEW | Verb.EARLIER | Verb.LATER | Verb.MISTAKE, session_id, ply):
                return reviews.page(await run(transactions.review, request, session_id), ply)
            case VerbPress(Verb.ACCEPT, challenge_id):
                return boards.board(await run(transactions.accept, request, challenge_id, self._rng))
            case VerbPress(Verb.DECLINE, challenge_id):
                return challenges.challenge(await run(transactions.decline, request, challenge_id))
            case VerbPress(Verb.CANCEL, challenge_id):
                return challenges.challenge(await run(transactions.cancel, request, challenge_id))
        return notices.unknown_button()
