"""Learns which tests and worlds touch which line, by running all of them once.

    python -m tests.mutations.touched FILE PATH ...     tests in these files and folders
    python -m tests.mutations.touched FILE worlds       the worlds

FILE gets the data of `coverage`. A context in it is a group and a test, such as
`ways tests/test_default_ways.py::test_...`, or a world, such as `worlds 7`.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from coverage import Coverage, CoverageData

WORLDS = 10


class Touched:
    """Which tests and worlds touch which line, as learned in copies of the project.

    copies  in each is a file `touched` with what was learned there
    """

    def __init__(self, copies: list[Path]) -> None:
        self._by_line: dict[tuple[str, int], set[str]] = defaultdict(set)
        for copy in copies:
            data = CoverageData(str(copy / "touched"))
            data.read()
            for path in data.measured_files():
                file = Path(path).relative_to(copy).as_posix()
                for line, contexts in data.contexts_by_lineno(path).items():
                    self._by_line[file, line].update(contexts)
        self._breadth = Counter(each for contexts in self._by_line.values() for each in contexts)

    def nearest(self, file: str, lines: range, group: str) -> list[str]:
        """The tests of a group that touch a line of the file, the likeliest to fail first.

        Those come first that are named after the file, then those of its room. Of these, the ones
        on PostgreSQL come last, because a server takes long to start, and the ones that touch the
        fewest lines of the bot first. Each test comes with one of its parameters before any comes
        with a second. A line that runs as a module is loaded concerns all tests.
        """
        touching: set[str] = set()
        for line in lines:
            touching |= self._by_line[file, line]
        if "" in touching:
            touching = set(self._breadth)
        own = f"tests/{Path(file).parent.name}/"
        found = []
        for context in touching - {""}:
            its_group, test = context.split(" ", 1)
            if its_group == "rooms" and not test.startswith((own, "tests/interactions/")):
                its_group = "others"
            if its_group == group:
                is_named = Path(file).stem in test.split("::")[0].removeprefix(own)
                needs_server = "postgres" in test
                distance = (not is_named, not test.startswith(own), needs_server)
                found.append((distance, self._breadth[context], test))
        tests = [test for *_, test in sorted(found)]
        times: Counter[str] = Counter()
        ranks = {}
        for test in tests:
            function = test.split("[")[0]
            ranks[test] = times[function]
            times[function] += 1
        return sorted(tests, key=lambda test: ranks[test])


class ByTest:
    """A plugin for pytest that tells `coverage` which test runs."""

    def __init__(self, coverage: Coverage) -> None:
        self._coverage = coverage

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Function) -> Iterator[None]:
        """Name the test before its fixtures are made."""
        self._coverage.switch_context(f"{_group(item)} {item.nodeid}")
        return (yield)


def _group(item: pytest.Function) -> str:
    """A test that takes a way is one of the ways, in whichever folder."""
    takes_a_way = hasattr(item, "callspec") and "way" in item.callspec.params
    if takes_a_way or item.path.name == "test_default_ways.py":
        return "ways"
    return "rooms"


def play_worlds(coverage: Coverage) -> int:
    """Play all worlds, and name each to `coverage`."""
    from tests.simulation.run import play  # noqa: PLC0415 - it loads the bot

    for seed in range(WORLDS):
        coverage.switch_context(f"worlds {seed}")
        play([seed])
    return 0


def main(file: str, paths: list[str]) -> int:
    """Run all of them. Nothing of the bot may be loaded before."""
    coverage = Coverage(file, config_file=False, source=["bot"], concurrency=["thread", "greenlet"])
    coverage.start()
    if paths == ["worlds"]:
        failed = play_worlds(coverage)
    else:
        failed = pytest.main(["-n0", "-q", "-p", "no:cacheprovider", *paths], [ByTest(coverage)])
    coverage.stop()
    coverage.save()
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
