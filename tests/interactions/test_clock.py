"""The clock follows Discord's time, even if this machine's clock or single stamps are wrong."""

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.interactions.clock import DiscordClock, http_trace, made_at

EPOCH = 1_420_070_400  # the start of 2015
TWO_DAYS = 2 * 24 * 3600.0


class Clocks:
    """Our monotonic clock and Discord's, which agree only in pace. `clock` estimates Discord's."""

    def __init__(self) -> None:
        self.ours = 50.0
        self.discords = 1_700_000_000.0
        self.clock = DiscordClock(lambda: self.ours)

    def wait(self, seconds: float) -> None:
        self.ours += seconds
        self.discords += seconds

    def comes(self, *, late: float = 0.0) -> None:
        """Something arrives that Discord stamped so many seconds ago."""
        self.clock.learn(self.discords - late)

    @property
    def error(self) -> float:
        """How far the estimate is ahead of Discord's clock."""
        return self.clock.now() - self.discords


@pytest.fixture
def clocks() -> Clocks:
    """A clock that has been running for a while."""
    clocks = Clocks()
    for _ in range(10):
        clocks.comes()
        clocks.wait(1)
    return clocks


def snowflake(time: float) -> int:
    return int((time - EPOCH) * 1000) << 22


def test_one_stamp_sets_it_and_it_runs_on_by_itself():
    clocks = Clocks()
    assert not clocks.clock.is_set
    clocks.comes(late=0.2)
    assert clocks.clock.is_set
    clocks.wait(1000)
    assert clocks.error == pytest.approx(-0.2)


def test_stamps_that_took_long_to_arrive_do_not_put_it_back(clocks: Clocks):
    for late in (0.1, 5.0, 3600.0, TWO_DAYS):
        for _ in range(10):
            clocks.comes(late=late)
            assert clocks.error == pytest.approx(0.0)


def test_nor_do_late_stamps_between_the_few_of_quiet_hours(clocks: Clocks):
    for _ in range(20):
        clocks.comes(late=3700.0)
        for _ in range(4):  # of the same second, as HTTP dates are
            clocks.comes()
        assert clocks.error == pytest.approx(0.0)
        clocks.wait(3600)


@pytest.mark.parametrize("ahead", [2.0, TWO_DAYS])
@pytest.mark.parametrize("how_many", [1, 2])
def test_one_or_two_stamps_from_the_future_do_not_move_it(
    clocks: Clocks, ahead: float, how_many: int
):
    for number in range(how_many):
        clocks.comes(late=-ahead - number)
    for _ in range(200):
        assert clocks.error == pytest.approx(0.0)
        clocks.wait(1)
        clocks.comes()


def test_stamps_that_are_delivered_again_and_again_count_once_each(clocks: Clocks):
    wrong = [clocks.discords + TWO_DAYS, clocks.discords + 2 * TWO_DAYS]
    for _ in range(200):
        for stamp in wrong:
            clocks.clock.learn(stamp)
        clocks.comes()
        clocks.wait(1)
        assert clocks.error == pytest.approx(0.0)


@pytest.mark.parametrize("late", [(-TWO_DAYS, 0.1, 0.2), (-TWO_DAYS, 0.1), (-2.0, 0.1)])
def test_a_first_stamp_from_the_future_is_outvoted_by_the_next_ones(late: tuple[float, ...]):
    clocks = Clocks()
    for each in late:
        clocks.comes(late=each)
    assert clocks.error == pytest.approx(-late[-1])


def test_a_jump_is_believed_once_three_stamps_vouch_for_it(clocks: Clocks):
    clocks.discords += 8 * 3600  # the machine slept, and its clock stood still meanwhile
    for _ in range(2):
        clocks.comes()
        clocks.wait(1)
        assert clocks.error == pytest.approx(-8 * 3600)
    clocks.comes()
    assert clocks.error == pytest.approx(0.0)


@pytest.mark.parametrize("back", [10.0, TWO_DAYS])
def test_when_discord_puts_its_clock_back_ours_follows_within_two_windows(
    clocks: Clocks, back: float
):
    clocks.discords -= back
    for _ in range(130):
        clocks.wait(1)
        clocks.comes()
    assert clocks.error == pytest.approx(0.0)


@pytest.mark.parametrize("fast", [0.05, -0.05, 0.0005])
def test_a_clock_of_ours_that_is_slewed_is_corrected(clocks: Clocks, fast: float):
    for _ in range(60):
        clocks.wait(1)
        clocks.ours += fast
        clocks.comes()
    for _ in range(130):
        clocks.wait(1)
        clocks.comes()
    assert clocks.error == pytest.approx(0.0)


def test_a_clock_of_ours_that_drifts_is_corrected_however_little_comes():
    clocks = Clocks()
    for _ in range(7 * 24):  # a week, a stamp an hour, 50 millionths too fast: half a minute in all
        clocks.wait(3600)
        clocks.ours += 0.18
        clocks.comes()
        assert abs(clocks.error) < 1.5


def test_an_interaction_was_made_when_its_id_says(clocks: Clocks):
    clocks.wait(0.9)
    made = snowflake(clocks.discords)
    assert made_at(made) == pytest.approx(clocks.discords)
    clocks.wait(1.5)
    assert clocks.clock.time_of(made) == int(made_at(made))


@pytest.mark.parametrize("off", [2.0, TWO_DAYS])
def test_no_interaction_was_made_in_the_future_or_longer_ago_than_discord_waits(
    clocks: Clocks, off: float
):
    assert clocks.clock.time_of(snowflake(clocks.discords + off)) == int(clocks.clock.now())
    assert clocks.clock.time_of(snowflake(clocks.discords - 2 - off)) == int(clocks.clock.now() - 3)


async def learned_from(date: str) -> DiscordClock:
    """A clock that has seen one answer of a web server with this date."""

    async def answer(_: web.Request) -> web.Response:
        return web.Response(headers={"Date": date})

    app, clock = web.Application(), DiscordClock(lambda: 50.0)
    app.router.add_get("/", answer)
    async with (
        TestServer(app) as server,
        aiohttp.ClientSession(trace_configs=[http_trace(clock)]) as session,
    ):
        assert (await session.get(server.make_url("/"))).status == 200
    return clock


async def test_the_date_of_an_http_answer_sets_it():
    clock = await learned_from("Tue, 14 Nov 2023 22:13:20 GMT")
    assert clock.now() == 1_700_000_000


@pytest.mark.parametrize("date", ["", "yesterday", "Tue, 99 Nov 2023 22:13:20 GMT", "1700000000"])
async def test_a_date_that_makes_no_sense_is_passed_over(date: str):
    assert not (await learned_from(date)).is_set
