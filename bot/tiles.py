"""Uploads our tiles to the bot's own application in the background, and knows their emoji.

The picture of an emoji cannot be replaced, and old messages keep showing old emoji. So a changed tile is
uploaded under a new name, and nothing is ever deleted.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping

import aiohttp
import discord

from bot import metrics
from bot.clock import DiscordClock
from bot.rendering.looks import EMOJI, tile_look
from bot.rendering.tiles import tiles
from bot.storage import tile_transactions
from bot.storage.errors import OutcomeUnknown, StoreUnavailable
from bot.storage.store import Store

_logger = logging.getLogger(__name__)

_TRY_AGAIN = 3600.0  # seconds before the next attempt if Discord refused; it may ask us to wait an hour
_LOOK_AGAIN = 60.0  # seconds to the next look, while another process uploads or something does not answer


async def emoji_ids(client: discord.Client) -> Mapping[str, int]:
    """The ids of all the application's emoji, by name.

    Raises discord.HTTPException, aiohttp.ClientError or OSError.
    """
    return {emoji.name: emoji.id for emoji in await client.fetch_application_emojis()}


async def _always() -> bool:
    return True


async def upload_missing(
    client: discord.Client, known: Mapping[str, int], may_go_on: Callable[[], Awaitable[bool]] = _always
) -> Mapping[str, int]:
    """Upload the missing tiles one after another, as long as this process may.

    Returns the ids of all emoji of tiles, by name. Raises the same as `emoji_ids`.
    """
    wanted = await asyncio.to_thread(tiles)
    ids = {tile.emoji_name: known[tile.emoji_name] for tile in wanted if tile.emoji_name in known}
    missing = [tile for tile in wanted if tile.emoji_name not in ids]
    for tile in missing:
        if not await may_go_on():
            return ids
        emoji = await client.create_application_emoji(name=tile.emoji_name, image=tile.picture)
        ids[emoji.name] = emoji.id
    if missing:
        _logger.info("Tiles uploaded: %d", len(missing))
    return ids


class Tiles:
    """The tiles of one application.

    emoji_ids  the emoji of each tile, by the tile's name; empty until all of them are there
    look       what boards are drawn with: the tiles, or until then emoji that everybody has
    """

    def __init__(self, store: Store, client: discord.Client, clock: DiscordClock) -> None:
        self._store = store
        self._client = client
        self._clock = clock
        self._process = secrets.token_hex(4)  # identifies this process among those that share a store
        self._keeper: asyncio.Task[None] | None = None
        self._pause = _LOOK_AGAIN
        self._has_complained = False
        self.emoji_ids: Mapping[str, int] = {}
        self.look = EMOJI

    def start(self) -> None:
        """Start in the background: use the emoji the store knows, then check for missing tiles."""
        self._keeper = asyncio.create_task(self._keep_trying())

    def stop(self) -> None:
        if self._keeper:
            self._keeper.cancel()

    async def _keep_trying(self) -> None:
        try:
            while True:
                if await self.bring_up():
                    return
                await asyncio.sleep(self._pause)
        except Exception:
            metrics.TIMER_ERRORS.inc()
            _logger.exception("Uploading tiles failed; the next attempt is at the next start")

    async def bring_up(self) -> bool:
        """Upload missing tiles; returns whether Discord now has all of them.

        Does nothing while another process uploads. A refusal by Discord is logged once.
        """
        try:
            await self._take(await self._store.run(tile_transactions.emoji_ids, self._application_id))
            return await self._upload()
        except (StoreUnavailable, OutcomeUnknown) as error:
            _logger.warning("The tiles have to wait: %r", error)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            self._complain(error)
        return False

    async def _upload(self) -> bool:
        """Upload missing tiles if no other process does. When this one stops, others may go on at once."""
        try:
            if not await self._claim():
                return False
            known = await emoji_ids(self._client)
            await self._take(known)
            ids = await upload_missing(self._client, known, self._claim)
            await self._store.run(tile_transactions.keep_emoji_ids, self._application_id, ids)
            return await self._take(ids)
        finally:
            await self._store.run(tile_transactions.end_upload, self._application_id, self._process)

    async def _take(self, known: Mapping[str, int]) -> bool:
        """Draw with these emoji if all tiles are among them; otherwise without tiles."""
        wanted = await asyncio.to_thread(tiles)
        ids = {tile.name: known[tile.emoji_name] for tile in wanted if tile.emoji_name in known}
        is_complete = len(ids) == len(wanted)
        if ids != self.emoji_ids:
            self.emoji_ids = ids if is_complete else {}
            self.look = tile_look(ids) if is_complete else EMOJI
        return is_complete

    async def _claim(self) -> bool:
        """Whether this process may upload the next tile."""
        if not self._clock.is_set:
            return False
        now = int(self._clock.now())
        return await self._store.run(tile_transactions.claim_upload, self._application_id, self._process, now)

    def _complain(self, error: Exception) -> None:
        is_refused = isinstance(error, discord.HTTPException) and error.status < 500
        self._pause = _TRY_AGAIN if is_refused else _LOOK_AGAIN
        if not self._has_complained:
            drawn = "with the tiles it has" if self.emoji_ids else "without tiles"
            _logger.warning("Discord takes no tiles, so boards are drawn %s: %s", drawn, error)
        self._has_complained = True

    @property
    def _application_id(self) -> int:
        assert self._client.application_id, "it is known as soon as the client has logged in"
        return self._client.application_id
