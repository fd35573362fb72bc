"""Who has done something in which channel lately, and so sees what happens there."""

from collections import deque
from collections.abc import Callable
from math import inf

LATELY = 60.0  # seconds


class Presence:
    """Remembers, for as long as LATELY, who did something where. A restart forgets it."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        """Start without listening. `monotonic` returns seconds; only differences count."""
        self._monotonic = monotonic
        self._listens_since = inf
        self._acted: dict[int, dict[int, float]] = {}  # by channel and person: when they did last
        self._in_order: deque[tuple[float, int, int]] = deque()  # all that was done lately

    def listen(self) -> None:
        """From now on this process hears of everything; before it may have missed something."""
        self._listens_since = self._monotonic()

    def record(self, user_id: int, channel_id: int) -> None:
        """Somebody does something in a channel."""
        now = self._monotonic()
        self._forget(now)
        self._acted.setdefault(channel_id, {})[user_id] = now
        self._in_order.append((now, channel_id, user_id))

    def around(self, channel_id: int) -> frozenset[int] | None:
        """Who did something in a channel lately; None if nobody has listened for that long."""
        now = self._monotonic()
        if now - self._listens_since < LATELY:
            return None
        self._forget(now)
        return frozenset(self._acted.get(channel_id, ()))

    def _forget(self, now: float) -> None:
        """Forget what was done before that."""
        while self._in_order and now - self._in_order[0][0] >= LATELY:
            at, channel_id, user_id = self._in_order.popleft()
            people = self._acted.get(channel_id, {})
            if people.get(user_id) != at:
                continue  # they have done something else since, or at the same time
            del people[user_id]
            if not people:
                del self._acted[channel_id]
