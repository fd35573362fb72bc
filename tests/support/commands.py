"""The bot's commands without a client."""

from discord import app_commands

from bot.running.command_tree import ttt


def every_command() -> list[app_commands.Command]:
    return ttt.commands
