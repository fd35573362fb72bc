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
from bot.rendering.looks import EMOJI, Look
from bot.rendering.voice import ENGLISH, Voice, voice_of
from bot.storage.request import Request

Interaction: TypeAlias = discord.Interaction[Any]
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

    token    with it the interaction is answered, and for 15 minutes its answer can be redrawn
    type     InteractionType.ping for every type this version does not know
    voice    for what only the person who asked sees: in the language of their Discord
    public_voice  for what others see too: in the language of the server
    look     of the boards
    pressed  the message whose button was pressed, or None for a command
    private  whether only the person who pressed sees that message
    """

    interaction_id: int
    application_id: int
    token: str
    type: InteractionType
    voice: Voice = ENGLISH
    public_voice: Voice = ENGLISH
    look: Look = EMOJI
    pressed: int | None = None
    private: bool = False


class Command(NamedTuple):
    """A command that was used, by whom and where.

    interaction  what discord.py made of it, for what only commands bring
    """

    interaction: Interaction
    request: Request
    to: Callback


class Component(NamedTuple):
    """A button that was pressed, by whom and where.

    offered  the custom_ids of the buttons on the message, as Discord shows it now
    """

    custom_id: str
    offered: Sequence[str]
    request: Request
    to: Callback


def command(interaction: Interaction, to: Callback) -> Command:
    """The command that was used, which `to` answers. Raises ValueError if Discord left out the channel."""
    if interaction.channel_id is None:
        raise ValueError("an interaction without a channel")
    in_thread = isinstance(interaction.channel, discord.Thread)
    request = Request(
        interaction_id=interaction.id,
        user_id=interaction.user.id,
        channel_id=interaction.channel_id,
        guild_id=interaction.guild_id,
        message_id=None,
        at=interaction.client.clock.time_of(interaction.id),
        may_write=_is_at_home(interaction)
        and _may_write(interaction.app_permissions.value, in_thread=in_thread),
    )
    return Command(interaction, request, to)


def callback(interaction: Interaction) -> Callback:
    """How a command, or what is typed for one, is answered."""
    server = interaction.guild_locale if _is_at_home(interaction) else None
    return Callback(
        interaction.id,
        interaction.application_id,
        interaction.token,
        interaction.type,
        *_voices(interaction.locale.value, server.value if server else None),
    )


def callback_of(data: Any, application_id: int) -> Callback:
    """How the interaction in a gateway event is answered, whatever else is in it. Raises Unanswerable."""
    try:
        interaction_id, token = int(data["id"]), data["token"]
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise Unanswerable from error
    if not 0 < interaction_id <= _LARGEST_ID or not isinstance(token, str):
        raise Unanswerable
    server = data.get("guild_locale") if _has_home(data) else None
    return Callback(
        interaction_id, application_id, token, _type(data.get("type")), *_voices(data.get("locale"), server)
    )


def component(data: Mapping[str, Any], to: Callback, clock: DiscordClock) -> Component:
    """The press in a gateway event, which `to` answers.

    Raises KeyError, TypeError, ValueError or similar if Discord left out what every press needs.
    """
    message, channel = data.get("message") or {}, data.get("channel") or {}
    message_id, guild_id = _number(message.get("id")), _number(data.get("guild_id"))
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
            may_write=_has_home(data) and _may_write(permissions, in_thread=channel.get("type") in _THREADS),
        ),
        to._replace(pressed=message_id, private=bool(message.get("flags", 0) & _EPHEMERAL)),
    )


def _voices(person: object, server: object) -> tuple[Voice, Voice]:
    """The voices of private and of public answers, by the locales of a person's Discord and of their server.

    Only a Community server can choose a locale, all others have en-US: so that is no more than our default.
    Where the bot is not of the server, as in direct messages, there is none: the person's is for all.
    """
    voice = voice_of(person)
    return voice, voice if server is None else voice_of(server)


def _is_at_home(interaction: Interaction) -> bool:
    """Whether the bot was added to the server where the interaction comes from."""
    return interaction.guild_id is not None and interaction.is_guild_integration()


def _has_home(data: Mapping[str, Any]) -> bool:
    """The same of an interaction as Discord sends it."""
    owners, guild_id = data.get("authorizing_integration_owners"), data.get("guild_id")
    return guild_id is not None and isinstance(owners, Mapping) and owners.get("0") == guild_id


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
