"""simcord for the playground. Only this file uses its private names."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord
import simcord

from bot.playground.messages import Message

_IDLE = 0.001  # seconds; simcord's own 50 ms would slow down every answer


class Env(simcord.Env):
    """A simulated Discord whose servers have the bot as a member, so that it may post there."""

    def __init__(self, bot: discord.Client) -> None:
        super().__init__(bot, shard_count=1, check_errors=False)
        self.backend.subscribers.insert(0, _name_the_owner)

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
async def simulated(bot: discord.Client) -> AsyncIterator[Env]:
    """A simulated Discord in which `bot` is logged in while the block runs."""
    env = Env(bot)
    await env.start()
    try:
        yield env
    finally:
        await env.shutdown()


def read(env: simcord.Env, channel_id: int, reader_id: int) -> list[Message]:
    """What this person can read in a channel, oldest first: their own private answers, but no others'."""
    stored = sorted(env.backend.messages.get(channel_id, {}).values(), key=lambda message: message.id)
    return [
        Message(message.id, message.content, tuple(message.components), message.is_ephemeral)
        for message in stored
        if message.visible_to(reader_id)
    ]


def message_to_press(env: simcord.Env, channel_id: int, message_id: int) -> simcord.ResponseMessage:
    """A message as simcord wants it pressed."""
    return simcord.ResponseMessage(env, env.backend.get_message(channel_id, message_id))


def _name_the_owner(event: str, payload: Any) -> None:
    """Add to an interaction which server has the bot; simcord leaves that out."""
    if event == "INTERACTION_CREATE" and "guild_id" in payload:
        payload["authorizing_integration_owners"] = {"0": payload["guild_id"]}
