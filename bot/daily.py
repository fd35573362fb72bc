"""Posts the puzzle of the day in the channels of servers that want it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import discord

from bot import sending
from bot.advice_commands import of_the_day
from bot.clock import DiscordClock
from bot.rendering import daily, payload
from bot.rendering.looks import Look
from bot.rendering.voice import voice_of
from bot.routines import Routine
from bot.sessions.daily_puzzle import DailyPost
from bot.sessions.refusals import NoTimeToThink
from bot.sessions.settings import DEFAULTS, ServerSettings
from bot.sessions.thoughts import Thoughts
from bot.storage import puzzle_transactions
from bot.storage.store import Store
from bot.thinking import Thinking
from engine.puzzles import Puzzle

_logger = logging.getLogger(__name__)

_AT_ONCE = 50  # posts sent at the same time
_REFUSALS = {403, 404}  # we may not, or the channel is gone


class DailyPuzzles:
    """Posts the puzzle of the day where it is due, looking every minute."""

    def __init__(
        self,
        store: Store,
        client: discord.Client,
        thinking: Thinking,
        clock: DiscordClock,
        look: Callable[[], Look],
        defaults: ServerSettings = DEFAULTS,
    ) -> None:
        """Make one that has not started.

        look      says what boards are drawn with now
        defaults  the settings of servers that have changed none
        """
        self._store = store
        self._client = client
        self._thinking = thinking
        self._look = look
        self._defaults = defaults
        self.routines = (Routine("The puzzle of the day", 60.0, self.post_all, clock=clock),)

    async def post_all(self, now: int) -> None:
        """Post what is due. Raises StoreUnavailable or OutcomeUnknown."""
        while due := await self._store.run(puzzle_transactions.claim, now, _AT_ONCE, self._defaults):
            await asyncio.gather(*(self._post(post) for post in due))

    async def _post(self, post: DailyPost) -> None:
        """Send a post that is ours. After an error it is due again, unless Discord refuses it for good."""

        async def todays(thoughts: Thoughts) -> Puzzle:
            return of_the_day(thoughts, post.game, post.day)

        try:
            puzzle = await self._thinking.thought_through(todays)
        except NoTimeToThink:
            _logger.info("Channel %d waits for its puzzle: the search takes too long", post.channel_id)
            return
        card = daily.post(post.game, puzzle, post.day, voice_of(post.language))
        message = payload.message(card, self._look()) | {"nonce": post.nonce, "enforce_nonce": True}
        error = await sending.post(self._client, post.channel_id, message)
        if error is None:
            await self._store.run(puzzle_transactions.posted, post)
        elif isinstance(error, discord.HTTPException) and error.status in _REFUSALS:
            await self._store.run(puzzle_transactions.refused, post)
