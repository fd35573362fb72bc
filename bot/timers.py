"""The only clock: what becomes due without anybody asking.

Everything it does is judged at the next press as well, so that a clock that stops harms nothing.
"""

from __future__ import annotations

import logging
from random import Random
from typing import Any

import aiohttp
import discord
from discord.ext import tasks
from discord.utils import utcnow

from bot import replies
from bot.rendering import boards
from bot.replies import Interaction
from bot.sessions.session import Refusal, Session
from bot.storage import transactions
from bot.storage.errors import OutcomeUnknown, StoreUnavailable
from bot.storage.store import Store

_log = logging.getLogger(__name__)

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

    def __init__(self, store: Store) -> None:
        self._store = store

    def start(self) -> None:
        self._sweep.start()

    def stop(self) -> None:
        self._sweep.cancel()

    @tasks.loop(minutes=1)
    async def _sweep(self) -> None:
        """Close the challenges nobody answered in time."""
        try:
            lapsed = await self._store.run(transactions.lapse, int(utcnow().timestamp()))
        except (StoreUnavailable, OutcomeUnknown) as error:
            _log.warning("The sweep has to wait: %r", error)
        else:
            _log.debug("%d challenges lapsed", lapsed)


class Shows:
    """Games of the bot against itself that go on without anybody pressing a button.

    What drives one is the token of the press that asked for it, in memory alone: after a restart its
    message stands still until somebody presses again.
    """

    def __init__(self, store: Store, rng: Random) -> None:
        self._store = store
        self._rng = rng
        self._running: dict[int, tasks.Loop[Any]] = {}

    def play_on(self, interaction: Interaction, session: Session) -> None:
        """Play a move a second until the game ends, on the message that answers `interaction`."""
        if session.ending or session.id in self._running:
            return
        clock = tasks.loop(seconds=1)(self._play_one)
        self._running[session.id] = clock
        clock.start(interaction, session.id)

    def stop(self) -> None:
        """Let every show stand as it is."""
        for clock in self._running.values():
            clock.cancel()
        self._running.clear()

    async def _play_one(self, interaction: Interaction, session_id: int) -> None:
        goes_on = False
        try:
            goes_on = await self._advance(interaction, session_id)
        except _STANDS_STILL as error:
            _log.warning("The show of session %d stands still: %r", session_id, error)
        finally:
            if not goes_on and (clock := self._running.pop(session_id, None)):
                clock.stop()

    async def _advance(self, interaction: Interaction, session_id: int) -> bool:
        """Whether there is more to play."""
        first_tick = self._running[session_id].current_loop == 0
        if first_tick or not replies.is_answered(interaction):  # the answer to the press comes first
            return not interaction.is_expired()
        now = int(utcnow().timestamp())
        session = await self._store.run(transactions.play_on, session_id, now, self._rng)
        await replies.redraw(interaction, boards.board(session))
        return not session.ending
