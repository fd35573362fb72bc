"""Demo games: the bot plays itself, a move a second. If one stops, a press continues it."""

import logging
from functools import partial

from bot.interactions.interaction import App
from bot.interactions.reply_target import ReplyTarget
from bot.interactions.routines import EXPECTED, Routine
from bot.play import transactions
from bot.play.answers import demo_board

_logger = logging.getLogger(__name__)


class DemoGames:
    """Demo games that play on by themselves.

    The token of the press that started one is kept only in memory, so after a restart its message
    does not change until someone presses again.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._running: dict[int, Routine] = {}

    def play_on(self, to: ReplyTarget, session_id: int) -> None:
        """Play a move a second until the game ends, on the message that a press has redrawn.

        to  the press; if the game is already playing on, it continues from this one
        """
        self._end(session_id)
        moves = Routine(
            f"The demo game of session {session_id}",
            partial(self._play, to, session_id),
            every=1.0,
            clock=self._app.clock,
            waits_first=True,  # the answer to the press has already shown a move
        )
        self._running[session_id] = moves
        moves.start()

    def stop(self) -> None:
        """Stop all demo games where they are."""
        for session_id in list(self._running):
            self._end(session_id)

    def _end(self, session_id: int) -> None:
        if moves := self._running.pop(session_id, None):
            moves.stop()

    async def _play(self, to: ReplyTarget, session_id: int, now: int) -> None:
        """Play a move and show it. If that fails, the game stands still until someone presses."""
        try:
            session = await self._app.thinking.think_through(
                lambda thoughts: self._app.store.run(
                    transactions.play_on, session_id, now, self._app.rng, thoughts
                )
            )
            await self._app.replies.sender.redraw(to, await demo_board(self._app, session))
        except Exception as error:
            self._end(session_id)
            if not isinstance(error, EXPECTED):
                raise
            _logger.warning("The demo game of session %d stands still: %r", session_id, error)
            return
        if session.ending:
            self._end(session_id)
