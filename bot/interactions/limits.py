"""Who is let in: nobody who is too fast, and not more than can be answered in time.

Discord waits three seconds for an answer. If the bot took on more than it can handle, every answer
would come too late. So it turns interactions away before it does any work for them, and answers the
rest in time. First come those of a person who does too much at once: nobody takes the places of all
others. Then those that find too many at work. What is let in is given up if it takes too long from
its arrival: by its handler, and by the store before it has begun.
"""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Callable
from typing import NamedTuple

import prometheus_client

MAX_AT_WORK = 256  # a quarter of a second's work; more would only wait in memory

SECONDS = 5.0  # in which the actions of a person are counted

_BETWEEN_WARNINGS = 10.0  # seconds

_TURNED_AWAY = prometheus_client.Counter(
    "ttt_turned_away", "Interactions turned away because there was too much to do."
)
_TOO_FAST = prometheus_client.Counter(
    "ttt_too_fast", "Interactions of people who did too much at once, told so or not answered."
)

_logger = logging.getLogger(__name__)


class PersonLimits(NamedTuple):
    """What one person may ask of the bot.

    actions      commands and presses within SECONDS
    completions  autocompletions within SECONDS: Discord asks for one with each character typed
    at_once      interactions that are at work at the same time
    """

    actions: int = 10
    completions: int = 20
    at_once: int = 5


OF_EACH = PersonLimits()
UNLIMITED = PersonLimits(10**9, 10**9, 10**9)


class Admission:
    """Gives places to interactions, by their person, and how many others have one.

    A person who is too fast is told so once within SECONDS. What else they send meanwhile gets no
    answer at all: each would cost as much as another person's move.

    turned_away  how many were dropped because there was too much to do
    """

    def __init__(self, monotonic: Callable[[], float], limits: PersonLimits = OF_EACH) -> None:
        """Start with all places free. `monotonic` returns seconds; only differences count."""
        self._monotonic = monotonic
        self._actions = RateLimit(monotonic, limits.actions)
        self._completions = RateLimit(monotonic, limits.completions)
        self._warnings = RateLimit(monotonic, 1)
        self._most_at_once = limits.at_once
        self._places: Counter[int] = Counter()  # that are taken, by person
        self._warned_at = float("-inf")
        self.at_work = 0
        self.turned_away = 0

    def enter(self, user_id: int, *, is_typing: bool = False) -> float | None:
        """Let an interaction in, or not. Unless it is dropped, it has a place until `leave`.

        is_typing  whether it asks for choices while its person types

        Returns the seconds that its person is told to wait, 0 if it is let in, None if it is
        dropped.
        """
        if self._places[user_id] >= self._most_at_once:
            wait = 1.0  # until one of their answers is there, which takes no longer
        elif is_typing:
            wait = self._completions.retry_after(user_id)
        else:
            wait = self._actions.retry_after(user_id)
        if wait:
            _TOO_FAST.inc()
            # Discord shows nothing in place of choices; and a second warning says nothing new.
            if is_typing or self._warnings.retry_after(user_id):
                return None
        if self.at_work >= MAX_AT_WORK:
            self._turn_away()
            return None
        self._places[user_id] += 1
        self.at_work += 1
        return wait

    def leave(self, user_id: int) -> None:
        """Take back the place of an interaction that is done."""
        self.at_work -= 1
        self._places[user_id] -= 1
        if not self._places[user_id]:
            del self._places[user_id]

    def _turn_away(self) -> None:
        self.turned_away += 1
        _TURNED_AWAY.inc()
        now = self._monotonic()
        if now - self._warned_at >= _BETWEEN_WARNINGS:
            self._warned_at = now
            _logger.warning(
                "Too much to do: %d interactions were turned away so far", self.turned_away
            )


class RateLimit:
    """Remembers for a few seconds when each person acted, so no one keeps the bot busy for all."""

    def __init__(self, now: Callable[[], float], actions: int) -> None:
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
