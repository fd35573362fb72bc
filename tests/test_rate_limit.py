"""Each person may do ten things in five seconds."""

from random import Random

from bot.admission import RateLimit
from bot.client import Client
from bot.storage.store import Store


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_eleventh_action_within_five_seconds_waits_until_the_first_is_five_seconds_old():
    clock = Clock()
    rate_limit = RateLimit(clock)
    assert [rate_limit.retry_after(1) for _ in range(10)] == [0.0] * 10
    clock.now += 2
    assert rate_limit.retry_after(1) == 3.0
    clock.now += 2.5
    assert rate_limit.retry_after(1) == 0.5
    clock.now += 0.5
    assert rate_limit.retry_after(1) == 0.0


def test_what_was_refused_does_not_count_and_nobody_waits_for_someone_else():
    clock = Clock()
    rate_limit = RateLimit(clock)
    for seconds in (0, 4):
        clock.now += seconds
        for _ in range(50):
            rate_limit.retry_after(1)
    assert rate_limit.retry_after(2) == 0.0
    clock.now += 1
    assert rate_limit.retry_after(1) == 0.0


def test_nobody_is_remembered_for_longer_than_it_matters_nor_for_less():
    clock = Clock()
    rate_limit = RateLimit(clock)
    for user in range(10_000):
        rate_limit.retry_after(user)
    for seconds, times in ((4.8, 9), (0.2, 1)):
        clock.now += seconds
        assert [rate_limit.retry_after(1) for _ in range(times)] == [0.0] * times
    assert len(rate_limit._acted) == 1
    assert rate_limit.retry_after(1) > 0


async def test_the_client_lets_people_do_ten_things_and_ask_for_twenty_lists(store: Store):
    async with Client(store, Random(1)) as client:
        for rate_limit, most in ((client.replies._actions, 10), (client.replies._completions, 20)):
            waits = [rate_limit.retry_after(1) for _ in range(most + 1)]
            assert [bool(wait) for wait in waits] == [False] * most + [True]
