"""Virtual time, and an asyncio event loop that lives in it.

Time stands still while something happens, and then jumps to whatever comes next. So an hour in
which nobody plays takes no longer than its timers, and nothing depends on how fast this machine is.

Everything comes at a moment that the seed draws: each turn of a loop, each timer, each request,
each commit. What asyncio promises stays: callbacks run in the order in which they were registered,
and no timer is early.
"""

import asyncio
import heapq
import itertools
import warnings
from asyncio import TimerHandle, events
from collections import deque
from collections.abc import Callable
from random import Random
from typing import Any

Callback = Callable[..., Any]

_TURN = 0.001  # seconds that a loop may be busy before its next turn
_LATE = 0.003  # seconds by which a timer may be late


class Timeline:
    """Virtual time, and all that is to come, for everyone in the world.

    now  seconds since the world began
    """

    def __init__(self, rng: Random) -> None:
        self.now = 0.0
        self._rng = rng
        self._coming: list[tuple[float, int, Callback, tuple[Any, ...]]] = []
        self._numbers = itertools.count()

    def soon(self, longest: float, happen: Callback, *args: Any) -> None:
        """Let something happen within so many seconds."""
        self.at(self.now + self._rng.random() * longest, happen, *args)

    def at(self, when: float, happen: Callback, *args: Any) -> None:
        """Let something happen at a time; at the same time, first come, first served."""
        heapq.heappush(self._coming, (max(when, self.now), next(self._numbers), happen, args))

    def timer(self, when: float, happen: Callback, *args: Any) -> None:
        """The same at a time or a little later, as timers are."""
        self.at(when + self._rng.random() * _LATE, happen, *args)

    def run(self, until: float) -> None:
        """Let everything happen that comes up to a time."""
        while self._coming and self._coming[0][0] <= until:
            when, _, happen, args = heapq.heappop(self._coming)
            self.now = max(self.now, when)
            happen(*args)
        self.now = max(self.now, until)

    def stand_still(self, seconds: float) -> None:
        """Let so many seconds pass in which this machine does nothing; what was due comes later."""
        self.now += seconds


class _Killed(BaseException):
    """The process ends here and now, whatever the code around wants to do about it."""


class Loop(asyncio.AbstractEventLoop):
    """The event loop of one process. Its threads take their turns beside it, each at once.

    before_each  called before each callback
    bury         called with the reason after `kill`
    errors       what asyncio would have logged
    """

    def __init__(
        self, timeline: Timeline, before_each: Callable[[], None], bury: Callable[[str], None]
    ) -> None:
        self._timeline = timeline
        self._before_each = before_each
        self._bury = bury
        self._ready: deque[asyncio.Handle] = deque()
        self._has_turn = False
        self._is_dead = False
        self._killed: str | None = None
        self.errors: list[dict[str, Any]] = []

    def time(self) -> float:
        return self._timeline.now

    def call_soon(self, callback: Callback, *args: Any, context: Any = None) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        self._make_ready(handle)
        return handle

    call_soon_threadsafe = call_soon

    def call_later(
        self, delay: float, callback: Callback, *args: Any, context: Any = None
    ) -> TimerHandle:
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def call_at(
        self, when: float, callback: Callback, *args: Any, context: Any = None
    ) -> TimerHandle:
        handle = TimerHandle(when, callback, args, self, context)
        if self._is_dead:
            self._ready.append(handle)
        else:
            self._timeline.timer(when, self._is_due, handle)
        return handle

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(
        self, coro: Any, *, name: str | None = None, context: Any = None
    ) -> asyncio.Task[Any]:
        return asyncio.Task(coro, loop=self, name=name, context=context)

    def run_in_executor(self, executor: Any, func: Callback, *args: Any) -> asyncio.Future[Any]:
        """The result of `func`, which a thread of its own would have run."""
        done = self.create_future()
        if self._is_dead:
            done.cancel()
        else:
            self._timeline.soon(_TURN, self.outside, self._run_thread, done, func, args)
        return done

    def outside(self, work: Callback, *args: Any) -> None:
        """Run what this process does outside its loop, as a thread does, if it still lives."""
        if self._is_dead:
            return
        try:
            work(*args)
        except BaseException:
            if self._killed is None:
                raise
        if self._killed is not None:
            self._bury(self._killed)

    def kill(self, why: str) -> None:
        """End the process in the middle of what it does."""
        self._killed = why
        raise _Killed

    def die(self) -> None:
        """Stop as a killed process does: nothing that was to come happens.

        Python would later close the coroutines that are left, and so run their last blocks. They
        run now, cut off from everything: no thread starts, and no timer takes any time.
        """
        self._is_dead = True
        self._before_each = lambda: None
        with warnings.catch_warnings():
            # A last block may make a coroutine that will never run.
            warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
            tasks = asyncio.all_tasks(self)
            while tasks:  # the variable of a `for` would keep the last task beyond the filter
                tasks.pop().cancel()
            while self._ready:
                self._run_ready()

    def is_running(self) -> bool:
        return not self._is_dead

    def is_closed(self) -> bool:
        return False

    def get_debug(self) -> bool:
        return False

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self._is_dead:
            self.errors.append(context)

    async def shutdown_asyncgens(self) -> None:
        pass

    def _timer_handle_cancelled(self, handle: TimerHandle) -> None:
        pass  # `_is_due` looks

    def _is_due(self, handle: TimerHandle) -> None:
        if not handle.cancelled() and not self._is_dead:
            self._make_ready(handle)

    def _make_ready(self, handle: asyncio.Handle) -> None:
        self._ready.append(handle)
        if not self._has_turn and not self._is_dead:
            self._has_turn = True
            self._timeline.soon(_TURN, self.outside, self._take_turn)

    def _run_thread(self, done: asyncio.Future[Any], func: Callback, args: tuple[Any, ...]) -> None:
        try:
            result = func(*args)
        except Exception as error:  # noqa: BLE001 - it belongs to the task that waits for the thread
            self.call_soon(settle, done, None, error)
        else:
            self.call_soon(settle, done, result, None)

    def _take_turn(self) -> None:
        self._has_turn = False
        self._run_ready()
        if self._ready and not self._has_turn:
            self._has_turn = True
            self._timeline.soon(_TURN, self.outside, self._take_turn)

    def _run_ready(self) -> None:
        """Run what was ready when the turn began, unless a callback kills the process."""
        before = events._get_running_loop()
        events._set_running_loop(self)
        try:
            for _ in range(len(self._ready)):
                self._before_each()
                handle = self._ready.popleft()
                if not handle.cancelled():
                    handle._run()
                if self._killed and not self._is_dead:
                    return
        finally:
            events._set_running_loop(before)


def settle(done: asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    """Let what waits go on with a result or an error, unless nobody waits for it."""
    if done.done():
        return
    if error is None:
        done.set_result(result)
    else:
        done.set_exception(error)
