"""/ttt cup."""

from random import Random

from discord import app_commands
from discord.app_commands import Range

from bot import cups
from bot.command_texts import say
from bot.game_option import GAMES, known_game
from bot.interactions import Command
from bot.rendering.reply import Reply
from bot.replies import Replies, answered
from bot.storage import cup_transactions
from bot.storage.store import Store

_TIME, _LONGEST_TIME = 2, 60  # minutes for a move
_JOINING, _LONGEST_JOINING = 10, 24 * 60  # minutes


class CupCommands(app_commands.Group):
    """The command that opens a cup."""

    def __init__(self, store: Store, rng: Random, replies: Replies) -> None:
        super().__init__(name="cups", description="part of /ttt")
        self._store = store
        self._rng = rng
        self.replies = replies

    @app_commands.command(description=say("Open a knock-out cup, or show the one in this channel"))
    @app_commands.describe(
        game=say("What to play"),
        time=say("Minutes per move (default: {minutes})", minutes=_TIME),
        joining=say("Minutes until the first round (default: {minutes})", minutes=_JOINING),
    )
    @app_commands.choices(game=GAMES)
    @answered
    async def cup(
        self,
        command: Command,
        game: str | None = None,
        time: Range[int, 1, _LONGEST_TIME] = _TIME,
        joining: Range[int, 1, _LONGEST_JOINING] = _JOINING,
    ) -> Reply:
        """Open a cup in this channel, or show the one that is live here."""
        return cups.shown(
            await self._store.run(
                cup_transactions.open_cup,
                command.request,
                known_game(game),
                time * 60,
                joining * 60,
                self._rng,
                may_open=command.interaction.permissions.manage_events,
            ),
        )
