"""Interactions as the rest of the bot wants them: who asks what, and how they are answered.

discord.py builds a member, a channel and a message of every interaction. A command needs some of
them; of a press nobody asks for any, and to build them costs more than the move. So a press is read
straight from what Discord sends:
https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import discord
from discord import ChannelType, InteractionType, Permissions

from bot.clock import DiscordClock
from bot.storage.request import Request

Command: TypeAlias = discord.Interaction[Any]
"""An interaction as discord.py hands it to a command."""

_THREADS = {
    kind.value for kind in (ChannelType.news_thread, ChannelType.public_thread, ChannelType.private_thread)
}
_WRITE = Permissions(view_channel=True, send_messages=True).value
_WRITE_IN_THREAD = Permissions(view_channel=True, send_messages_in_threads=True).value
_TYPES = {kind.value: kind for kind in InteractionType}
_LARGEST_ID = 2**63 - 1  # the largest a database takes; Discord's ids reach it in 2084
_EPHEMERAL = 1 << 6  # Discord's flag of a message that only one person sees


class Unanswerable(Exception):
    """An interaction without a usable id or token: there is nowhere to send an answer."""


class Callback(NamedTuple):
    """How an interaction is answered.

    token    with it the interaction is answered, and for 15 minutes its answer is drawn anew
    type     InteractionType.ping for every type this version does not know
    pressed  the message whose button was pressed, or None for a command
    private  whether only the person who pressed sees that message
    """

    interaction_id: int
    application_id: int
    token: str
    type: InteractionType
    pressed: int | None = None
    private: bool = False


class Component(NamedTuple):
    """A button that was pressed, by whom and where.

    offered  the custom_ids of the buttons on the message, as Discord shows it now
    """

    custom_id: str
    offered: Sequence[str]
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
        may_write=at_home and _may_write(command.app_permissions.value, in_thread=in_thread),
    )


def callback(command: Command) -> Callback:
    """How a command, or what is typed for one, is answered."""
    return Callback(command.id, command.application_id, command.token, command.type)


def callback_of(data: Any, application_id: int) -> Callback:
    """How the interaction in a gateway event is answered, whatever else is in it. Raises Unanswerable."""
    try:
        interaction_id, token = int(data["id"]), data["token"]
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise Unanswerable from error
    if not 0 < interaction_id <= _LARGEST_ID or not isinstance(token, str):
        raise Unanswerable
    return Callback(interaction_id, application_id, token, _type(data.get("type")))


def component(data: Mapping[str, Any], to: Callback, clock: DiscordClock) -> Component:
    """The press in a gateway event, which `to` answers.

    Raises KeyError, TypeError, ValueError or similar if Discord left out what every press needs.
    """
    message, channel = data.get("message") or {}, data.get("channel") or {}
    message_id, guild_id = _number(message.get("id")), _number(data.get("guild_id"))
    owners = data.get("authorizing_integration_owners") or {}
    at_home = guild_id is not None and _number(owners.get("0")) == guild_id
    permissions = int(data.get("app_permissions") or 0)
    return Component(
        str(data["data"]["custom_id"]),
        _custom_ids(message.get("components") or ()),
        Request(
            interaction_id=to.interaction_id,
            user_id=int(data.get("member", data)["user"]["id"]),
            channel_id=int(channel.get("id") or data["channel_id"]),
            guild_id=guild_id,
            message_id=message_id,
            at=clock.time_of(to.interaction_id),
            may_write=at_home and _may_write(permissions, in_thread=channel.get("type") in _THREADS),
        ),
        to._replace(pressed=message_id, private=bool(message.get("flags", 0) & _EPHEMERAL)),
    )


def _type(number: object) -> InteractionType:
    return _TYPES.get(number, InteractionType.ping) if isinstance(number, int) else InteractionType.ping


def _number(snowflake: str | None) -> int | None:
    return None if snowflake is None else int(snowflake)


def _custom_ids(components: Iterable[Mapping[str, Any]]) -> list[str]:
    """The custom_id of every button, also inside rows and containers."""
    found: list[str] = []
    for part in components:
        if "components" in part:
            found += _custom_ids(part["components"])
        elif "custom_id" in part:
            found.append(part["custom_id"])
    return found


def _may_write(allowed: int, *, in_thread: bool) -> bool:
    """Whether these permissions let the bot send messages where it was used, without being asked."""
    needed = _WRITE_IN_THREAD if in_thread else _WRITE
    return allowed & needed == needed
