"""The tree of refusals at the top of `bot.sessions.refusals`."""

from collections.abc import Iterator

from bot.sessions import challenge_refusals, cup_refusals, refusals
from bot.sessions.refusals import Refusal

FILES = [file.__name__ for file in (refusals, challenge_refusals, cup_refusals)]


def drawn(kind: type[Refusal], depth: int = 1) -> Iterator[str]:
    yield "    " * depth + kind.__name__
    ours = [child for child in kind.__subclasses__() if child.__module__ in FILES]  # tests have their own
    for child in sorted(ours, key=lambda child: FILES.index(child.__module__)):
        yield from drawn(child, depth + 1)


def test_the_tree_shows_every_refusal_below_its_base():
    assert refusals.__doc__
    told = [line for line in refusals.__doc__.splitlines() if line.startswith("    ")]
    assert told == list(drawn(Refusal))
