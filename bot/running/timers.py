"""What runs by itself for players: the sweep, reminders and cups to the second, the daily puzzle.

If one of them stops, no game is harmed: each press checks deadlines too.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any

from bot.advice import puzzle_card
from bot.advice import transactions as advice_transactions
from bot.advice.commands import of_the_day
from bot.advice.daily_puzzle import DailyPost
from bot.challenges import commands as challenge_commands
from bot.cups import commands as cup_commands
from bot.cups import rows as cup_rows
from bot.interactions.earlier_messages import StandingPost
from bot.interactions.interaction import App
from bot.interactions.refused_by_discord import NEVER, meaning
from bot.interactions.routines import QUIET, Routine, ToSend
from bot.interactions.thinking import NoTimeToThink
from bot.messages.texts import voice_of
from bot.play.card import reminder
from bot.play.session import Session
from bot.running import transactions as upkeep

_logger = logging.getLogger(__name__)

_AT_ONCE = 50  # messages sent at the same time; Discord allows as many requests a second
_NEXT_LOOK = 1.0  # seconds between two looks while something is due
# Seconds after an interaction. A clock gives a minute or more, so what it adds is due later.
_SOON = 20.0
_A_MINUTE = 60.0
_AN_HOUR = 3600.0


class Timers:
    """Sweeps, reminds, advances cups and posts puzzles when they are due, from the login on.

    What is due for players waits for the first sweep, which makes up for the time the bot was down.
    """

    def __init__(self, app: App) -> None:
        """Make them, not started."""
        self._app = app
        self._sender = app.replies.sender
        # Messages under way, and their channels.
        self._sending: dict[asyncio.Task[object], int] = {}
        self._standstill = upkeep.STANDSTILL_AT_START
        self._sweeping = Routine(
            "The sweep",
            self.sweep,
            every=QUIET,
            soon=_A_MINUTE,
            again=_NEXT_LOOK,  # a game must not end by the time in which the bot was down
            clock=app.clock,
        )
        self._due = Routine(
            "What is due for players",
            # Cups come first, so that nobody is told to claim a win they have.
            self._advance_cups,
            self.remind,
            self._redraw_lapsed,
            every=QUIET,
            soon=_SOON,
            clock=app.clock,
        )
        self.daily_puzzle = Routine(
            "The puzzle of the day",
            self.post_puzzles,
            every=_AN_HOUR,
            soon=_A_MINUTE,
            clock=app.clock,
        )

    def start(self) -> None:
        """Start sweeping and posting. The first sweep starts the rest."""
        self._sweeping.start()
        self.daily_puzzle.start()

    def hurry(self) -> None:
        """Somebody uses the bot: what that adds may be due soon."""
        self._sweeping.hurry()
        self._due.hurry()
        self.daily_puzzle.hurry()

    def stop(self) -> None:
        """Stop sweeping, looking and sending."""
        self._sweeping.stop()
        self._due.stop()
        self.daily_puzzle.stop()
        for message in self._sending:
            message.cancel()

    async def sweep(self, now: int) -> None:
        """Close abandoned sessions and lapsed challenges."""
        closed = await self._app.store.run(upkeep.sweep, now, self._standstill)
        self._standstill = upkeep.STANDSTILL
        _logger.debug("Closed %d challenges and %d sessions", *closed)
        self._due.start()

    async def remind(self, now: int) -> float | None:
        """Remind players whose time is half gone, and tell those who may now claim a win."""
        return await self._if_due(upkeep.next_reminder, self._send_reminders, now)

    async def _send_reminders(self, now: int) -> None:
        """Send the most urgent reminders.

        A channel gets one post at a time. discord.py would line up more of them behind Discord's
        rate limit, where an urgent one would have to wait and be given up.
        """
        free = _AT_ONCE - len(self._sending)  # below 0 if there was much news of cups
        if free <= 0:
            return
        busy = frozenset(self._sending.values())
        for session in await self._app.store.run(upkeep.reminders, now, free, busy):
            self._send(session.channel_id, self._remind(session))

    async def _remind(self, session: Session) -> None:
        """Post a reminder. It holds until its player has moved, or the game ends."""
        post = reminder(session, voice_of(session.language))
        message_id = await self._sender.post(session.channel_id, post)
        if isinstance(message_id, int):
            standing = StandingPost(session, session.channel_id, message_id)
            self._app.replies.earlier.remember_post(standing)

    async def _advance_cups(self, now: int) -> float | None:
        """Go on with cups in which something is due."""
        advance = partial(self._send_all, cup_commands.advance_due)
        return await self._if_due(cup_rows.next_due, advance, now)

    async def _redraw_lapsed(self, now: int) -> float | None:
        """Show, on the messages of lapsed challenges, that they have lapsed."""
        await self._send_all(challenge_commands.redraw_lapsed, now)
        next_lapse = self._app.replies.earlier.next_lapse
        if next_lapse is None:
            return None
        return self._seconds_until(next_lapse)

    async def post_puzzles(self, now: int) -> float | None:
        """Post the puzzle of the day in the channels of servers that want it, where it is due."""
        return await self._if_due(advice_transactions.next_post, self._post_due_puzzles, now)

    async def _post_due_puzzles(self, now: int) -> None:
        while due := await self._app.store.run(
            advice_transactions.claim, now, _AT_ONCE, self._app.defaults
        ):
            await asyncio.gather(*map(self._post_puzzle, due))
            now = int(self._app.clock.now())

    async def _post_puzzle(self, post: DailyPost) -> None:
        """Send a post of ours. After an error it is due again, unless Discord refuses for good."""
        try:
            puzzle = await self._app.thinking.answer_to(of_the_day(post.game, post.day))
        except NoTimeToThink:
            _logger.info(
                "Channel %d waits for its puzzle: the search takes too long", post.channel_id
            )
            return
        card = puzzle_card.daily_post(post.game, puzzle, post.day, voice_of(post.language))
        sent = await self._sender.post(post.channel_id, card, nonce=post.nonce)
        is_refused = isinstance(sent, Exception) and meaning(sent) in NEVER
        if is_refused or not isinstance(sent, Exception):
            await self._app.store.run(advice_transactions.record_post, post, is_refused=is_refused)

    async def _if_due(
        self,
        next_due: Callable[[Any], int | None],
        do: Callable[[int], Awaitable[None]],
        now: int,
    ) -> float | None:
        """Do something if it is due. Returns in how many seconds to look again; None if unknown.

        next_due  the transaction that says when it is, in seconds since 1970, UTC
        """
        due_at = await self._app.store.run(next_due)
        if due_at is None:
            return None
        if due_at <= now:
            await do(now)
            # It may have left some, as when too many are due at once. Another look tells when the
            # next is due.
            return _NEXT_LOOK
        return self._seconds_until(due_at)

    def _seconds_until(self, time: int) -> float:
        """Seconds until Discord's clock shows this time; at least until the next look."""
        return max(time - self._app.clock.now(), _NEXT_LOOK)

    async def _send_all(self, due: Callable[[App, int], ToSend], now: int) -> None:
        """Send what is due in a room."""
        async for channel_id, message in due(self._app, now):
            self._send(channel_id, message)

    def _send(self, channel_id: int, message: Coroutine[Any, Any, object]) -> None:
        """Send a message in a task, so that no other waits if it hangs."""
        sending = asyncio.create_task(message)
        self._sending[sending] = channel_id
        sending.add_done_callback(self._sending.pop)
