"""What a forked process finds done besides its imports: the commands stand in all languages."""

import asyncio
import gc

import discord

from bot.running.command_tree import _TRANSLATIONS, Commands


async def translate_commands() -> None:
    """Have the bot read all its languages, and put into them what Discord is told."""
    commands = Commands(discord.Client(intents=discord.Intents.none()))
    await _TRANSLATIONS.payload(commands)


asyncio.run(translate_commands())
gc.collect()
gc.freeze()  # a search for garbage would have each process copy this one's memory
