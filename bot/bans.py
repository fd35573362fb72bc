"""Turns away the people and servers that the bot's operator has banned."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from bot.rendering import custom_id
from bot.rendering.custom_id import ABOUT_ONESELF
from bot.sessions.bans import Bans
from bot.storage import record_transactions
from bot.storage.store import Store

_ABOUT_ONESELF = "privacy"  # the command


class Gate:
    """Who may come in. It keeps the bans in memory, so that an interaction need not wait for the store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._bans = Bans()

    async def refresh(self) -> None:
        """Read the bans. Raises StoreUnavailable or OutcomeUnknown, and the old ones stay."""
        self._bans = await self._store.run(record_transactions.load_bans)

    @property
    def servers(self) -> Set[int]:
        """The banned servers."""
        return self._bans.servers

    def check(self, data: Mapping[str, Any]) -> None:
        """Let an interaction pass, as Discord sent it. One about the person's own data always passes.

        Raises Banned or ServerBanned, and KeyError, TypeError or similar if Discord left out who it is from.
        """
        if not (self._bans.people or self._bans.servers) or _is_about_oneself(data["data"]):
            return
        guild_id = data.get("guild_id")
        self._bans.check(int(data.get("member", data)["user"]["id"]), int(guild_id) if guild_id else None)


def _is_about_oneself(what: Mapping[str, Any]) -> bool:
    """Whether a command or a press asks for what is kept about the person, or changes that."""
    if "custom_id" in what:
        press = custom_id.read(what["custom_id"])
        return press is not None and press.verb in ABOUT_ONESELF
    return any(option.get("name") == _ABOUT_ONESELF for option in what.get("options") or ())
