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

_EPOCH = 1_420_070_400.0  # the start of 2015, from which Discord's numbers count
_WINDOW = 60.0  # seconds; a clock or a route that changes is believed after two of them
_BETWEEN_WARNINGS = 10.0


class Admission:
    """Judges interactions by their age and by how many are being answered; `turned_away` counts them.

    An interaction's number holds the millisecond it was made, by Discord's clock, which ours need not
    agree with. So its age is how much longer it took than the fastest of the last minute or two.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now  # seconds, by a clock that never steps
        self._fastest = self._fastest_before = float("inf")
        self._window_ends = now() + _WINDOW
        self._warned_at = float("-inf")
        self.turned_away = 0

    def admits(self, interaction_id: int, at_work: int) -> bool:
        """Whether to answer this interaction, while so many others are being answered."""
        now = self._now()
        late = self._age(interaction_id, now) >= LATEST and at_work >= BUSY
        if not late and at_work < MOST_AT_WORK:
            return True
        self.turned_away += 1
        metrics.TURNED_AWAY.inc()
        if now - self._warned_at >= _BETWEEN_WARNINGS:
            self._warned_at = now
            _log.warning("Too much to do: %d interactions were turned away so far", self.turned_away)
        return False

    def discords_time(self) -> float | None:
        """Seconds since 1970 by Discord's clock, a little late; None until the first interaction has come.

        It is right whatever our own clock says, or whoever sets it meanwhile.
        """
        fastest = min(self._fastest, self._fastest_before)
        return None if fastest == float("inf") else self._now() - fastest + _EPOCH

    def _age(self, interaction_id: int, now: float) -> float:
        """Seconds since it was made, beyond what the fastest took."""
        took = now - (interaction_id >> 22) / 1000
        if now >= self._window_ends:
            self._fastest_before, self._fastest = self._fastest, took
            self._window_ends = now + _WINDOW
        self._fastest = min(self._fastest, took)
        return took - min(self._fastest, self._fastest_before)
