"""The only clock: what becomes due without anybody asking, and shows that play on.

A clock that stops harms nothing: what is due is judged at the next press as well, and a show that
stands still goes on at one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from random import Random
from typing import Any

import aiohttp
import discord
from discord.ext import tasks

from bot import replies
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
    """Looks once a minute for what is due."""

    def __init__(self, store: Store, client: discord.Client, now: Callable[[], float | None]) -> None:
        self._store = store
        self._client = client
        self._now = now  # seconds since 1970 by Discord's clock, once it is known

    def start(self) -> None:
        self._sweep.start()

    def stop(self) -> None:
        self._sweep.cancel()

    @tasks.loop(minutes=1)
    async def _sweep(self) -> None:
        """Close what nobody came back to, and remind those whose time is half up."""
        discords_time = self._now()
        if discords_time is None:
            return  # by a clock of our own that is wrong we could end what is not due
        now = int(discords_time)
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

    def __init__(self, store: Store, rng: Random, now: Callable[[], float]) -> None:
        self._store = store
        self._rng = rng
        self._now = now
        self._running: dict[int, tasks.Loop[Any]] = {}

    def play_on(self, press: Callback, session: Session) -> None:
        """Play a move a second until the game ends, on the message that answers `press`.

        A show that plays on already goes on from this press instead.
        """
        self._end(session.id)
        if session.ending:
            return
        clock = tasks.loop(seconds=1)(self._play_one)
        self._running[session.id] = clock
        clock.start(press, session.id)

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
        if clock := self._running.pop(session_id, None):
            clock.cancel()

    async def _advance(self, press: Callback, session_id: int) -> bool:
        """Whether there is more to play."""
        first_tick = self._running[session_id].current_loop == 0
        now = int(self._now())
        if first_tick or not press.redrawn:  # the answer to the press comes first
            return now < press.expires_at
        session = await self._store.run(transactions.play_on, session_id, now, self._rng)
        await replies.redraw(press, boards.board(session))
        return not session.ending
