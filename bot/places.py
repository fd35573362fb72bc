"""Where an interaction comes from: whether the bot is at home there, who sees its answers, and who may write.

Each question is asked of an interaction as discord.py hands it to a command, or as Discord sent it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import discord
from discord import Permissions

Interaction: TypeAlias = discord.Interaction[Any]
"""An interaction as discord.py hands it to a command."""

_WRITE = Permissions(view_channel=True, send_messages=True).value
_WRITE_IN_THREAD = Permissions(view_channel=True, send_messages_in_threads=True).value
_WITH_THE_BOT = 1  # Discord's context of direct messages with the bot


def is_at_home(interaction: Interaction) -> bool:
    """Whether the bot was added to the server that the interaction comes from."""
    return interaction.guild_id is not None and interaction.is_guild_integration()


def has_home(data: Mapping[str, Any]) -> bool:
    """The same for an interaction as Discord sent it."""
    owners, guild_id = data.get("authorizing_integration_owners"), data.get("guild_id")
    return guild_id is not None and isinstance(owners, Mapping) and owners.get("0") == guild_id


def is_alone(interaction: Interaction) -> bool:
    """Whether nobody but this person can see our answers.

    That is so in direct messages with the bot, and in servers that do not have the bot and do not let people
    show others what their own apps answer.
    """
    if interaction.guild_id is None:
        return interaction.context.dm_channel
    is_theirs = interaction.is_user_integration() and not interaction.is_guild_integration()
    return is_theirs and not interaction.permissions.use_external_apps


def was_alone(data: Mapping[str, Any]) -> bool:
    """The same for an interaction as Discord sent it."""
    if data.get("guild_id") is None:
        return data.get("context") == _WITH_THE_BOT
    owners = data.get("authorizing_integration_owners")
    is_theirs = isinstance(owners, Mapping) and "1" in owners and not has_home(data)
    return is_theirs and not Permissions(permissions_of(data)).use_external_apps


def permissions_of(data: Mapping[str, Any]) -> int:
    """What the person may do in the channel, as Discord's bits."""
    return int((data.get("member") or {}).get("permissions") or 0)


def may_write(allowed: int, *, in_thread: bool) -> bool:
    """Whether these permissions let the bot post in the channel without an interaction."""
    needed = _WRITE_IN_THREAD if in_thread else _WRITE
    return allowed & needed == needed
