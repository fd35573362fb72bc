"""What runs by itself: a sweep for what is due, once a minute, and shows that play on.

If either stops, no game is harmed: deadlines are checked at every press too, and a press restarts a show.
"""

from __future__ import annotations

import logging
from random import Random
from typing import Any

import aiohttp
import discord
from discord.ext import tasks

from bot import replies
from bot.clock import DiscordClock
from bot.interactions import Callback
from bot.rendering import boards, reminders
from bot.sessions.session import Refusal, Session
from bot.storage import transactions, upkeep
from bot.storage.errors import OutcomeUnknown, StoreUnavailable
from bot.storage.store import Store

_log = logging.getLogger(__name__)

_REMINDERS = 50  # at most, in a sweep; whoever is left comes with the next

_STANDS_STILL = (
    StoreUnavailable,
    OutcomeUnknown,
    Refusal,
    discord.HTTPException,
    aiohttp.ClientError,
    OSError,
)


class Timers:
    """Looks for what is due when the bot has logged in, and every minute after that."""

    def __init__(self, store: Store, client: discord.Client, clock: DiscordClock) -> None:
        self._store = store
        self._client = client
        self._clock = clock

    def start(self) -> None:
        self._sweep.start()

    def stop(self) -> None:
        self._sweep.cancel()

    @tasks.loop(minutes=1)
    async def _sweep(self) -> None:
        """Close what nobody came back to, and remind those whose time is half up."""
        if not self._clock.is_set:
            return  # our own clock may be wrong, and would end what is not due
        now = int(self._clock.now())
        try:
            challenges, sessions = await self._store.run(upkeep.sweep, now)
            _log.debug("Closed %d challenges and %d sessions", challenges, sessions)
            for session in await self._store.run(upkeep.reminders, now, _REMINDERS):
                if session.deadline and now < session.deadline:
                    await replies.tell(self._client, session.channel_id, reminders.reminder(session))
        except (StoreUnavailable, OutcomeUnknown) as error:
            _log.warning("The sweep has to wait: %r", error)


class Shows:
    """Games of the bot against itself that go on without anybody pressing a button.

    What drives one is the token of the press that asked for it, in memory alone: after a restart its
    message stands still until somebody presses again.
    """

    def __init__(self, store: Store, rng: Random, clock: DiscordClock) -> None:
        self._store = store
        self._rng = rng
        self._clock = clock
        self._running: dict[int, tasks.Loop[Any]] = {}

    def play_on(self, press: Callback, session: Session) -> None:
        """Play a move a second until the game ends, on the message that answers `press`.

        A show that plays on already goes on from this press instead.
        """
        self._end(session.id)
        if session.ending:
            return
        show = tasks.loop(seconds=1)(self._play_one)
        self._running[session.id] = show
        show.start(press, session.id)

    def stop(self) -> None:
        """Let every show stand as it is."""
        for session_id in list(self._running):
            self._end(session_id)

    async def _play_one(self, press: Callback, session_id: int) -> None:
        try:
            goes_on = await self._advance(press, session_id)
        except _STANDS_STILL as error:
            _log.warning("The show of session %d stands still: %r", session_id, error)
            goes_on = False
        if not goes_on:
            self._end(session_id)

    def _end(self, session_id: int) -> None:
        if show := self._running.pop(session_id, None):
            show.cancel()

    async def _advance(self, press: Callback, session_id: int) -> bool:
        """Whether there is more to play."""
        first_tick = self._running[session_id].current_loop == 0
        now = int(self._clock.now())
        if first_tick or not press.redrawn:  # the answer to the press comes first
            return now < press.expires_at
        session = await self._store.run(transactions.play_on, session_id, now, self._rng)
        await replies.redraw(press, boards.board(session))
        return not session.ending
