"""Limits of a search: how many positions, how long, and a way to stop it from outside."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from time import monotonic

_NODES_BETWEEN_LOOKS = 256  # about two milliseconds


class SearchStopped(Exception):
    """A search reached its limits without an answer. The next one can use what it found."""


@dataclass
class Limits:
    """What a search may use.

    nodes      how many positions it may still look at; None for no limit
    deadline   when it must end, by `time.monotonic`; None for no limit
    stopped    called now and then; returns whether to stop
    """

    nodes: int | None = None
    deadline: float | None = None
    stopped: Callable[[], bool] = bool

    def use(self, nodes: int) -> None:
        """Count so many positions. Raises SearchStopped at a limit."""
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
    """Every search in this block stays within these limits, or raises SearchStopped.

    They are checked every 256 positions, that is every few milliseconds.
    """
    deadline = None if seconds is None else monotonic() + seconds
    token = _limits.set(Limits(nodes, deadline, stopped))
    try:
        yield
    finally:
        _limits.reset(token)


class Counter:
    """Counts the positions of one search, and keeps it within the limits it was started with."""

    def __init__(self) -> None:
        self.nodes = 0
        self._limits = _limits.get()

    def count(self) -> None:
        """Count one more position. Raises SearchStopped."""
        self.nodes += 1
        if not self.nodes % _NODES_BETWEEN_LOOKS and self._limits:
            self._limits.use(_NODES_BETWEEN_LOOKS)
