"""Which interactions are turned away: under load, and of people who do too much at once."""

import logging
from random import Random

import pytest

from bot.database.store import Store
from bot.interactions.limits import BUSY, MAX_AGE, MAX_AT_WORK, Admission, RateLimit
from bot.running.client import Client
from bot.running.settings import Settings


class Clock:
    now = 50.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def admission(clock: Clock) -> Admission:
    return Admission(clock)


def test_what_comes_in_time_is_let_in_and_what_comes_too_late_is_not(admission: Admission):
    assert admission.admits(MAX_AGE - 0.1, BUSY)
    assert not admission.admits(MAX_AGE + 0.1, BUSY)
    assert admission.admits(0.0, BUSY)
    assert admission.turned_away == 1


def test_what_finds_too_many_at_work_is_turned_away(admission: Admission):
    assert admission.admits(0.0, MAX_AT_WORK - 1)
    assert not admission.admits(0.0, MAX_AT_WORK)


def test_nobody_is_turned_away_for_their_age_while_there_is_little_to_do(admission: Admission):
    assert admission.admits(60.0, BUSY - 1)


def test_the_log_says_so_once_in_a_while(
    admission: Admission, clock: Clock, caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.WARNING):
        for _ in range(1000):
            clock.now += 0.015
            admission.admits(0.0, MAX_AT_WORK)
    assert [record.args for record in caplog.records] == [(1,), (668,)]


def test_the_eleventh_action_within_five_seconds_waits_until_the_first_is_five_seconds_old(
    clock: Clock,
):
    rate_limit = RateLimit(clock)
    assert [rate_limit.retry_after(1) for _ in range(10)] == [0.0] * 10
    clock.now += 2
    assert rate_limit.retry_after(1) == 3.0
    clock.now += 2.5
    assert rate_limit.retry_after(1) == 0.5
    clock.now += 0.5
    assert rate_limit.retry_after(1) == 0.0


def test_what_was_refused_does_not_count_and_nobody_waits_for_someone_else(clock: Clock):
    rate_limit = RateLimit(clock)
    for seconds in (0, 4):
        clock.now += seconds
        for _ in range(50):
            rate_limit.retry_after(1)
    assert rate_limit.retry_after(2) == 0.0
    clock.now += 1
    assert rate_limit.retry_after(1) == 0.0


def test_nobody_is_remembered_for_longer_than_it_matters_nor_for_less(clock: Clock):
    rate_limit = RateLimit(clock)
    for user in range(10_000):
        rate_limit.retry_after(user)
    for seconds, times in ((4.8, 9), (0.2, 1)):
        clock.now += seconds
        assert [rate_limit.retry_after(1) for _ in range(times)] == [0.0] * times
    assert len(rate_limit._acted) == 1
    assert rate_limit.retry_after(1) > 0


async def test_the_client_lets_people_do_ten_things_and_ask_for_twenty_lists(store: Store):
    async with Client(store, Random(1), Settings(tiles="off")) as client:
        for rate_limit, most in ((client.replies._actions, 10), (client.replies._completions, 20)):
            waits = [rate_limit.retry_after(1) for _ in range(most + 1)]
            assert [bool(wait) for wait in waits] == [False] * most + [True]
