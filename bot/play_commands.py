"""/ttt move, board, resign, hint, draw and claim."""

from collections.abc import Callable
from functools import partial
from random import Random

from discord import app_commands
from discord.app_commands import Choice, Range

from bot.command_texts import say
from bot.interactions import Command
from bot.readers import as_read, as_they_read, as_they_see_boards
from bot.rendering import hints, spoken
from bot.rendering.boards import given_up, shown
from bot.rendering.reply import Reply
from bot.replies import Replies, answered, completed
from bot.sessions.challenge import Challenge
from bot.sessions.session import Session
from bot.sessions.thoughts import Thoughts
from bot.storage import record_rows, transactions
from bot.storage.store import Store
from bot.thinking import Thinking
from engine.games import GAMES
from engine.numbers import number_of

_LARGEST_NUMBER = max(number_of(rules.cells[-1], rules) for rules in GAMES.values())  # of a cell


@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
@app_commands.allowed_installs(guilds=True, users=True)
class PlayCommands(app_commands.Group):
    """The commands for playing a game."""

    def __init__(self, store: Store, rng: Random, thinking: Thinking, replies: Replies) -> None:
        super().__init__(name="plays", description="part of /ttt")
        self._store = store
        self._rng = rng
        self._thinking = thinking
        self.replies = replies

    @app_commands.command(description=say("Make your move"))
    @app_commands.describe(cell=say("The number of a free cell"))
    @answered
    async def move(self, command: Command, cell: Range[int, 1, _LARGEST_NUMBER]) -> Reply:
        """Play a cell in your session here, and show the board at the bottom of the channel."""
        run, request = self._store.run, command.request
        to = await as_they_see_boards(self._store, command.to, request.user_id)
        session = await self._thinking.thought_through(
            lambda thoughts: run(transactions.move, request, cell, self._rng, thoughts)
        )
        return as_read(to, shown(session))

    @move.autocomplete("cell")
    @completed
    async def offer_free_cells(self, command: Command, typed: str) -> list[Choice[int]]:
        """The free cells of your game here that begin with the typed digits."""
        session = await self._store.run(transactions.own_session, command.request)
        return [
            Choice(name=str(number), value=number)
            for number in (number_of(cell, session.rules) for cell in session.board.free_cells)
            if str(number).startswith(typed)
        ]

    @app_commands.command(description=say("Bring your game to the bottom of the channel"))
    @app_commands.describe(text=say("In words, for screen readers (only you see it)"))
    @answered
    async def board(self, command: Command, *, text: bool = False) -> Reply:
        """Show your session in this channel again."""
        if text:
            run, user_id = self._store.run, command.request.user_id
            session = await run(transactions.own_session, command.request)
            has_more = await run(record_rows.wants_text_first, user_id)
            return spoken.board(session, user_id, command.to.voice, offers_more=not has_more)
        return await self._show(command, transactions.board)

    @app_commands.command(description=say("Give up your game, or cancel your challenge"))
    @answered
    async def resign(self, command: Command) -> Reply:
        """Resign your session in this channel, or cancel your challenge."""
        to = await as_they_see_boards(self._store, command.to, command.request.user_id)
        return as_read(to, given_up(*await self._store.run(transactions.give_up, command.request)))

    @app_commands.command(description=say("See your best move (only you see it; not against a friend)"))
    @answered
    async def hint(self, command: Command) -> Reply:
        """Give you a hint in your session here, which then counts as assisted."""
        return await self._thinking.thought_through(partial(self._hint, command))

    async def _hint(self, command: Command, thoughts: Thoughts) -> Reply:
        to = await as_they_read(self._store, command.to, command.request.user_id)
        session = await self._store.run(transactions.hint, command.request, None, thoughts)
        return as_read(to, hints.hint(session, thoughts.analysis(session.board), to.voice))

    @app_commands.command(description=say("Offer a draw, or accept your opponent's"))
    @answered
    async def draw(self, command: Command) -> Reply:
        """Offer your opponent in this channel a draw, or accept theirs."""
        return await self._show(command, transactions.draw)

    @app_commands.command(description=say("Claim the win when your opponent's time is up"))
    @answered
    async def claim(self, command: Command) -> Reply:
        """Claim the win in your session here because your opponent's time is up."""
        return await self._show(command, transactions.claim)

    async def _show(self, command: Command, transaction: Callable[..., Session | Challenge]) -> Reply:
        to = await as_they_see_boards(self._store, command.to, command.request.user_id)
        return as_read(to, shown(await self._store.run(transaction, command.request)))
