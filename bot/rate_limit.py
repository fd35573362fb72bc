"""How often one person may act, so that one person cannot keep the bot busy for everyone else."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from bot.sessions.seats import UserId

ACTIONS = 10
COMPLETIONS = 20  # autocompletions: Discord asks for one with each character typed
SECONDS = 5.0


class RateLimit:
    """Remembers when each person acted, for a few seconds only."""

    def __init__(self, now: Callable[[], float], actions: int = ACTIONS) -> None:
        self._now = now
        self._actions = actions
        self._acted: dict[UserId, deque[float]] = {}
        self._tidied_at = now()

    def retry_after(self, user_id: UserId) -> float:
        """Seconds until this person may act; 0 if they may act now, and then it counts as an action."""
        now = self._now()
        self._forget_the_idle(now)
        acted = self._acted.setdefault(user_id, deque(maxlen=self._actions))
        if len(acted) == self._actions and now - acted[0] < SECONDS:
            return SECONDS - (now - acted[0])
        acted.append(now)
        return 0.0

    def _forget_the_idle(self, now: float) -> None:
        if now - self._tidied_at < SECONDS:
            return
        self._tidied_at = now
        self._acted = {user: acted for user, acted in self._acted.items() if now - acted[-1] < SECONDS}
