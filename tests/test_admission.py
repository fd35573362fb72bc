"""Too much load: who is turned away, and that nobody is because of a clock."""

import logging

import pytest

from bot.admission import BUSY, LATEST, MOST_AT_WORK, Admission


class Clocks:
    """Ours, and Discord's, which numbers interactions; they agree about nothing but the pace."""

    def __init__(self) -> None:
        self.ours = 50.0
        self.discords = 300_000_000.0
        self.admission = Admission(lambda: self.ours)

    def wait(self, seconds: float) -> None:
        self.ours += seconds
        self.discords += seconds

    def comes(self, *, late: float = 0.0, at_work: int = BUSY) -> bool:
        """Whether an interaction is let in that was made so many seconds ago."""
        return self.admission.admits(int((self.discords - late) * 1000) << 22, at_work)


@pytest.fixture
def clocks() -> Clocks:
    clocks = Clocks()
    assert clocks.comes()
    return clocks


def test_what_comes_in_time_is_let_in_and_what_comes_too_late_is_not(clocks: Clocks):
    assert clocks.comes(late=LATEST - 0.1)
    assert not clocks.comes(late=LATEST + 0.1)
    assert clocks.comes()
    assert clocks.admission.turned_away == 1


def test_who_finds_too_many_before_them_is_turned_away(clocks: Clocks):
    assert clocks.comes(at_work=MOST_AT_WORK - 1)
    assert not clocks.comes(at_work=MOST_AT_WORK)


def test_nobody_is_turned_away_for_their_age_while_there_is_little_to_do(clocks: Clocks):
    assert clocks.comes(late=60, at_work=BUSY - 1)


def test_what_the_fastest_took_is_remembered_for_a_minute_at_least(clocks: Clocks):
    for _ in range(59):
        clocks.wait(1)
        assert not clocks.comes(late=2 * LATEST)


@pytest.mark.parametrize("fast", [0.05, -0.05, 0.0005])
def test_a_clock_that_is_slewed_turns_nobody_away_for_long(clocks: Clocks, fast: float):
    for _ in range(60):
        clocks.wait(1)
        clocks.ours += fast
        clocks.comes()
    for _ in range(120):
        clocks.wait(1)
        clocks.comes()
    assert clocks.comes()


@pytest.mark.parametrize("late", [-10.0, 10.0])
def test_a_way_that_becomes_slower_and_a_number_of_the_future_are_got_over(clocks: Clocks, late: float):
    clocks.comes(late=min(late, 0))
    for _ in range(125):
        clocks.wait(1)
        clocks.comes(late=max(late, 0))
    assert clocks.comes(late=max(late, 0))
    assert not clocks.comes(late=max(late, 0) + LATEST + 0.1)


def test_a_clock_that_drifts_apart_from_discords_turns_nobody_away(clocks: Clocks):
    for _ in range(7 * 24 * 60):  # a week, a minute each, 50 millionths too fast: half a minute in all
        clocks.wait(60)
        clocks.ours += 0.003
        assert clocks.comes()


def test_discords_time_is_known_from_the_first_interaction_on_whatever_our_clock_says():
    assert Admission(lambda: 5.0).discords_time() is None
    clocks = Clocks()
    clocks.comes()
    clocks.wait(1000)
    assert clocks.admission.discords_time() == pytest.approx(1_420_070_400 + clocks.discords)


def test_a_machine_that_slept_turns_nobody_away(clocks: Clocks):
    clocks.discords += 8 * 3600  # its clock stood still meanwhile
    assert clocks.comes()
    assert not clocks.comes(late=LATEST + 0.1)


def test_the_log_says_so_once_in_a_while(clocks: Clocks, caplog: pytest.LogCaptureFixture):
    with caplog.at_level(logging.WARNING):
        for _ in range(1000):
            clocks.wait(0.015)
            clocks.comes(at_work=MOST_AT_WORK)
    assert [record.args for record in caplog.records] == [(1,), (668,)]
