"""Messages in channels without an interaction: new ones, and our own that change."""

from __future__ import annotations

import asyncio
import logging

import aiohttp
import discord

from bot import discord_internals
from bot.rendering import payload
from bot.rendering.looks import Look
from bot.rendering.reply import Card, Post

_logger = logging.getLogger(__name__)

_PATIENCE = 10.0  # seconds that a message may take


async def send(client: discord.Client, channel_id: int, post: Post, command_id: int | None) -> bool:
    """Post to a channel. Never raises, because nobody waits for it.

    command_id  of /ttt, if it is known

    Returns whether the post may be there: False if Discord refuses it.
    """
    try:
        async with asyncio.timeout(_PATIENCE):
            await discord_internals.post(client, channel_id, payload.message(post, command_id=command_id))
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        _logger.info("Channel %d could not be told: %s", channel_id, error)
        return not isinstance(error, discord.HTTPException)
    return True


async def redraw(
    client: discord.Client, channel_id: int, message_id: int, card: Card, look: Look, command_id: int | None
) -> None:
    """Redraw a message of ours. Never raises, like `send`."""
    try:
        async with asyncio.timeout(_PATIENCE):
            shown = payload.redrawn(card, look, command_id)
            await discord_internals.edit(client, channel_id, message_id, shown)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        _logger.info("A message in channel %d could not be redrawn: %s", channel_id, error)
