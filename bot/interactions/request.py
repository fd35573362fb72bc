"""A request: what every transaction knows about the person who asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any


@dataclass(frozen=True)
class Request:
    """Who asks, where and when.

    interaction_id  Discord's id of the request: it grows with time and is never used twice
    message_id      the message whose button was pressed, or None for a command
    at              seconds since 1970, UTC, by Discord's clock
    language        of what everyone here sees, unless the server's settings name another
    may_write       whether the bot may post in the channel without an interaction
    defaults        the operator's values for settings that a server has not changed, by name
    """

    interaction_id: int
    user_id: int
    channel_id: int
    guild_id: int | None
    message_id: int | None
    at: int
    language: str
    may_write: bool = False
    defaults: Mapping[str, Any] = field(default_factory=dict)

    @property
    def for_new_message(self) -> Request:
        """The same request, but a new message shows what comes of it, not the one pressed."""
        return replace(self, message_id=None)
