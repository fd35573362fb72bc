"""Bans: the people and servers that the bot's operator has shut out."""

from dataclasses import dataclass

from bot.messages.texts import Refusal, phrase
from bot.play.seats import UserId

# Why a request is refused:
BANNED = phrase("**The bot's operator has blocked you.** `/ttt privacy` still shows your data.")
SERVER_BANNED = phrase(
    "**The bot's operator has blocked this server.** `/ttt privacy` still shows your data."
)


@dataclass(frozen=True)
class Bans:
    """Who may not use the bot, by their ids."""

    people: frozenset[UserId] = frozenset()
    servers: frozenset[int] = frozenset()

    def check(self, user_id: UserId, guild_id: int | None) -> None:
        if user_id in self.people:
            raise Refusal(BANNED)
        if guild_id in self.servers:
            raise Refusal(SERVER_BANNED)
