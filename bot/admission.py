"""Turns interactions away when there are too many to answer in time.

Discord waits three seconds for an answer. If the bot took on more than it can handle, every answer would
come too late. So it turns away interactions that arrive late, or that find too many others at work, before
it does any work for them, and answers the rest in time.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from bot import metrics

MAX_AT_WORK = 256  # a quarter of a second's work; more would only wait in memory
MAX_AGE = 1.5  # seconds; an older interaction could hardly be answered in time
BUSY = 16  # with fewer at work load is not the reason for being late, whatever the clocks say

_logger = logging.getLogger(__name__)

_BETWEEN_WARNINGS = 10.0


class Admission:
    """Admits interactions by their age and by how many are at work. `turned_away` counts the rest."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic  # seconds; only differences count
        self._warned_at = float("-inf")
        self.turned_away = 0

    def admits(self, age: float, at_work: int) -> bool:
        """Whether to answer an interaction that is `age` seconds old while `at_work` others are at work."""
        late = age >= MAX_AGE and at_work >= BUSY
        if not late and at_work < MAX_AT_WORK:
            return True
        self.turned_away += 1
        metrics.TURNED_AWAY.inc()
        self._warn()
        return False

    def _warn(self) -> None:
        now = self._monotonic()
        if now - self._warned_at >= _BETWEEN_WARNINGS:
            self._warned_at = now
            _logger.warning("Too much to do: %d interactions were turned away so far", self.turned_away)
