"""Work that runs by itself goes on, whatever goes wrong."""

import asyncio
import logging
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from prometheus_client import REGISTRY

from bot.database.errors import StoreUnavailable
from bot.interactions.clock import DiscordClock
from bot.interactions.routines import Routine, Work
from tests.simulation.loop import Loop, Timeline
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
    sweep = Routine("The sweep", fails, succeeds, every=60.0, clock=clock(NOW), again=1.0)
    assert await sweep.run() == (60.0 if is_counted else 1.0)
    assert done == [NOW]
    [record] = caplog.records
    assert record.getMessage().startswith(logged)
    assert counted() == before + is_counted
    assert (record.levelno, bool(record.exc_info)) == (
        (logging.ERROR, True) if is_counted else (logging.WARNING, False)
    )


async def test_it_is_next_due_when_the_first_of_its_work_is_and_no_later_than_usual():
    async def within(seconds: float | None) -> float | None:
        return seconds

    works = [lambda _, seconds=seconds: within(seconds) for seconds in (None, 20.0, 3.0)]
    assert await Routine("The sweep", *works, every=60.0, clock=clock(NOW)).run() == 3.0
    assert await Routine("The sweep", *works, every=1.0, clock=clock(NOW)).run() == 1.0


async def test_nothing_is_done_before_discords_time_is_known_or_after_a_stop(
    caplog: pytest.LogCaptureFixture,
):
    done = asyncio.Event()

    async def work(_: int) -> None:
        done.set()

    unset = clock()
    routine = Routine("The sweep", work, every=0.001, clock=unset)
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

    routine = Routine("The sweep", work, every=0.001, clock=clock(NOW))
    routine.start()
    for _ in range(3):
        await done.acquire()
    routine.stop()


def begins(*works: Work, until: float, hurries: Sequence[float] = (), **how: Any) -> list[int]:
    """The seconds at which a routine begins, in virtual time.

    hurries  when somebody uses the bot
    """
    timeline, begun = Timeline(Random(1)), list[int]()
    loop = Loop(timeline, lambda: None, lambda _: None)

    async def note(_: int) -> None:
        begun.append(round(timeline.now))

    async def start() -> None:
        routine = Routine("The sweep", note, *works, clock=clock(NOW), **how)
        routine.start()
        for at in hurries:
            loop.call_at(at, routine.hurry)

    loop.create_task(start())
    timeline.run(until)
    return begun


async def in_20_seconds(_: int) -> float:
    return 20.0


def test_it_sleeps_until_it_is_due_from_the_beginning_of_the_last_time():
    async def takes_5_seconds(_: int) -> None:
        await asyncio.sleep(5)

    assert begins(in_20_seconds, every=60.0, until=59) == [0, 20, 40]
    assert begins(takes_5_seconds, every=60.0, until=150) == [0, 60, 120]
    assert begins(every=60.0, waits_first=True, until=150) == [60, 120]


def test_somebody_who_uses_the_bot_brings_it_forward_and_another_does_not_put_it_off():
    assert begins(every=600.0, soon=30.0, hurries=(100, 110), until=800) == [0, 130, 730]
    assert begins(in_20_seconds, every=600.0, soon=30.0, hurries=(10,), until=50) == [0, 20, 40]


def test_somebody_who_uses_the_bot_while_it_is_at_work_counts_too():
    async def takes_5_seconds(_: int) -> None:
        await asyncio.sleep(5)

    assert begins(takes_5_seconds, every=600.0, soon=30.0, hurries=(2,), until=100) == [0, 32]


async def test_a_routine_that_is_started_twice_works_once():
    done: list[int] = []

    async def work(now: int) -> None:
        done.append(now)

    sweep = Routine("The sweep", work, every=60.0, clock=clock(NOW))
    sweep.start()
    sweep.start()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    sweep.stop()
    assert done == [NOW]
