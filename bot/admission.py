"""Who is let in when more people come than can be answered.

Discord waits three seconds for an answer. Under more load than the bot can carry every answer would
come later than that; so whatever comes too late, or finds too many before it, is turned away before
any work is done for it, and the rest is answered in time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from bot import metrics

MOST_AT_WORK = 256  # a quarter of a second's work; beyond it, waiting in memory helps nobody
LATEST = 1.5  # seconds; what is older on its arrival could only just be answered in time
BUSY = 16  # with fewer at work nothing is late for want of time, whatever the clocks say

_log = logging.getLogger(__name__)

_BETWEEN_WARNINGS = 10.0


class Admission:
    """Judges interactions by their age and by how many are being answered; `turned_away` counts them."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic  # seconds; only differences count
        self._warned_at = float("-inf")
        self.turned_away = 0

    def admits(self, age: float, at_work: int) -> bool:
        """Whether to answer an interaction that is `age` seconds old, while so many others are at work."""
        late = age >= LATEST and at_work >= BUSY
        if not late and at_work < MOST_AT_WORK:
            return True
        self.turned_away += 1
        metrics.TURNED_AWAY.inc()
        self._warn()
        return False

    def _warn(self) -> None:
        now = self._monotonic()
        if now - self._warned_at >= _BETWEEN_WARNINGS:
            self._warned_at = now
            _log.warning("Too much to do: %d interactions were turned away so far", self.turned_away)
