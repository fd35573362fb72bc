"""Discord's time, by which every deadline is judged. This machine's own time is never used."""

import asyncio
from collections.abc import Awaitable, Callable
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp

EPOCH = 1_420_070_400  # the start of 2015, where Discord's ids begin to count
_QUORUM = 3  # how many stamps it takes to move the clock
_KEPT = 2 * _QUORUM - 1  # of a window, the latest: enough for a quorum beside two late ones
_WINDOW = 60.0  # seconds; a stamp counts for one to two windows, or longer if there are too few
# Seconds that Discord waits for an answer; an older interaction is not worth handling.
_PATIENCE = 3.0


class DiscordClock:
    """Discord's time, estimated from stamps on what Discord sends: interaction ids and HTTP dates.

    A stamp is made before it reaches us, so a correct stamp is never ahead of Discord's clock; it
    is behind by the time it took to arrive. The latest stamp would be the best estimate, but then a
    single wrong one could move the clock by days. So we use the third latest of the last minute or
    two: two wrong stamps change nothing, nor do two late ones. The price is small, since the
    estimate is only late by the time the third fastest took to arrive. The first stamp sets the
    clock, and of the first two or three the earliest: a clock that is ahead would end games and
    turn people away. It would be late after two old stamps among these, but Discord sends a new
    session nothing old. Between stamps a monotonic clock keeps it going.
    """

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic  # seconds; only differences count
        # In a simulated Discord, seconds pass when its time does.
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
        self._lead: float | None = None  # seconds to add to the monotonic clock
        # By stamp, so that a stamp delivered twice counts once.
        self._leads: dict[float, float] = {}
        self._earlier_leads: dict[float, float] = {}  # from the window before
        self._window_ends = 0.0

    @property
    def is_set(self) -> bool:
        """Whether Discord has sent a stamp yet."""
        return self._lead is not None

    def now(self) -> float:
        """Seconds since 1970, UTC, a fraction of a second late. The clock must be set."""
        assert self._lead is not None, "nothing has come from Discord yet"
        return self._monotonic() + self._lead

    def time_of(self, interaction_id: int) -> int:
        """When an interaction that has just arrived was made: whole seconds since 1970, UTC.

        That is the time in its id, if it is neither in the future nor longer ago than Discord waits
        for an answer; otherwise the nearest time that is.
        """
        now = self.now()
        earliest = now - _PATIENCE
        return int(min(max(made_at(interaction_id), earliest), now))

    def learn(self, stamp: float) -> None:
        """Use the stamp of something that has just arrived: seconds since 1970, UTC."""
        ours = self._monotonic()
        if len(self._leads) == _KEPT and ours >= self._window_ends:
            self._earlier_leads = self._leads
            self._leads = {}
            self._window_ends = ours + _WINDOW
        lead = stamp - ours
        if len(self._leads) == _KEPT and lead <= min(self._leads.values()):
            return
        self._leads.setdefault(stamp, lead)
        if len(self._leads) > _KEPT:
            earliest = min(self._leads, key=self._leads.__getitem__)
            del self._leads[earliest]
        leads = self._leads | self._earlier_leads
        latest = sorted(leads.values(), reverse=True)
        quorum = latest[:_QUORUM]
        self._lead = quorum[-1]


def made_at(interaction_id: int) -> float:
    """When an interaction was made, according to its id: seconds since 1970, UTC."""
    return (interaction_id >> 22) / 1000 + EPOCH


def http_trace(clock: DiscordClock) -> aiohttp.TraceConfig:
    """Makes `clock` learn from the date of every HTTP answer of a session."""

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
