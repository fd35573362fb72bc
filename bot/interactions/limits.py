"""Who is let in: nobody who is too fast, and not more than can be answered in time.

Discord waits three seconds for an answer. If the bot took on more than it can handle, every answer
would come too late. So it turns away interactions that arrive late, or that find too many others at
work, before it does any work for them, and answers the rest in time.
"""

import logging
from collections import deque
from collections.abc import Callable

from prometheus_client import Counter

MAX_AT_WORK = 256  # a quarter of a second's work; more would only wait in memory
MAX_AGE = 1.5  # seconds; an older interaction could hardly be answered in time
BUSY = 16  # with fewer at work load is not the reason for being late, whatever the clocks say

ACTIONS = 10  # of one person, within SECONDS
COMPLETIONS = 20  # autocompletions: Discord asks for one with each character typed
SECONDS = 5.0

_BETWEEN_WARNINGS = 10.0  # seconds

_TURNED_AWAY = Counter(
    "ttt_turned_away", "Interactions turned away because there was too much to do."
)

_logger = logging.getLogger(__name__)


class Admission:
    """Admits interactions by age and by how many are at work. `turned_away` counts the rest."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic  # seconds; only differences count
        self._warned_at = float("-inf")
        self.turned_away = 0

    def admits(self, age: float, at_work: int) -> bool:
        """Whether to answer an interaction `age` seconds old while `at_work` others are at work."""
        late = age >= MAX_AGE and at_work >= BUSY
        if not late and at_work < MAX_AT_WORK:
            return True
        self.turned_away += 1
        _TURNED_AWAY.inc()
        now = self._monotonic()
        if now - self._warned_at >= _BETWEEN_WARNINGS:
            self._warned_at = now
            _logger.warning(
                "Too much to do: %d interactions were turned away so far", self.turned_away
            )
        return False


class RateLimit:
    """Remembers for a few seconds when each person acted, so no one keeps the bot busy for all."""

    def __init__(self, now: Callable[[], float], actions: int = ACTIONS) -> None:
        self._now = now
        self._actions = actions
        self._acted: dict[int, deque[float]] = {}
        self._tidied_at = now()

    def retry_after(self, user_id: int) -> float:
        """Seconds until this person may act; 0 if they may act now, which counts as an action."""
        now = self._now()
        if now - self._tidied_at >= SECONDS:
            self._tidied_at = now
            self._acted = {
                user: acted for user, acted in self._acted.items() if now - acted[-1] < SECONDS
            }
        acted = self._acted.setdefault(user_id, deque(maxlen=self._actions))
        if len(acted) == self._actions and now - acted[0] < SECONDS:
            return SECONDS - (now - acted[0])
        acted.append(now)
        return 0.0
