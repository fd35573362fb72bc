"""The bot's commands without a client."""

from discord import app_commands

from bot.cup_commands import CupCommands
from bot.play_commands import PlayCommands
from bot.record_commands import RecordCommands
from bot.server_commands import ServerCommands
from bot.start_commands import StartCommands


def every_command() -> list[app_commands.Command]:
    rooms = (
        StartCommands(None, None, None, None),
        CupCommands(None, None, None),
        PlayCommands(None, None, None, None),
        RecordCommands(None, None, None),
        ServerCommands(None, None),
    )
    return [command for room in rooms for command in room.commands]
