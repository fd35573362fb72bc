"""Posts the puzzle of the day in the channels of servers that want it."""

import asyncio
import logging

import discord

from bot.advice import puzzle_card as puzzles
from bot.advice import transactions as puzzle_transactions
from bot.advice.commands import of_the_day
from bot.advice.daily_puzzle import DailyPost
from bot.interactions import sending
from bot.interactions.interactions import App
from bot.interactions.thinking import NoTimeToThink
from bot.interactions.thoughts import Thoughts
from bot.messages import payload
from bot.messages.voice import voice_of
from engine.puzzles import Puzzle

_logger = logging.getLogger(__name__)

_AT_ONCE = 50  # posts sent at the same time
_REFUSALS = {403, 404}  # we may not, or the channel is gone


async def post_due(app: App, client: discord.Client, now: int) -> None:
    """Post the puzzle of the day where it is due. Raises StoreUnavailable or OutcomeUnknown."""
    while due := await app.store.run(puzzle_transactions.claim, now, _AT_ONCE, app.defaults):
        await asyncio.gather(*(_post(app, client, post) for post in due))
        now = int(app.clock.now())


async def _post(app: App, client: discord.Client, post: DailyPost) -> None:
    """Send a post that is ours. After an error it is due again, unless Discord refuses it for good."""

    async def todays(thoughts: Thoughts) -> Puzzle:
        return of_the_day(thoughts, post.game, post.day)

    try:
        puzzle = await app.thinking.thought_through(todays)
    except NoTimeToThink:
        _logger.info("Channel %d waits for its puzzle: the search takes too long", post.channel_id)
        return
    card = puzzles.daily_post(post.game, puzzle, post.day, voice_of(post.language))
    message = payload.message(card, app.replies.sender.appearance) | {
        "nonce": post.nonce,
        "enforce_nonce": True,
    }
    error = await sending.post(client, post.channel_id, message)
    is_refused = isinstance(error, discord.HTTPException) and error.status in _REFUSALS
    if error is None or is_refused:
        await app.store.run(puzzle_transactions.note_post, post, is_refused=is_refused)
