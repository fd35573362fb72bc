"""Bans: the people and servers that the bot's operator has shut out."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sessions.seats import UserId
from bot.texts import Refusal, say


class Banned(Refusal):
    """The bot's operator has blocked the person."""

    says = say("**The bot's operator has blocked you.** `/ttt privacy` still shows your data.")


class ServerBanned(Refusal):
    """The bot's operator has blocked the server."""

    says = say("**The bot's operator has blocked this server.** `/ttt privacy` still shows your data.")


@dataclass(frozen=True)
class Bans:
    """Who may not use the bot, by their ids."""

    people: frozenset[UserId] = frozenset()
    servers: frozenset[int] = frozenset()

    def check(self, user_id: UserId, guild_id: int | None) -> None:
        """Raises Banned or ServerBanned for a person in a server, or in direct messages."""
        if user_id in self.people:
            raise Banned
        if guild_id in self.servers:
            raise ServerBanned
