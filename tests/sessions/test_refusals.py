"""The tree of refusals at the top of `bot.sessions.refusals`."""

from collections.abc import Iterator

from bot.sessions import challenge_refusals, refusals
from bot.sessions.refusals import Refusal

FILES = {refusals.__name__, challenge_refusals.__name__}


def drawn(kind: type[Refusal], depth: int = 1) -> Iterator[str]:
    yield "    " * depth + kind.__name__
    for child in kind.__subclasses__():
        if child.__module__ in FILES:  # tests have refusals of their own
            yield from drawn(child, depth + 1)


def test_the_tree_shows_every_refusal_below_its_base():
    assert refusals.__doc__
    told = [line for line in refusals.__doc__.splitlines() if line.startswith("    ")]
    assert told == list(drawn(Refusal))
