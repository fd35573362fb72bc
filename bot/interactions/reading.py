"""Reads interactions as Discord sent them, before discord.py builds objects from them.

A command needs a member, a channel or a message that discord.py builds; a press needs none, and
building them costs more than the move.
https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-object
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from discord import ChannelType, InteractionType, Permissions

from bot.interactions.app import App
from bot.interactions.clock import made_at
from bot.interactions.interaction import Interaction
from bot.interactions.token import Token
from bot.messages.custom_id import NO_CUSTOM_ID, is_spoken, parse_custom_id
from bot.messages.payload import EPHEMERAL
from bot.messages.texts import voice_of

_ANSWERED = {
    InteractionType.application_command.value,
    InteractionType.component.value,
    InteractionType.autocomplete.value,
}
_THREADS = {
    kind.value
    for kind in (ChannelType.news_thread, ChannelType.public_thread, ChannelType.private_thread)
}
_WITH_THE_BOT = 1  # Discord's context of direct messages with the bot


def read_interaction(
    data: Mapping[str, Any], token: Token, app: App, came_at: float
) -> Interaction:
    """An interaction as Discord sent it. What is not settled yet is left at its default.

    Raises KeyError, TypeError, ValueError or similar if Discord left out something that we need.
    """
    if data["type"] not in _ANSWERED:
        raise ValueError(f"an interaction of type {data['type']!r}")
    details = data["data"]
    member = data.get("member") or {}
    message = data.get("message") or {}
    channel = data.get("channel") or {}
    guild_id = _number(data.get("guild_id"))
    theirs = Permissions(int(member.get("permissions") or 0))
    ours = Permissions(int(data.get("app_permissions") or 0))
    in_thread = channel.get("type") in _THREADS

    home = None
    if has_home(data):
        home = guild_id

    # Only Community servers can choose a locale; all others have en-US, which is our default
    # anyway. In direct messages, and where the bot is no member, there is no server locale.
    voice = voice_of(data.get("locale"))
    language = voice.locale
    if home is not None and data.get("guild_locale") is not None:
        language = voice_of(data["guild_locale"]).locale

    command = ""
    if "custom_id" in details:
        what = str(details["custom_id"])
    else:
        command, options = _command(details)
        typed = [f"{option['name']}:{option['value']}" for option in options]
        what = " ".join(["/" + command, *typed])

    return Interaction(
        app=app,
        token=token,
        came_at=came_at,
        is_typing=data["type"] == InteractionType.autocomplete.value,
        at=int(made_at(token.interaction_id)),
        user_id=int((member or data)["user"]["id"]),
        channel_id=int(channel.get("id") or data["channel_id"]),
        guild_id=guild_id,
        home=home,
        voice=voice,
        language=language,
        what=what,
        command=command,
        custom_id=parse_custom_id(what) or NO_CUSTOM_ID,
        chosen=next(iter(details.get("values") or ()), ""),
        pressed=_number(message.get("id")),
        on_private=bool(message.get("flags", 0) & EPHEMERAL),
        offered=_custom_ids((message or _target(details)).get("components") or ()),
        may=theirs,
        may_post=guild_id is None or _may_write(theirs, in_thread=in_thread),
        may_write=home is not None and _may_write(ours, in_thread=in_thread),
        is_alone=_is_alone(data, theirs),
        listens="custom_id" in details and is_spoken(what),
    )


def has_home(data: Mapping[str, Any]) -> bool:
    """Whether the bot was added to the server that the interaction comes from."""
    guild_id = data.get("guild_id")
    owners = data.get("authorizing_integration_owners")
    return guild_id is not None and isinstance(owners, Mapping) and owners.get("0") == guild_id


def _command(details: Mapping[str, Any]) -> tuple[str, Sequence[Mapping[str, Any]]]:
    """The name of a command with those of its groups, and the options that were given."""
    names = [details["name"]]
    options = details.get("options") or ()
    while options and "value" not in options[0]:
        names.append(options[0]["name"])
        options = options[0].get("options") or ()
    return " ".join(names), options


def _target(details: Mapping[str, Any]) -> Mapping[str, Any]:
    """The message in whose menu a command was chosen; empty if there is none."""
    resolved = details.get("resolved") or {}
    return resolved.get("messages", {}).get(details.get("target_id")) or {}


def _is_alone(data: Mapping[str, Any], theirs: Permissions) -> bool:
    """Whether nobody but this person can see our answers.

    That is so in direct messages with the bot, and in servers that do not have the bot and do not
    let people show others what their own apps answer.
    """
    if data.get("guild_id") is None:
        return data.get("context") == _WITH_THE_BOT
    owners = data.get("authorizing_integration_owners")
    is_theirs = isinstance(owners, Mapping) and "1" in owners and not has_home(data)
    return is_theirs and not theirs.use_external_apps


def _may_write(allowed: Permissions, *, in_thread: bool) -> bool:
    """Whether these permissions let someone post in the channel without an interaction."""
    if not allowed.view_channel:
        return False
    if in_thread:
        return allowed.send_messages_in_threads
    return allowed.send_messages


def _number(snowflake: str | None) -> int | None:
    if snowflake is None:
        return None
    return int(snowflake)


def _custom_ids(components: Iterable[Mapping[str, Any]]) -> list[str]:
    """The custom_ids of all buttons, including those in rows and containers."""
    found: list[str] = []
    for part in components:
        if "components" in part:
            found += _custom_ids(part["components"])
        elif "custom_id" in part:
            found.append(part["custom_id"])
    return found
