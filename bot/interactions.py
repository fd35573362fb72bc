"""Interactions as the rest of the bot wants them: who asks what, and how they are answered.

discord.py builds a member, a channel and a message of every interaction. A command needs some of
them; of a press nobody asks for any, and to build them costs more than the move. So a press is read
straight from what Discord sends:
https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

import aiohttp
import discord
from discord import ChannelType, InteractionType, Permissions

from bot.clock import DiscordClock
from bot.storage.request import Request

Command: TypeAlias = discord.Interaction[Any]
"""An interaction as discord.py hands it to a command."""

_THREADS = {
    kind.value for kind in (ChannelType.news_thread, ChannelType.public_thread, ChannelType.private_thread)
}
_EPHEMERAL = 1 << 6  # Discord's flag of a message that only one person sees


class Callback(NamedTuple):
    """How an interaction is answered.

    token    with it the interaction is answered, and for 15 minutes its answer is drawn anew
    pressed  the message whose button was pressed, or None for a command
    private  whether only the person who pressed sees that message
    """

    interaction_id: int
    application_id: int
    token: str
    type: InteractionType
    session: aiohttp.ClientSession
    pressed: int | None = None
    private: bool = False


class Component(NamedTuple):
    """A button that was pressed, by whom and where."""

    custom_id: str
    request: Request
    callback: Callback


def asked(command: Command) -> Request:
    """Who asks, where and when, as the store wants to know it."""
    if command.channel_id is None:
        raise ValueError("an interaction without a channel")
    at_home = command.guild_id is not None and command.is_guild_integration()
    in_thread = isinstance(command.channel, discord.Thread)
    return Request(
        interaction_id=command.id,
        user_id=command.user.id,
        channel_id=command.channel_id,
        guild_id=command.guild_id,
        message_id=None,
        at=command.client.clock.time_of(command.id),
        may_write=at_home and _may_write(command.app_permissions, in_thread=in_thread),
    )


def callback(command: Command) -> Callback:
    """How a command, or what is typed for one, is answered."""
    session = command.client.answer_http
    return Callback(command.id, command.application_id, command.token, command.type, session)


def component(data: Mapping[str, Any], session: aiohttp.ClientSession, clock: DiscordClock) -> Component:
    """The press that Discord tells of, to be answered by `session`."""
    interaction_id, message = int(data["id"]), data["message"]
    message_id, guild_id = int(message["id"]), data.get("guild_id")
    at_home = guild_id and data["authorizing_integration_owners"].get("0") == guild_id
    return Component(
        data["data"]["custom_id"],
        Request(
            interaction_id=interaction_id,
            user_id=int(data.get("member", data)["user"]["id"]),
            channel_id=int(data["channel"]["id"]),
            guild_id=int(guild_id) if guild_id else None,
            message_id=message_id,
            at=clock.time_of(interaction_id),
            may_write=bool(at_home)
            and _may_write(
                Permissions(int(data["app_permissions"])),
                in_thread=data["channel"]["type"] in _THREADS,
            ),
        ),
        Callback(
            interaction_id,
            int(data["application_id"]),
            data["token"],
            InteractionType.component,
            session,
            pressed=message_id,
            private=bool(message.get("flags", 0) & _EPHEMERAL),
        ),
    )


def _may_write(allowed: Permissions, *, in_thread: bool) -> bool:
    """Whether the bot may send messages where it was used, without being asked."""
    return allowed.view_channel and (allowed.send_messages_in_threads if in_thread else allowed.send_messages)
