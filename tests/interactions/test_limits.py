"""Which interactions are turned away: under load, and of people who do too much at once."""

import logging

import pytest

from bot.interactions.limits import MAX_AT_WORK, Admission, RateLimit


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


def crowd(admission: Admission, people: int) -> None:
    """Let in an interaction of each of so many people."""
    for user in range(1000, 1000 + people):
        assert admission.enter(user) == 0


def test_what_finds_too_many_at_work_is_turned_away_until_one_of_them_is_done(
    admission: Admission,
):
    crowd(admission, MAX_AT_WORK)
    assert admission.enter(1) is None
    admission.leave(1000)
    assert admission.enter(1) == 0
    assert admission.at_work == MAX_AT_WORK


def test_the_log_says_so_once_in_a_while(
    admission: Admission, clock: Clock, caplog: pytest.LogCaptureFixture
):
    crowd(admission, MAX_AT_WORK)
    with caplog.at_level(logging.WARNING):
        for user in range(50):
            clock.now += 0.25
            admission.enter(user)
    assert [record.args for record in caplog.records] == [(1,), (41,)], "ten seconds later"


def test_who_is_too_fast_is_told_once_within_five_seconds_and_then_gets_no_answer(
    admission: Admission, clock: Clock
):
    for _ in range(10):
        assert admission.enter(1) == 0
        admission.leave(1)
    assert admission.enter(1) == 5.0
    admission.leave(1)
    assert [admission.enter(1) for _ in range(100)] == [None] * 100
    clock.now += 5
    assert admission.enter(1) == 0
    assert admission.turned_away == 0


def test_a_person_has_five_places_and_a_sixth_when_one_is_free(admission: Admission):
    assert [admission.enter(1) for _ in range(5)] == [0] * 5
    assert admission.enter(1) == 1.0
    assert admission.enter(1, is_typing=True) is None
    assert admission.enter(2) == 0
    for _ in range(2):  # one of the five, and the warning
        admission.leave(1)
    assert admission.enter(1) == 0
    assert admission.enter(1) is None, "the other four are still at work"


def test_who_types_gets_twenty_lists_within_five_seconds_and_no_warning(
    admission: Admission, clock: Clock
):
    for _ in range(20):
        assert admission.enter(1, is_typing=True) == 0
        admission.leave(1)
    assert admission.enter(1, is_typing=True) is None
    assert admission.enter(1) == 0
    clock.now += 5
    assert admission.enter(1, is_typing=True) == 0


def test_the_eleventh_action_within_five_seconds_waits_until_the_first_is_five_seconds_old(
    clock: Clock,
):
    rate_limit = RateLimit(clock, 10)
    assert [rate_limit.retry_after(1) for _ in range(10)] == [0.0] * 10
    clock.now += 2
    assert rate_limit.retry_after(1) == 3.0
    clock.now += 2.5
    assert rate_limit.retry_after(1) == 0.5
    clock.now += 0.5
    assert rate_limit.retry_after(1) == 0.0


def test_what_was_refused_does_not_count_and_nobody_waits_for_someone_else(clock: Clock):
    rate_limit = RateLimit(clock, 10)
    for seconds in (0, 4):
        clock.now += seconds
        for _ in range(50):
            rate_limit.retry_after(1)
    assert rate_limit.retry_after(2) == 0.0
    clock.now += 1
    assert rate_limit.retry_after(1) == 0.0


def test_nobody_is_remembered_for_longer_than_it_matters_nor_for_less(clock: Clock):
    rate_limit = RateLimit(clock, 10)
    for user in range(10_000):
        rate_limit.retry_after(user)
    for seconds, times in ((4.8, 9), (0.2, 1)):
        clock.now += seconds
        assert [rate_limit.retry_after(1) for _ in range(times)] == [0.0] * times
    assert len(rate_limit._acted) == 1
    assert rate_limit.retry_after(1) > 0
