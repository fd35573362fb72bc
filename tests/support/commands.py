"""The bot's commands without a client."""

from discord import app_commands

from bot.play_commands import PlayCommands
from bot.record_commands import RecordCommands
from bot.server_commands import ServerCommands


def every_command() -> list[app_commands.Command]:
    rooms = (
        PlayCommands(None, None, None, None),
        RecordCommands(None, None, None, None),
        ServerCommands(None, None),
    )
    return [command for room in rooms for command in room.commands]
