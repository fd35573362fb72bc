"""The tiles: emoji of the bot's own application, listed at login and uploaded where missing.

The picture of an emoji cannot be replaced, and old messages keep showing old emoji. So a changed
tile is uploaded under a new name, and nothing is ever deleted. Of several processes the one with
shard 0 uploads.

The tiles of boards come first. Boards are drawn with them while those of results are still on their
way.
"""

import asyncio
import logging
from collections.abc import Callable, Container, Mapping

import discord

from bot.interactions.clock import Clock
from bot.interactions.refused_by_discord import FAILURES, why
from bot.interactions.routines import Routine
from bot.messages.looks import tile_look
from bot.messages.payload import Appearance
from bot.messages.tiles import BOARD_NAMES, NAMES, tiles

_logger = logging.getLogger(__name__)

_A_MINUTE = 60.0


async def upload(
    client: discord.Client, old_ids: Mapping[str, int], names: Container[str]
) -> dict[str, int]:
    """Upload the tiles of these names that `old_ids` lacks; returns the ids of all, by name.

    Raises discord.HTTPException, aiohttp.ClientError or OSError.
    """
    ids = dict(old_ids)
    for tile in await asyncio.to_thread(tiles):
        if tile.name in names and tile.emoji_name not in ids:
            emoji = await client.create_application_emoji(name=tile.emoji_name, image=tile.picture)
            ids[emoji.name] = emoji.id
    if len(ids) > len(old_ids):
        _logger.info("Tiles uploaded: %d", len(ids) - len(old_ids))
    return ids


async def emoji_ids(client: discord.Client) -> dict[str, int]:
    """The ids of all the application's emoji by name. Raises as `upload` does."""
    return {emoji.name: emoji.id for emoji in await client.fetch_application_emojis()}


class Tiles:
    """One application's tiles. Once those of boards are there, they draw boards; then results."""

    def __init__(
        self,
        client: discord.Client,
        appearance: Appearance,
        clock: Clock,
        may_upload: Callable[[], bool],
    ) -> None:
        """Note their look in `appearance`."""
        self._client = client
        self._appearance = appearance
        self._may_upload = may_upload
        self._has_complained = False
        self.routine = Routine("The look for tiles", self.bring_up, every=_A_MINUTE, clock=clock)

    async def bring_up(self, _: int) -> None:
        """Upload what is missing, if this process may, and draw with each kind once it is complete.

        What Discord refuses is logged once. Once all are complete, the routine stops.
        """
        drawn_without = "boards"
        try:
            ids = await emoji_ids(self._client)
            for names in (BOARD_NAMES, NAMES):
                if self._may_upload():
                    ids = await upload(self._client, ids, names)
                wanted = [tile for tile in await asyncio.to_thread(tiles) if tile.name in names]
                if not all(tile.emoji_name in ids for tile in wanted):
                    return
                by_name = {tile.name: ids[tile.emoji_name] for tile in wanted}
                self._appearance.look = tile_look(by_name)
                drawn_without = "results"
        except FAILURES as error:
            if not self._has_complained:
                _logger.warning(
                    "Discord takes no tiles, so %s are drawn without tiles: %s",
                    drawn_without,
                    why(error),
                )
            self._has_complained = True
        else:
            self.routine.stop()
