"""How long a search may take: it stops when its limits say so, or when somebody else does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic

_NODES_BETWEEN_LOOKS = 256  # about two milliseconds


class SearchStopped(Exception):
    """A search reached its limits before it had an answer. What it found out so far is kept for the next."""


@dataclass
class Limits:
    """What a search may use up.

    nodes      how many positions it may still look at; None for any number
    deadline   when it must have ended, on the clock of `time.monotonic`; None for no such time
    stopped    asked now and then whether to stop
    """

    nodes: int | None = None
    deadline: float | None = None
    stopped: Callable[[], bool] = bool

    def use(self, nodes: int) -> None:
        """Count so many positions. Raises SearchStopped where there may be no more."""
        if self.nodes is not None:
            self.nodes -= nodes
        out_of_nodes = self.nodes is not None and self.nodes < 0
        if out_of_nodes or self.stopped() or (self.deadline is not None and monotonic() > self.deadline):
            raise SearchStopped


_limits: ContextVar[Limits | None] = ContextVar("limits of a search", default=None)


@contextmanager
def limited(
    *, nodes: int | None = None, seconds: float | None = None, stopped: Callable[[], bool] = bool
) -> Iterator[None]:
    """Within this, whatever the engine searches ends within these limits, or raises SearchStopped.

    They are looked at every 256 positions, which is every few milliseconds.
    """
    deadline = None if seconds is None else monotonic() + seconds
    token = _limits.set(Limits(nodes, deadline, stopped))
    try:
        yield
    finally:
        _limits.reset(token)


class Counter:
    """Counts the positions one search looks at, and keeps it within the limits it was started in."""

    def __init__(self) -> None:
        self.nodes = 0
        self._limits = _limits.get()

    def count(self) -> None:
        """One position more. Raises SearchStopped."""
        self.nodes += 1
        if not self.nodes % _NODES_BETWEEN_LOOKS and self._limits:
            self._limits.use(_NODES_BETWEEN_LOOKS)
