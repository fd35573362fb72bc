"""Which interactions are turned away under load, and that the log says so."""

import logging

import pytest

from bot.admission import BUSY, MAX_AGE, MAX_AT_WORK, Admission


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
