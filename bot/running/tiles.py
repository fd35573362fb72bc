"""The tiles: emoji of the bot's own application, listed at login and uploaded where they are missing.

The picture of an emoji cannot be replaced, and old messages keep showing old emoji. So a changed tile is
uploaded under a new name, and nothing is ever deleted. Of several processes the one with shard 0 uploads.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace

import aiohttp
import discord

from bot.interactions.interactions import App
from bot.interactions.routines import Routine
from bot.messages.looks import tile_look
from bot.messages.tiles import tiles

_logger = logging.getLogger(__name__)

_TRY_AGAIN = 3600.0  # seconds before the next attempt if Discord refused; it may ask us to wait an hour
_LOOK_AGAIN = 60.0  # seconds to the next look, while another process uploads or something does not answer


async def emoji_ids(client: discord.Client, *, upload: bool) -> Mapping[str, int]:
    """The ids of all the application's emoji by name; missing tiles are uploaded first, if asked.

    Raises discord.HTTPException, aiohttp.ClientError or OSError.
    """
    ids = {emoji.name: emoji.id for emoji in await client.fetch_application_emojis()}
    if not upload:
        return ids
    missing = [tile for tile in await asyncio.to_thread(tiles) if tile.emoji_name not in ids]
    for tile in missing:
        emoji = await client.create_application_emoji(name=tile.emoji_name, image=tile.picture)
        ids[emoji.name] = emoji.id
    if missing:
        _logger.info("Tiles uploaded: %d", len(missing))
    return ids


class Tiles:
    """The tiles of one application. Once all of them are there, boards are drawn with them."""

    def __init__(self, app: App, client: discord.Client, may_upload: Callable[[], bool]) -> None:
        self._client = client
        self._sender = app.replies.sender
        self._may_upload = may_upload
        self._has_complained = False
        self.routine = Routine("The look for tiles", _LOOK_AGAIN, self.bring_up, clock=app.clock)

    async def bring_up(self, _: int) -> float | None:
        """Upload what is missing, if this process may, and draw with the tiles once all of them are there.

        What Discord refuses is logged once.
        """
        try:
            known = await emoji_ids(self._client, upload=self._may_upload())
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            if not self._has_complained:
                _logger.warning("Discord takes no tiles, so boards are drawn without tiles: %s", error)
            self._has_complained = True
            is_refused = isinstance(error, discord.HTTPException) and error.status < 500
            return _TRY_AGAIN if is_refused else _LOOK_AGAIN
        wanted = await asyncio.to_thread(tiles)
        ids = {tile.name: known[tile.emoji_name] for tile in wanted if tile.emoji_name in known}
        if len(ids) < len(wanted):
            return _LOOK_AGAIN
        self._sender.appearance = replace(self._sender.appearance, look=tile_look(ids))
        self.routine.stop()
        return None
