"""/ttt settings, daily, stop and help."""

from discord import Member, User, app_commands

from bot.command_texts import say
from bot.interactions import Command
from bot.rendering import daily, people, questions, settings
from bot.rendering.links import NO_LINKS, Links
from bot.rendering.reply import Reply
from bot.replies import Replies, answered
from bot.sessions.daily_puzzle import NoDailyHere
from bot.sessions.refusals import NotForYou
from bot.sessions.settings import server_to_manage
from bot.storage import puzzle_transactions, settings_rows, transactions
from bot.storage.store import Store


class ServerCommands(app_commands.Group):
    """The commands for moderators, and help."""

    def __init__(self, store: Store, replies: Replies, links: Links = NO_LINKS) -> None:
        super().__init__(name="server", description="part of /ttt")
        self._store = store
        self._links = links
        self.replies = replies

    @app_commands.command(description=say("Managers: set up how I play in this server"))
    @answered
    async def settings(self, command: Command) -> Reply:
        """Show a server's settings to a person who may change them."""
        permissions = command.interaction.permissions
        server_to_manage(command.to.home, manages=permissions.manage_guild)
        found = await self._store.run(settings_rows.settings_of, command.request)
        return settings.card(found, command.to.voice)

    @app_commands.command(description=say("Managers: have the daily puzzle posted in this channel"))
    @answered
    async def daily(self, command: Command) -> Reply:
        """Show whether the puzzle of the day is posted, to a person who may change that."""
        if command.to.home is None:
            raise NoDailyHere
        permissions, request = command.interaction.permissions, command.request
        guild_id = server_to_manage(command.to.home, manages=permissions.manage_guild)
        channel = await self._store.run(puzzle_transactions.daily_channel, guild_id)
        return daily.card(channel, request.channel_id, request.at, command.to.voice)

    @app_commands.command(description=say("Moderators: end a game that's stuck"))
    @app_commands.describe(player=say("Whose game, if there's more than one here"))
    @answered
    async def stop(self, command: Command, player: User | Member | None = None) -> Reply:
        """End a session in this channel without a result."""
        if not command.interaction.permissions.manage_channels:
            raise NotForYou
        user_id = player.id if player else None
        session = await self._store.run(transactions.session_to_stop, command.request, user_id)
        return questions.stop(session, command.to.voice)

    @app_commands.command(description=say("How to play, and what else I can do"))
    @answered
    async def help(self, command: Command) -> Reply:
        """Explain the bot to the person who asked."""
        return people.welcome(command.to.voice, self._links)
