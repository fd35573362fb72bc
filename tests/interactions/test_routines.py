"""Work that runs by itself goes on, whatever goes wrong."""

import asyncio
import logging
from random import Random

import pytest
from prometheus_client import REGISTRY

from bot.database.errors import StoreUnavailable
from bot.interactions.clock import Clock
from bot.interactions.routines import Routine
from tests.simulation.loop import Loop, Timeline
from tests.support.requests import NOW

CLOCK = Clock(now=lambda: NOW)


def counted() -> float:
    return REGISTRY.get_sample_value("ttt_timer_errors_total") or 0.0


@pytest.mark.parametrize(
    ("error", "logged", "is_counted"),
    [
        (StoreUnavailable(), "The sweep has to wait: it does not answer", 0),
        (ConnectionResetError("gone"), "The sweep has to wait: gone", 0),
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
    await Routine("The sweep", fails, succeeds, every=60.0, clock=CLOCK).do_once()
    assert done == [NOW]
    [record] = caplog.records
    assert record.getMessage().startswith(logged)
    assert counted() == before + is_counted
    assert (record.levelno, bool(record.exc_info)) == (
        (logging.ERROR, True) if is_counted else (logging.WARNING, False)
    )


def test_it_begins_at_once_and_then_again_and_again_until_it_is_stopped():
    timeline, begun = Timeline(Random(1)), list[int]()
    loop = Loop(timeline, lambda: None, lambda _: None)

    async def note(_: int) -> None:
        begun.append(round(timeline.now))

    async def takes_5_seconds(_: int) -> None:
        await asyncio.sleep(5)

    async def start() -> None:
        routine = Routine("The sweep", note, takes_5_seconds, every=10.0, clock=CLOCK)
        routine.start()
        loop.call_at(50, routine.stop)

    loop.create_task(start())
    timeline.run(100)
    assert begun == [0, 15, 30, 45]


async def test_a_routine_that_stops_itself_and_is_started_again_goes_on():
    done = asyncio.Semaphore(0)

    async def work(_: int) -> None:
        routine.stop()
        routine.start()
        done.release()

    routine = Routine("The sweep", work, every=0.001, clock=CLOCK)
    routine.start()
    for _ in range(3):
        await done.acquire()
    routine.stop()


async def test_a_routine_that_is_started_twice_works_once():
    done: list[int] = []

    async def work(now: int) -> None:
        done.append(now)

    sweep = Routine("The sweep", work, every=60.0, clock=CLOCK)
    sweep.start()
    sweep.start()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    sweep.stop()
    assert done == [NOW]
