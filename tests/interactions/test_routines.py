"""Work that runs by itself goes on, whatever goes wrong."""

import asyncio
import logging

import pytest
from prometheus_client import REGISTRY

from bot.database.errors import StoreUnavailable
from bot.interactions.clock import DiscordClock
from bot.interactions.routines import Routine
from tests.support.requests import NOW


def clock(*stamps: float) -> DiscordClock:
    clock = DiscordClock(lambda: 0.0)
    for stamp in stamps:
        clock.learn(stamp)
    return clock


def counted() -> float:
    return REGISTRY.get_sample_value("ttt_timer_errors_total") or 0.0


@pytest.mark.parametrize(
    ("error", "logged", "is_counted"),
    [
        (StoreUnavailable("the disk is full"), "The sweep has to wait: StoreUnavailable(", 0),
        (ConnectionResetError("gone"), "The sweep has to wait: ConnectionResetError(", 0),
        (KeyError("cell"), "The sweep failed", 1),
    ],
)
async def test_an_error_is_logged_counted_if_nobody_expects_it_and_stops_no_other_work(
    caplog: pytest.LogCaptureFixture, error: Exception, logged: str, is_counted: int
):
    done: list[int] = []

    async def fails(_: int) -> None:
        raise error

    async def succeeds(now: int) -> None:
        done.append(now)

    before = counted()
    sweep = Routine("The sweep", 60.0, fails, succeeds, clock=clock(NOW), again=1.0)
    assert await sweep.run() == (60.0 if is_counted else 1.0)
    assert done == [NOW]
    [record] = caplog.records
    assert record.getMessage().startswith(logged)
    assert counted() == before + is_counted
    assert (record.levelno, bool(record.exc_info)) == (
        (logging.ERROR, True) if is_counted else (logging.WARNING, False)
    )


async def test_the_next_time_is_the_soonest_that_any_of_the_work_asks_for():
    async def within(seconds: float | None) -> float | None:
        return seconds

    works = [lambda _, seconds=seconds: within(seconds) for seconds in (None, 20.0, 3.0)]
    assert await Routine("The sweep", 1.0, *works, clock=clock(NOW)).run() == 3.0


async def test_nothing_is_done_before_discords_time_is_known_or_after_a_stop(
    caplog: pytest.LogCaptureFixture,
):
    done = asyncio.Event()

    async def work(_: int) -> None:
        done.set()

    unset = clock()
    routine = Routine("The sweep", 0.001, work, clock=unset)
    routine.start()
    for _ in range(10):
        await asyncio.sleep(0)
    assert not done.is_set()
    assert caplog.messages == []
    unset.learn(NOW)
    await done.wait()
    routine.stop()
    done.clear()
    for _ in range(10):
        await asyncio.sleep(0)
    assert not done.is_set()


async def test_a_routine_that_stops_itself_and_is_started_again_goes_on():
    done = asyncio.Semaphore(0)

    async def work(_: int) -> None:
        routine.stop()
        routine.start()
        done.release()

    routine = Routine("The sweep", 0.001, work, clock=clock(NOW))
    routine.start()
    for _ in range(3):
        await done.acquire()
    routine.stop()


async def test_the_next_time_is_counted_from_the_beginning_of_the_last():
    slept, stopped = list[float](), asyncio.Event()
    ours = clock(NOW)

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            routine.stop()
            stopped.set()
        await asyncio.sleep(0)

    async def work(_: int) -> float:
        return 20.0

    ours.sleep = sleep
    routine = Routine("The sweep", 60.0, work, clock=ours, waits_first=True)
    routine.start()
    await stopped.wait()
    assert [round(seconds) for seconds in slept] == [60, 20, 20]
