"""What runs by itself for players: a sweep a minute, reminders to the second, the daily puzzle.

If one of them stops, no game is harmed: each press checks deadlines too.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from math import inf
from typing import Any

import discord

from bot.advice import puzzle_card
from bot.advice import transactions as advice_transactions
from bot.advice.commands import of_the_day
from bot.advice.daily_puzzle import DailyPost
from bot.challenges import commands as challenge_commands
from bot.cups import commands as cup_commands
from bot.interactions.earlier_messages import StandingPost
from bot.interactions.interaction import App
from bot.interactions.routines import Routine, ToSend
from bot.interactions.thinking import NoTimeToThink
from bot.messages.texts import voice_of
from bot.play.card import reminder
from bot.play.session import Session
from bot.running import transactions as upkeep

_logger = logging.getLogger(__name__)

_AT_ONCE = 50  # messages sent at the same time; Discord allows as many requests a second
_REFUSALS = {403, 404}  # of a post: we may not, or the channel is gone
_SOON = 1.0  # seconds between two looks for reminders while some are due
_LATEST = 20.0  # seconds between them when none is


class Timers:
    """Sweeps and posts puzzles at login and every minute after that, and reminds to the second.

    Reminders start a second after the first sweep, which makes up for the time the bot was down. If
    looking for reminders fails, the next try comes after the next sweep.
    """

    def __init__(self, app: App) -> None:
        """Make them; the sweep and the puzzle of the day have not started."""
        self._app = app
        self._sender = app.replies.sender
        # Messages under way, and their channels.
        self._sending: dict[asyncio.Task[object], int] = {}
        # The first sweep gives games the time back in which the bot was down, so it is urgent.
        self.sweeping = Routine("The sweep", 60.0, self.sweep, clock=app.clock, again=_SOON)
        self.daily_puzzle = Routine(
            "The puzzle of the day", 60.0, self.post_puzzles, clock=app.clock
        )
        self._reminding = Routine(
            "The look for reminders",
            _SOON,
            # Cups come first, so that nobody is told to claim a win they have.
            partial(self._send_all, cup_commands.advance_due),
            self.remind,
            partial(self._send_all, challenge_commands.redraw_lapsed),
            clock=app.clock,
            waits_first=True,
        )

    def stop(self) -> None:
        """Stop sweeping, looking and sending."""
        self.sweeping.stop()
        self._reminding.stop()
        for message in self._sending:
            message.cancel()

    async def sweep(self, now: int) -> None:
        """Close abandoned sessions and lapsed challenges, and delete what is no longer needed."""
        closed = await self._app.store.run(upkeep.sweep, now)
        _logger.debug("Closed %d challenges and %d sessions", *closed)
        self._reminding.start()
        while await self._app.store.run(upkeep.forget, now):
            pass

    async def remind(self, now: int) -> float:
        """Remind players whose time is half gone, and tell those who may now claim a win.

        A channel gets one post at a time. discord.py would line up more of them behind Discord's
        rate limit, where an urgent one would have to wait and be given up. A clock gives a minute
        or more, so no move adds a reminder that is due within the longest wait.
        """
        free = _AT_ONCE - len(self._sending)  # below 0 if there was much news of cups
        if free <= 0:
            return _SOON
        try:
            busy = frozenset(self._sending.values())
            for session in await self._app.store.run(upkeep.reminders, now, free, busy):
                self._send(session.channel_id, self._remind(session))
            next_due = await self._app.store.run(upkeep.next_reminder) or inf
        except Exception:
            self._reminding.stop()  # until the next sweep
            raise
        return min(max(next_due - self._app.clock.now(), _SOON), _LATEST)

    async def _remind(self, session: Session) -> None:
        """Post a reminder. It holds until its player has moved, or the game ends."""
        told = reminder(session, voice_of(session.language))
        sent = await self._sender.post(session.channel_id, told)
        if isinstance(sent, int):
            standing = StandingPost(session, session.channel_id, sent)
            self._app.replies.earlier.remember_post(standing)

    async def post_puzzles(self, now: int) -> None:
        """Post the puzzle of the day in the channels of servers that want it, where it is due."""
        while due := await self._app.store.run(
            advice_transactions.claim, now, _AT_ONCE, self._app.defaults
        ):
            await asyncio.gather(*map(self._post_puzzle, due))
            now = int(self._app.clock.now())

    async def _post_puzzle(self, post: DailyPost) -> None:
        """Send a post of ours. After an error it is due again, unless Discord refuses for good."""
        try:
            puzzle = await self._app.thinking.answer(of_the_day(post.game, post.day))
        except NoTimeToThink:
            _logger.info(
                "Channel %d waits for its puzzle: the search takes too long", post.channel_id
            )
            return
        card = puzzle_card.daily_post(post.game, puzzle, post.day, voice_of(post.language))
        sent = await self._sender.post(post.channel_id, card, nonce=post.nonce, enforce_nonce=True)
        is_refused = isinstance(sent, discord.HTTPException) and sent.status in _REFUSALS
        if is_refused or not isinstance(sent, Exception):
            await self._app.store.run(advice_transactions.note_post, post, is_refused=is_refused)

    async def _send_all(self, due: Callable[[App, int], ToSend], now: int) -> None:
        """Send what is due in a room."""
        async for channel_id, message in due(self._app, now):
            self._send(channel_id, message)

    def _send(self, channel_id: int, message: Coroutine[Any, Any, object]) -> None:
        """Send a message in a task, so that no other waits if it hangs."""
        sending = asyncio.create_task(message)
        self._sending[sending] = channel_id
        sending.add_done_callback(self._sending.pop)
