"""/ttt stats, top, review, puzzle and privacy."""

from typing import Literal

from discord import Member, User, app_commands

from bot import puzzling
from bot.command_texts import say
from bot.game_option import GAMES, known_game
from bot.interactions import Command
from bot.readers import as_read, as_they_read
from bot.rendering import people, records, reviews
from bot.rendering.links import NO_LINKS, Links
from bot.rendering.reply import Reply
from bot.rendering.voice import voice_of
from bot.replies import Replies, answered
from bot.sessions.records import SECONDS_A_DAY
from bot.storage import record_transactions, settings_rows, settings_transactions, transactions
from bot.storage.store import Store
from bot.thinking import Thinking


class RecordCommands(app_commands.Group):
    """The commands for results, reviews, puzzles and privacy."""

    def __init__(self, store: Store, thinking: Thinking, replies: Replies, links: Links = NO_LINKS) -> None:
        super().__init__(name="records", description="part of /ttt")
        self._links = links
        self._store = store
        self._thinking = thinking
        self.replies = replies

    @app_commands.command(description=say("Your wins, draws and losses, or someone else's"))
    @app_commands.describe(
        user=say("Whose results (leave empty for yours)"), game=say("Only this game (leave empty for all)")
    )
    @app_commands.choices(game=GAMES)
    @answered
    async def stats(
        self, command: Command, user: User | Member | None = None, game: str | None = None
    ) -> Reply:
        """Show a person's results to everyone, and how the person who asks stands against them."""
        asker = command.request.user_id
        found, language = await self._store.run(
            settings_transactions.with_language,
            command.request,
            record_transactions.stats,
            user.id if user else asker,
            known_game(game),
            asker,
        )
        return records.stats(found, voice_of(language))

    @app_commands.command(description=say("This server's top players"))
    @app_commands.describe(
        game=say("At which game"), against=say("Games between people (the default), or games with me")
    )
    @app_commands.choices(game=GAMES)
    @answered
    async def top(
        self, command: Command, game: str | None = None, against: Literal["people", "bot"] = "people"
    ) -> Reply:
        """Show the first page of the server's leaderboard to everyone."""
        request = command.request
        found, language = await self._store.run(
            settings_transactions.with_language,
            request,
            record_transactions.leaderboard,
            request,
            0,
            known_game(game),
            against_bot=against == "bot",
        )
        return records.leaderboard(found, voice_of(language))

    @app_commands.command(description=say("Find the mistakes in your last game here (only you see it)"))
    @answered
    async def review(self, command: Command) -> Reply:
        """Go through your last finished session here, move by move."""
        user_id = command.request.user_id
        to = await as_they_read(self._store, command.to, user_id)
        session = await self._store.run(transactions.review, command.request)
        return as_read(to, reviews.page(session, await self._thinking.review(session), user_id, to.voice))

    @app_commands.command(description=say("Find the one right move (only you see it)"))
    @app_commands.describe(which=say("Today's puzzle is the same for everyone"), game=say("At which game"))
    @app_commands.choices(game=GAMES)
    @answered
    async def puzzle(
        self, command: Command, which: Literal["today", "another"] = "today", game: str | None = None
    ) -> Reply:
        """Give the person a puzzle that only they see."""
        settings = await self._store.run(settings_rows.settings_of, command.request)
        asked = known_game(game) or settings.game
        day = command.request.at // SECONDS_A_DAY if which == "today" else 0
        to = await as_they_read(self._store, command.to, command.request.user_id)
        return await self._thinking.thought_through(lambda thoughts: puzzling.ask(to, thoughts, asked, day))

    @app_commands.command(description=say("See or delete your data, or turn challenges off"))
    @answered
    async def privacy(self, command: Command) -> Reply:
        """Show a person what is kept about them, and what they can do about it."""
        kept = await self._store.run(record_transactions.kept, command.request.user_id)
        return people.privacy(kept, command.to.voice, self._links)
