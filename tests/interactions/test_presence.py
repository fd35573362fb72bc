"""Who has done something in a channel lately."""

from bot.interactions.presence import LATELY, Presence

ANN, BOB = 1, 2
HERE, THERE = 10, 20


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def listening() -> tuple[Presence, Clock]:
    """A process that has listened for long enough."""
    clock = Clock()
    presence = Presence(clock)
    presence.listen()
    clock.now += LATELY
    return presence, clock


def test_nobody_is_known_to_be_away_until_the_process_has_listened_for_long_enough():
    clock = Clock()
    presence = Presence(clock)
    assert presence.around(HERE) is None
    presence.listen()
    clock.now += LATELY - 1
    assert presence.around(HERE) is None
    clock.now += 1
    assert presence.around(HERE) == frozenset()
    presence.listen()
    assert presence.around(HERE) is None


def test_who_does_something_is_around_in_that_channel_for_a_minute():
    presence, clock = listening()
    presence.record(ANN, HERE)
    clock.now += LATELY - 1
    presence.record(BOB, HERE)
    assert presence.around(HERE) == {ANN, BOB}
    assert presence.around(THERE) == frozenset()
    clock.now += 1
    assert presence.around(HERE) == {BOB}


def test_the_last_thing_that_somebody_did_counts():
    presence, clock = listening()
    presence.record(ANN, HERE)
    clock.now += LATELY - 1
    presence.record(ANN, HERE)
    clock.now += LATELY - 1
    assert presence.around(HERE) == {ANN}


def test_somebody_may_do_two_things_at_once():
    presence, clock = listening()
    presence.record(ANN, HERE)
    presence.record(ANN, HERE)
    clock.now += LATELY
    assert presence.around(HERE) == frozenset()


def test_nothing_is_kept_of_what_was_done_earlier():
    presence, clock = listening()
    for user in range(100):
        presence.record(user, HERE + user)
    clock.now += LATELY
    presence.record(ANN, THERE)
    assert presence._acted == {THERE: {ANN: clock.now}}
    assert len(presence._in_order) == 1
