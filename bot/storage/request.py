"""A request: what every transaction knows about the person who asks."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.sessions.seats import UserId
from bot.sessions.settings import DEFAULT_LANGUAGE, DEFAULTS, ServerSettings


@dataclass(frozen=True)
class Request:
    """Who asks, where and when.

    interaction_id  Discord's id of the request: it grows with time and is never used twice
    message_id      the message whose button was pressed, or None for a command
    at              seconds since 1970, UTC, by Discord's clock
    may_write       whether the bot may post in the channel without an interaction
    language        of what everyone here sees, unless the server's settings name another
    defaults        the settings of servers that have changed none
    """

    interaction_id: int
    user_id: UserId
    channel_id: int
    guild_id: int | None
    message_id: int | None
    at: int
    may_write: bool = False
    language: str = DEFAULT_LANGUAGE
    defaults: ServerSettings = DEFAULTS

    @property
    def for_new_message(self) -> Request:
        """The same request, where a new message shows what comes of it, and not the one that was pressed."""
        return replace(self, message_id=None)
