"""The bot's commands without a client."""

from discord import app_commands

from bot.running.command_tree import _MENUS, ttt


def every_command() -> list[app_commands.Command]:
    return ttt.commands


def every_menu() -> list[app_commands.ContextMenu]:
    """The commands in the menus of a person's name and of a message."""
    return [*_MENUS]
