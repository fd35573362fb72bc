"""The option `game` of commands."""

from discord import app_commands
from discord.app_commands import Choice

from bot.rendering.games import TITLES

GAMES = [Choice(name=title, value=game) for game, title in TITLES.items()]


def known_game(name: str | None) -> str | None:
    """A game that we have, or None if it was left open. Discord's list may be out of date."""
    if name is not None and name not in TITLES:
        raise app_commands.AppCommandError(f"there is no game {name!r}")
    return name
