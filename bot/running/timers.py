"""What runs by itself for players: the sweep, cups, reminders, lapsed challenges, daily puzzles.

If it stops, no game is harmed: each press checks deadlines too.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial

from bot.advice import puzzle_commands
from bot.challenges import commands as challenge_commands
from bot.cups import commands as cup_commands
from bot.interactions.app import App
from bot.interactions.routines import Routine, ToSend, attempt
from bot.messages.texts import voice_of
from bot.play.answers import on_its_message
from bot.play.posts import reminder
from bot.play.session import Session
from bot.running import transactions as upkeep

_logger = logging.getLogger(__name__)

EVERY = 5.0  # seconds between two looks for what is due
# Seconds after which the clock ends something by itself: an answer in time may still be on its way,
# and this machine's clock be ahead of Discord's.
LATE = 10
_AT_ONCE = 100  # reminders in one look; Discord takes as many posts in two seconds


class Timers:
    """Looks for what is due every few seconds, from the login on, and sends it.

    What is due for players waits for the first sweep, which makes up for the time the bot was down.
    """

    def __init__(self, app: App) -> None:
        """Make them, not started."""
        self._app = app
        self._sending: set[asyncio.Task[object]] = set()  # messages under way
        self._sweeping = Routine("The sweep", self.sweep, every=EVERY, clock=app.clock)
        self.due = Routine(
            "What is due for players",
            partial(self._send_all, cup_commands.advance_due, late=LATE),
            partial(self._send_all, remind_due),
            partial(self._send_all, challenge_commands.redraw_lapsed, late=LATE),
            partial(self._send_all, puzzle_commands.post_due),
            every=EVERY,
            clock=app.clock,
        )

    def start(self) -> None:
        """Start sweeping. The first sweep starts the rest."""
        self._sweeping.start()

    def stop(self) -> None:
        """Stop sweeping, looking and sending."""
        self._sweeping.stop()
        self.due.stop()
        for message in self._sending:
            message.cancel()

    async def sweep(self, now: int) -> None:
        """Close abandoned sessions and lapsed challenges."""
        swept = await self._app.store.run(upkeep.sweep, now - LATE)
        _logger.debug("Closed %d challenges and %d sessions", swept.challenges, swept.sessions)
        self.due.start()

    async def _send_all(
        self, due: Callable[[App, int], ToSend], now: int, *, late: int = 0
    ) -> None:
        """Send what was due in a room so many seconds ago."""
        async for message in due(self._app, now - late):
            # In a task of its own, so that no other message waits if it hangs.
            sending = asyncio.create_task(attempt("A message that was due", message))
            self._sending.add(sending)
            sending.add_done_callback(self._sending.discard)


async def remind_due(app: App, now: int) -> ToSend:
    """Yield what reminds players whose time is half gone, and tells those who may claim a win."""
    for session in await app.store.run(upkeep.reminders, now, _AT_ONCE):
        yield _remind(app, session)


async def _remind(app: App, session: Session) -> None:
    """Post a reminder. It holds until its player has moved, or the game ends."""
    session = on_its_message(app, session)
    post = reminder(session, voice_of(session.language))
    message_id = await app.sender.post(session.channel_id, post)
    if isinstance(message_id, int):
        app.views.add_post(session, message_id)
