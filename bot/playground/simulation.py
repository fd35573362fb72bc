"""simcord for the playground, and its messages as plain data. Only this file uses its private names."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import discord
import simcord

from bot.client import Client
from bot.rendering.voice import ENGLISH

_IDLE = 0.001  # seconds; simcord's own 50 ms would slow down every answer
_LONGEST = 50.0  # seconds that an action may take; what sleeps for a minute counts as at rest
_COMMAND = 2  # Discord's type for an interaction with a command
_BUTTON, _SELECT, _TEXT = 2, 3, 10  # Discord's component types
_MENTION = re.compile(r"<@([0-9]+)>")

Component = dict[str, Any]  # as Discord sends it


@dataclass(frozen=True)
class Message:
    """A message as it is now. Two are equal if nothing has changed.

    at        when it was sent; seconds since 1970, UTC
    asked_by  who used the command that it answers, or None
    files     the names and texts of its files
    """

    id: int
    text: str
    components: tuple[Component, ...]
    only_for_you: bool
    at: int = 0
    asked_by: int | None = None
    files: tuple[tuple[str, str], ...] = ()

    @property
    def texts(self) -> list[str]:
        """Its texts in Discord's Markdown, one for each block."""
        blocks = [part["content"] for part in parts(self.components) if part["type"] == _TEXT]
        return [self.text, *blocks] if self.text else blocks

    def concerns(self, user_id: int) -> bool:
        """Whether it is private to this person, mentions them, or mentions nobody."""
        named = _MENTION.findall("\n".join(self.texts))
        return self.only_for_you or not named or str(user_id) in named

    @property
    def buttons(self) -> list[Component]:
        """The buttons that can be pressed, in reading order."""
        found = (part for part in parts(self.components) if part["type"] == _BUTTON)
        return [button for button in found if not button.get("disabled")]

    @property
    def selects(self) -> list[Component]:
        """The lists to choose from, in reading order."""
        return [part for part in parts(self.components) if part["type"] == _SELECT]


def parts(components: Iterable[Component]) -> Iterator[Component]:
    """Every component, each followed by those inside it."""
    for component in components:
        yield component
        yield from parts(component.get("components", []))


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

    async def _settle_internal(self, *, idle: float = _IDLE, **more: Any) -> None:
        await super()._settle_internal(idle=idle, **more)


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
    files, found = env.backend.cdn, []
    for stored in sorted(env.backend.messages.get(channel_id, {}).values(), key=lambda stored: stored.id):
        if stored.visible_to(reader_id):
            answered = stored.interaction_metadata or {}
            message = Message(
                stored.id,
                stored.content,
                tuple(stored.components),
                stored.is_ephemeral,
                int(datetime.fromisoformat(stored.timestamp).timestamp()),
                int(answered["user"]["id"]) if answered.get("type") == _COMMAND else None,
                tuple(
                    (file["filename"], (files.get(file["url"]) or b"").decode(errors="replace"))
                    for file in stored.attachments
                ),
            )
            found.append(message)
    return found


def uploaded_commands(env: simcord.Env) -> list[Component]:
    """The commands as the bot uploaded them, in every language."""
    return list(env.backend.commands[None].values())


def message_to_press(env: simcord.Env, channel_id: int, message_id: int) -> simcord.ResponseMessage:
    """A message as simcord wants it pressed."""
    return simcord.ResponseMessage(env, env.backend.get_message(channel_id, message_id))
