"""/ttt start, move, board and resign."""

from random import Random

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.rendering import boards
from bot.rendering.catalogue import say
from bot.rendering.reply import Reply
from bot.replies import Interaction, answered, asked, completed
from bot.sessions.seats import FirstChoice, MarkChoice, Terms
from bot.storage import transactions
from bot.storage.store import Store
from engine.opponents import LEVELS


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
@app_commands.allowed_installs(guilds=True, users=True)
class PlayCommands(app_commands.Group):
    """Everything it takes to play a game."""

    def __init__(self, store: Store, rng: Random) -> None:
        super().__init__(name="ttt", description=say("Play tic-tac-toe"))
        self._store = store
        self._rng = rng

    @app_commands.command(description=say("Start a game against the bot"))
    @app_commands.describe(
        level=say("How well the bot plays (easy unless you say so)"),
        mark=say("Your mark (X unless you say so)"),
        first=say("Who begins (you unless you say so)"),
    )
    @app_commands.choices(level=[Choice(name=level, value=level) for level in LEVELS])
    @answered
    async def start(
        self,
        interaction: Interaction,
        level: str = Terms.level,
        mark: MarkChoice = Terms.mark,
        first: FirstChoice = Terms.first,
    ) -> Reply:
        """Begin a session against the bot in this channel."""
        session = await self._store.run(
            transactions.start, asked(interaction), Terms(level, mark, first), self._rng
        )
        return boards.board(session)

    @app_commands.command(description=say("Play a cell in your game here"))
    @app_commands.describe(cell=say("1 is top left, 9 is bottom right"))
    @answered
    async def move(self, interaction: Interaction, cell: Range[int, 1, 9]) -> Reply:
        """Play in your session in this channel, and show the board at its bottom."""
        session = await self._store.run(transactions.move, asked(interaction), cell, self._rng)
        return boards.board(session)

    @move.autocomplete("cell")
    @completed
    async def offer_free_cells(self, interaction: Interaction, typed: str) -> list[Choice[int]]:
        """The free cells of your game here that begin as typed."""
        session = await self._store.run(transactions.board, asked(interaction))
        return [
            Choice(name=str(cell), value=cell)
            for cell in session.board.free_cells
            if str(cell).startswith(typed)
        ]

    @app_commands.command(description=say("Show your game at the bottom of the channel"))
    @answered
    async def board(self, interaction: Interaction) -> Reply:
        """Show your session in this channel again."""
        return boards.board(await self._store.run(transactions.board, asked(interaction)))

    @app_commands.command(description=say("Give up your game here"))
    @answered
    async def resign(self, interaction: Interaction) -> Reply:
        """End your session in this channel as lost."""
        return boards.board(await self._store.run(transactions.resign, asked(interaction)))
