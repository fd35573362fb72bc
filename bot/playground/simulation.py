"""simcord for the playground. Only this file uses its private names."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

import discord
import simcord

from bot.client import Client
from bot.playground.messages import Component, Message
from bot.rendering.voice import ENGLISH

_IDLE = 0.001  # seconds; simcord's own 50 ms would slow down every answer
_LONGEST = 50.0  # seconds that an action may take; what sleeps for a minute counts as at rest
_COMMAND = 2  # Discord's type for an interaction with a command


class SimulatedClient(Client):
    """The bot in a simulated Discord. Discord's answers are dated, but simcord's are not."""

    async def setup_hook(self) -> None:
        self.clock.learn(discord.utils.utcnow().timestamp())
        await super().setup_hook()


class Env(simcord.Env):
    """A simulated Discord whose servers have the bot as a member, so that it may post there.

    locales        the language of each person's Discord, by id; English if it is not here
    server_locale  the language of the servers
    """

    def __init__(self, bot: Client) -> None:
        super().__init__(bot, shard_count=1, check_errors=False, settle_timeout=_LONGEST)
        self.locales: dict[int, str] = {}
        self.server_locale = ENGLISH.locale
        self.backend.subscribers.insert(0, self._complete)

    def _complete(self, event: str, payload: Any) -> None:
        """Add to an interaction what simcord leaves out: languages, and which server has the bot."""
        if event != "INTERACTION_CREATE":
            return
        person = int(payload.get("member", payload)["user"]["id"])
        payload["locale"] = self.locales.get(person, ENGLISH.locale)
        if "guild_id" in payload:
            payload["authorizing_integration_owners"] = {"0": payload["guild_id"]}
            payload["guild_locale"] = self.server_locale

    async def _settle_internal(
        self,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - simcord's parameter
        idle: float = _IDLE,
        dispatch: str | None = None,
        _deadline: float | None = None,
    ) -> None:
        await super()._settle_internal(timeout=timeout, idle=idle, dispatch=dispatch, _deadline=_deadline)


@asynccontextmanager
async def simulated(bot: Client, at: datetime | None = None) -> AsyncIterator[Env]:
    """A simulated Discord in which `bot` is logged in while the block runs.

    at  what time it is there when it starts; None for the first moment of 2026
    """
    env = Env(bot)
    if at:
        env.backend.advance_clock((at - env.now()).total_seconds())
    await env.start()
    try:
        yield env
    finally:
        await env.shutdown()


def read(env: simcord.Env, channel_id: int, reader_id: int) -> list[Message]:
    """What this person can read in a channel, oldest first: their own private answers, but no others'."""
    stored = sorted(env.backend.messages.get(channel_id, {}).values(), key=lambda message: message.id)
    return [_message(env, message) for message in stored if message.visible_to(reader_id)]


def _message(env: simcord.Env, stored: Any) -> Message:
    metadata = stored.interaction_metadata or {}
    return Message(
        stored.id,
        stored.content,
        tuple(stored.components),
        stored.is_ephemeral,
        int(datetime.fromisoformat(stored.timestamp).timestamp()),
        int(metadata["user"]["id"]) if metadata.get("type") == _COMMAND else None,
        tuple((file["filename"], _text(env, file["url"])) for file in stored.attachments),
    )


def _text(env: simcord.Env, address: str) -> str:
    return (env.backend.cdn.get(address) or b"").decode(errors="replace")


def uploaded_commands(env: simcord.Env) -> list[Component]:
    """The commands as the bot uploaded them, in every language."""
    return list(env.backend.commands[None].values())


def message_to_press(env: simcord.Env, channel_id: int, message_id: int) -> simcord.ResponseMessage:
    """A message as simcord wants it pressed."""
    return simcord.ResponseMessage(env, env.backend.get_message(channel_id, message_id))
