"""One glass that someone has open: takes what it asks, and answers in parts."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from types import UnionType

from aiohttp import WSMsgType, web

from bot.playground.glass import protocol
from bot.playground.glass.answers import answers
from bot.playground.glass.positions import Refused
from bot.playground.glass.searching import NoAnswer, Searching, TooLong
from bot.playground.not_understood import NotUnderstood
from bot.rendering.voice import voice_of

_logger = logging.getLogger(__name__)

_MOST_OPEN = 64  # requests that a glass may have open


class Talk:
    """The requests of one glass that have no complete answer yet."""

    def __init__(self, socket: web.WebSocketResponse, searching: Searching) -> None:
        self._socket = socket
        self._searching = searching
        self._open: dict[asyncio.Task[None], protocol.Request] = {}

    async def go_on(self) -> None:
        """Answer until the glass goes; then nothing is searched for it any more."""
        try:
            async for message in self._socket:
                if message.type is WSMsgType.TEXT:
                    await self._take(message.data)
        finally:
            await self._stop(protocol.Request)

    async def _take(self, frame: str) -> None:
        try:
            request = protocol.read(frame)
        except NotUnderstood as error:
            await self._refuse(None, str(error))
            return
        if isinstance(request, protocol.Look | protocol.Stop):
            await self._stop(protocol.Request)
        if isinstance(request, protocol.Count):
            await self._stop(protocol.Count)
        if len(self._open) >= _MOST_OPEN:
            await self._refuse(request.id, voice_of(request.locale).say("That's too much at once."))
            return
        task = asyncio.create_task(self._answer(request))
        self._open[task] = request
        task.add_done_callback(self._open.pop)

    async def _answer(self, request: protocol.Request) -> None:
        voice = voice_of(request.locale)
        with suppress(ConnectionError):  # the glass has gone
            try:
                async for part in answers(request, self._searching.ask):
                    await self._socket.send_json({**part, "id": request.id})
                await self._socket.send_json({"is": "done", "id": request.id})
            except Refused as refusal:
                await self._refuse(request.id, str(refusal))
            except TooLong:
                await self._refuse(request.id, voice.say("That takes too long to search."))
            except NoAnswer:
                _logger.exception("A search for a glass failed")
                await self._refuse(request.id, voice.say("The search failed. Please try again."))

    async def _refuse(self, number: int | None, text: str) -> None:
        await self._socket.send_json({"is": "refused", "id": number, "text": text})

    async def _stop(self, kind: type[protocol.Request] | UnionType) -> None:
        """End the requests of a kind that are still being answered."""
        ended = [task for task, request in self._open.items() if isinstance(request, kind)]
        for task in ended:
            task.cancel()
        if ended:
            await asyncio.wait(ended)
