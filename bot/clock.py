"""Discord's time, which every deadline is judged by. This machine's own time is never used."""

from __future__ import annotations

from collections.abc import Callable
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp

_EPOCH = 1_420_070_400.0  # the start of 2015, from which Discord's ids count
_QUORUM = 3  # stamps it takes to move the clock
_WINDOW = 60.0  # seconds; stamps count for one to two of them, as long as there are enough
_PATIENCE = 3.0  # seconds that Discord waits for an answer, so no interaction worth handling is older


class DiscordClock:
    """Discord's time, estimated from the stamps on what Discord sends: interaction ids and HTTP dates.

    Discord stamps something before it reaches us, so a correct stamp is never ahead of Discord's clock,
    only behind, by as long as it took to arrive. The latest stamp would be the best estimate, but a
    single wrong one could then move the clock by days. So the third latest of the last minute or two
    counts. Two wrong stamps change nothing, and a late one never does. The price is small: the estimate
    is late by what the third fastest took to arrive. The very first stamp sets the clock, and between
    stamps a monotonic clock keeps it going.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic  # seconds; only differences count
        self._lead: float | None = None  # what to add to ours
        self._leads: dict[float, float] = {}  # by stamp, so that one delivered twice counts once
        self._earlier_leads: dict[float, float] = {}  # of the window before
        self._window_ends = 0.0

    @property
    def is_set(self) -> bool:
        """Whether anything has come from Discord yet."""
        return self._lead is not None

    def now(self) -> float:
        """Seconds since 1970, UTC, a fraction of a second late. The clock must be set."""
        assert self._lead is not None, "nothing has come from Discord yet"
        return self._monotonic() + self._lead

    def time_of(self, interaction_id: int) -> int:
        """When an interaction that has just arrived was made: whole seconds since 1970, UTC.

        Its id says so, but is believed only within bounds: not in the future, and no longer ago than
        Discord waits for an answer.
        """
        now = self.now()
        return int(min(max(made_at(interaction_id), now - _PATIENCE), now))

    def learn(self, stamp: float) -> None:
        """Take into account the stamp on something that has just arrived: seconds since 1970, UTC."""
        ours = self._monotonic()
        if len(self._leads) == _QUORUM and ours >= self._window_ends:
            self._earlier_leads, self._leads = self._leads, {}
            self._window_ends = ours + _WINDOW
        lead = stamp - ours
        if len(self._leads) < _QUORUM or lead > min(self._leads.values()):
            self._keep(stamp, lead)

    def _keep(self, stamp: float, lead: float) -> None:
        self._leads.setdefault(stamp, lead)
        if len(self._leads) > _QUORUM:
            del self._leads[min(self._leads, key=self._leads.__getitem__)]
        latest = sorted((self._leads | self._earlier_leads).values(), reverse=True)
        if len(latest) >= _QUORUM:
            self._lead = latest[_QUORUM - 1]
        elif self._lead is None:
            self._lead = lead


def made_at(interaction_id: int) -> float:
    """When an interaction was made, by its id: seconds since 1970, UTC."""
    return (interaction_id >> 22) / 1000 + _EPOCH


def http_trace(clock: DiscordClock) -> aiohttp.TraceConfig:
    """Makes an HTTP session tell `clock` the date of every answer."""

    async def learn(_: object, __: SimpleNamespace, request: aiohttp.TraceRequestEndParams) -> None:
        answer = request.response
        try:
            date = parsedate_to_datetime(answer.headers.get("Date", ""))
        except ValueError:
            return  # a proxy may have removed it
        clock.learn(date.timestamp())

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(learn)
    return trace
