"""What Discord sends of people, channels, messages and the application."""

from collections.abc import Collection, Mapping
from typing import Any


def user(number: int, name: str, **more: Any) -> dict[str, Any]:
    known = {
        "id": str(number),
        "username": name,
        "discriminator": "0",
        "avatar": None,
        "global_name": None,
    }
    return known | more


def bot(number: int) -> dict[str, Any]:
    return user(number, "bot", bot=True)


def channel(number: int, guild: int, permissions: str) -> dict[str, Any]:
    return {
        "id": str(number),
        "type": 0,
        "name": "general",
        "guild_id": str(guild),
        "permissions": permissions,
        "position": 0,
        "parent_id": None,
        "topic": None,
        "nsfw": False,
        "last_message_id": None,
        "rate_limit_per_user": 0,
        "flags": 0,
    }


def message(number: int, where: int, author: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "id": str(number),
        "channel_id": str(where),
        "type": 0,
        "content": "",
        "components": [],
        "flags": 0,
        "author": author,
        "timestamp": "2026-01-01T00:00:00+00:00",
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "pinned": False,
    } | more


def parts(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    """All components of a message, those inside others too, as they follow one another."""
    found = []
    for component in message.get("components") or []:
        found.append(component)
        found += parts(component)
    return found


def metadata(made_by: int, follows: int | None = None) -> dict[str, Any]:
    """What a message says of the interaction that made it, and of the answer that it followed."""
    said = {
        "id": str(made_by),
        "type": 2,
        "user": user(1, "ann"),
        "authorizing_integration_owners": {"0": "77"},
    }
    if follows is not None:
        said["original_response_message_id"] = str(follows)
    return said


def application(number: int, owner: dict[str, Any], servers: int) -> dict[str, Any]:
    return {
        "id": str(number),
        "name": "bot",
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "",
        "owner": owner,
        "flags": 0,
        "approximate_guild_count": servers,
    }


def interaction(
    number: int, kind: int, token: str, data: dict[str, Any], where: int, **more: Any
) -> dict[str, Any]:
    """An event of the gateway: a command or a press, by somebody whose Discord is in English."""
    return {
        "id": str(number),
        "application_id": "42",
        "type": kind,
        "token": token,
        "version": 1,
        "data": data,
        "channel_id": str(where),
        "locale": "en-US",
        "entitlements": [],
        "attachment_size_limit": 1 << 23,
    } | more


def command(name: str, options: Mapping[str, Any], people: Collection[str] = ()) -> dict[str, Any]:
    """The data of a subcommand of /ttt; `people` are the options that name somebody."""
    given = [
        {"name": each, "type": 6, "value": str(value)}
        if each in people
        else {"name": each, "type": _OPTIONS[type(value)], "value": value}
        for each, value in options.items()
    ]
    subcommand = {"name": name, "type": 1, "options": given}
    return {"id": "1", "name": "ttt", "type": 1, "options": [subcommand]}


def menu(name: str, target: str, resolved: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a command in the menu of a message, which is among what is `resolved`."""
    return {"id": "1", "name": name, "type": 3, "target_id": target, "resolved": resolved}


_OPTIONS = {str: 3, int: 4, bool: 5}  # Discord's types


def registered(command: dict[str, Any], number: int = 1) -> dict[str, Any]:
    """A command as Discord has it after it was uploaded."""
    known = {"id": str(number), "application_id": "42", "version": "1"}
    return {"type": 1, "description": ""} | command | known
