"""What Discord sends of people, channels, messages and the application."""

from typing import Any


def user(number: int, name: str, **more: Any) -> dict[str, Any]:
    known = {"id": str(number), "username": name, "discriminator": "0", "avatar": None, "global_name": None}
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
