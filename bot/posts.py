"""Posts to channels without an interaction."""

from __future__ import annotations

import asyncio
import logging

import aiohttp
import discord

from bot.rendering import payload
from bot.rendering.reply import Post

_logger = logging.getLogger(__name__)

_PATIENCE = 10.0  # seconds that a post may take


async def send(client: discord.Client, channel_id: int, post: Post, command_id: int | None) -> None:
    """Post to a channel. Never raises, because nobody waits for it.

    command_id  of /ttt, if it is known
    """
    channel = client.get_partial_messageable(channel_id)
    notified = [discord.Object(user) for user in post.notify]
    try:
        async with asyncio.timeout(_PATIENCE):
            text = payload.tappable(post.text, command_id)
            await channel.send(text, allowed_mentions=discord.AllowedMentions(users=notified))
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        _logger.info("Channel %d could not be told: %s", channel_id, error)
