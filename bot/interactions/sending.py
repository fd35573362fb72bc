"""Requests to Discord: an answer by the token of its interaction, what follows it, and posts.

Nothing here knows what a message is about. Who waits for a request, and what follows if it fails,
is said in `bot.interactions.answering` and `bot.interactions.views`.
"""

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from enum import Enum
from io import BytesIO
from typing import Any, NamedTuple, TypeVar

import aiohttp
import discord
from discord import InteractionResponseType
from discord.app_commands import Choice
from prometheus_client import Counter

from bot.interactions import discord_internals
from bot.interactions.discord_internals import Request
from bot.interactions.refused_by_discord import FAILURES, UNREACHABLE, Meaning, meaning, why
from bot.interactions.token import Token
from bot.messages import payload
from bot.messages.content import Card, Content, File, Notice, Post
from bot.messages.payload import Appearance

T = TypeVar("T")

_logger = logging.getLogger(__name__)

ANSWER_ERRORS = Counter(
    "ttt_errors", "What failed unexpectedly while somebody was answered; see the log."
)
_LOST = Counter("ttt_answers_lost", "Answers that did not reach Discord, or came too late.")

_LONGEST_ANSWER = 3.0  # seconds that Discord waits for an answer
_LONGEST_MESSAGE = 10.0  # seconds for a message that answers nobody
_LONGEST_REDRAW = 30.0  # seconds for a message that is drawn again, which nobody waits for

_ANSWER = "/interactions/{webhook_id}/{webhook_token}/callback"
_MESSAGES = "/webhooks/{webhook_id}/{webhook_token}"
_ORIGINAL = "@original"  # Discord's name for the message that answers an interaction


_NO_ERROR = Exception()

OVER_HTTP: Request = discord_internals.request
"""Sends requests by a token to Discord. Only this file may, so others take it from here."""


class Delivery(Enum):
    """What became of an answer.

    ARRIVED  Discord has it
    SECOND   Discord has an answer already, and refused this one
    LATE     nobody waits for it any more
    LOST     Discord cannot be reached; it may have arrived
    REFUSED  Discord takes no answer there
    BROKEN   Discord does not understand it, which is our fault
    """

    ARRIVED = "arrived"
    SECOND = "Discord had one already"
    LATE = "late"
    LOST = "lost"
    REFUSED = "refused"
    BROKEN = "broken"


class Sent(NamedTuple):
    """What became of an answer.

    message_id  the id of the message that it made, if Discord was asked for that
    error       with which Discord refused it
    """

    delivery: Delivery
    message_id: int | None = None
    error: Exception = _NO_ERROR


