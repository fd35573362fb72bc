"""One page on which someone explores: takes its requests and sends the answers (`explore.py`)."""

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any

from aiohttp import WSMsgType, web

from bot.interactions.questions import Question
from bot.interactions.thinking import NoTimeToThink, Thinking
from bot.learn.explore import REQUESTS, NoAnswer, Request, answers
from bot.playground.not_understood import NotUnderstood, quote, read_frame

_logger = logging.getLogger(__name__)

LONGEST_FRAME = 2048  # bytes that a page may send at once
_MOST_OPEN = 64  # requests that a page may have open
_PATIENCE = 20.0  # seconds for one search
_LONGEST_REFUSAL = 300  # characters


class Explorer:
    """One page, and its requests that have no complete answer yet.

    It has a worker of its own, because some searches take seconds: it never delays the bot's moves,
    and another position ends it together with the search for the one before.
    """

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self._socket = socket
        self._thinking = Thinking()
        self._open: set[asyncio.Task[None]] = set()

    async def go_on(self) -> None:
        """Answer until the page goes; then nothing is searched for it any more."""
        try:
            async for message in self._socket:
                if message.type is WSMsgType.TEXT:
                    await self._handle(message.data)
        finally:
            await self._stop()
            self._thinking.close()

    async def _handle(self, frame: str) -> None:
        try:
            request = read_frame(frame, REQUESTS)
        except NotUnderstood as error:
            await self._refuse(None, str(error))
            return
        if request.ask in {"look", "stop"}:
            await self._stop()
        if len(self._open) >= _MOST_OPEN:
            await self._refuse(request.id, request.voice.say("That's too much at once."))
            return
        task = asyncio.create_task(self._send_answer(request))
        self._open.add(task)
        task.add_done_callback(self._open.discard)

    async def _stop(self) -> None:
        """End what is still being answered."""
        ended = list(self._open)
        for task in ended:
            task.cancel()
        if ended:
            await asyncio.wait(ended)
            self._thinking.close()
            self._thinking = Thinking()

    async def _send_answer(self, request: Request) -> None:
        voice = request.voice
        with suppress(ConnectionError):  # the page has gone
            try:
                async for part in answers(request, self._search):
                    await self._socket.send_json({**part, "id": request.id})
                await self._socket.send_json({"is": "done", "id": request.id})
            except NoAnswer as reason:
                await self._refuse(request.id, str(reason))
            except NoTimeToThink:
                await self._refuse(request.id, voice.say("That takes too long to search."))
            except Exception:
                _logger.exception("A search for Explore failed")
                await self._refuse(request.id, voice.say("The search failed. Please try again."))

    def _search(self, question: Question[Any]) -> Awaitable[Any]:
        until = asyncio.get_running_loop().time() + _PATIENCE
        return self._thinking.search(question, until)

    async def _refuse(self, number: int | None, text: str) -> None:
        """Send a sentence, in which typed text may stand."""
        safe = quote(text, _LONGEST_REFUSAL)
        await self._socket.send_json({"is": "refused", "id": number, "text": safe})