class Sender:
    """Sends messages over its own HTTP session.

    lost_in_a_row  how many of the last answers did not reach Discord
    """

    def __init__(self, appearance: Appearance, request: Request) -> None:
        """Draw all messages with this appearance. `request` sends what goes by a token."""
        self._appearance = appearance
        self._request = request
        self.lost_in_a_row = 0
        self._client: discord.Client = discord.utils.MISSING
        self._http: aiohttp.ClientSession = discord.utils.MISSING

    def open(self, client: discord.Client) -> None:
        """Open a session for what is sent by a token. The client's is for posts."""
        self._client = client
        self._http = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0), cookie_jar=aiohttp.DummyCookieJar()
        )

    async def close(self) -> None:
        """Close the session, if it was opened."""
        if self._http:
            await self._http.close()

    async def answer(
        self, token: Token, content: Content, *, replaces: bool = False, wants_id: bool = False
    ) -> Sent:
        """Answer an interaction. Never raises: what is saved stays, even if the answer is lost.

        replaces  whether it takes the place of the message that was pressed
        wants_id  whether Discord shall tell which message it has become
        """
        if replaces and isinstance(content, Card | Post):
            kind = InteractionResponseType.message_update
            data = payload.replacement(content, self._appearance)
        else:
            kind = InteractionResponseType.channel_message
            data = payload.message(content, self._appearance)
        file = None
        if isinstance(content, Notice):
            file = content.file

        sent = await self._send(token, kind, data, file, wants_id=wants_id)
        if sent.delivery in {Delivery.LATE, Delivery.LOST}:
            self.lost_in_a_row += 1
        elif sent.delivery is not Delivery.REFUSED:
            self.lost_in_a_row = 0
        return sent

    async def offer(self, token: Token, choices: Sequence[Choice[int]] = ()) -> None:
        """Answer an autocompletion. Never raises: nobody waits for it."""
        kind = InteractionResponseType.autocomplete_result
        await self._send(token, kind, {"choices": [each.to_dict() for each in choices]})

    async def _send(self, token: Token, *answer: Any, wants_id: bool = False) -> Sent:
        """Send an answer, and tell what became of it."""
        was_cut = False
        try:
            async with asyncio.timeout(_LONGEST_ANSWER):  # discord.py would go on for half a minute
                try:
                    message_id = await self._call_back(token, *answer, wants_id=wants_id)
                except UNREACHABLE:
                    was_cut = True
                    message_id = await self._call_back(token, *answer, wants_id=wants_id)
        except Exception as error:  # noqa: BLE001 - the last stop of every answer
            match meaning(error):
                case Meaning.ANSWERED if was_cut:
                    return Sent(Delivery.ARRIVED)  # the first has arrived
                case Meaning.ANSWERED:
                    return Sent(Delivery.SECOND)
                case Meaning.NOT_HERE | Meaning.GONE:
                    _logger.info("Nobody sees the answer to %s: %s", token.interaction_id, error)
                    return Sent(Delivery.REFUSED)
                case Meaning.OUR_FAULT:
                    return Sent(Delivery.BROKEN, error=error)
            _LOST.inc()
            reason = why(error)
            if isinstance(error, TimeoutError):
                reason = "it took too long"
            _logger.warning(
                "The answer to interaction %s was lost: %s", token.interaction_id, reason
            )
            if meaning(error) is Meaning.NOBODY_WAITS:
                return Sent(Delivery.LATE)
            return Sent(Delivery.LOST)
        return Sent(Delivery.ARRIVED, message_id)

    async def _call_back(
        self,
        token: Token,
        kind: InteractionResponseType,
        data: dict[str, Any],
        file: File | None = None,
        *,
        wants_id: bool = False,
    ) -> int | None:
        """The request that answers an interaction. Returns the id of the message, if wanted."""
        files = []
        if file:  # a request reads it to its end, so each has its own
            files.append(discord.File(BytesIO(file.data), file.name))
        params = {}
        if wants_id:
            params["with_response"] = "true"
        answer = {"type": kind.value, "data": data}
        answered = await self._request(
            self._http,
            "POST",
            _ANSWER,
            token.interaction_id,
            token.secret,
            answer,
            files,
            params=params,
        )
        if not wants_id or not answered:
            return None
        return int(answered["interaction"]["response_message_id"])

    async def redraw(self, token: Token, message_id: int | None, content: Card | Post) -> int:
        """Give a message of an interaction other contents, up to 15 minutes later.

        message_id  None for the message that answered it

        Returns the id of the message. Raises what is in FAILURES.
        """
        path = f"{_MESSAGES}/messages/{message_id or _ORIGINAL}"
        message = payload.replacement(content, self._appearance)
        async with asyncio.timeout(_LONGEST_REDRAW):
            drawn = await self._request(
                self._http, "PATCH", path, token.application_id, token.secret, message
            )
        return int(drawn["id"])

    async def add(self, token: Token, content: Content) -> int | None:
        """Send one more message after the answer to an interaction, up to 15 minutes later.

        Returns its id; None if it could not be sent. Never raises, because nobody waits for it.
        """
        message = payload.message(content, self._appearance)
        request = self._request(
            self._http,
            "POST",
            _MESSAGES,
            token.application_id,
            token.secret,
            message,
            params={"wait": "true"},
        )
        failure = f"A message that follows interaction {token.interaction_id} is missing"
        added = await _try(request, failure)
        if isinstance(added, Exception):
            return None
        return int(added["id"])

    async def post(
        self, channel_id: int, content: Card | Post, *, nonce: str | None = None
    ) -> int | Exception:
        """Post in a channel. Never raises, because nobody waits for it.

        nonce  up to 25 characters; for a few minutes Discord makes only one post with the same

        Returns the id of the message. A discord.HTTPException says that it is not there; after any
        other error it may be.
        """
        message = payload.message(content, self._appearance)
        if nonce is not None:
            message = {**message, "nonce": nonce, "enforce_nonce": True}
        request = discord_internals.post(self._client, channel_id, message)
        return await _try(request, f"Channel {channel_id} could not be told")

    async def edit(self, channel_id: int, message_id: int, content: Card | Post) -> bool:
        """Give a message of ours in a channel other contents, as a member. Never raises.

        Returns whether Discord has done so.
        """
        message = payload.replacement(content, self._appearance)
        request = discord_internals.edit(self._client, channel_id, message_id, message)
        failure = f"Message {message_id} in channel {channel_id} could not be redrawn"
        return not isinstance(await _try(request, failure), Exception)


async def _try(request: Awaitable[T], failure: str) -> T | Exception:
    """Send a request. If it fails, log the `failure` and return the error."""
    try:
        async with asyncio.timeout(_LONGEST_MESSAGE):
            return await request
    except FAILURES as error:
        _logger.info("%s: %s", failure, why(error))
        return error
