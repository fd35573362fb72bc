"""How the tests are run; `tests.support.fixtures` has what all of them can use."""

import gc
import os
import resource
import signal
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from multiprocessing import forkserver
from pathlib import Path
from typing import Any

import pytest
from xdist.scheduler import LoadFileScheduling

gc.disable()  # until the tests are loaded: nearly all of that stays

# Containers often switch bytecode off. Then every worker and every process would compile all files
# again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_configure(config: pytest.Config) -> None:
    """Load the fixtures, and the bot with them, unless this process only gives out tests."""
    if config.option.dist == "no" or config.option.collectonly:
        config.pluginmanager.import_plugin("tests.support.fixtures")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the browser's folder where no test of it is to run.

    What drives a browser is an install of its own, and takes half a second to import.
    """
    if collection_path.name != "browser":
        return None
    if not find_spec("playwright") or "not browser" in config.option.markexpr:
        return True
    return None


_LONGEST = (
    "test_simulation.py",
    "test_installs.py",
    "test_check.py",
    "test_catalogues.py",
    "test_crash.py",
    "test_shards.py",
    "test_postgres.py",
    "test_process.py",
    "test_main.py",
    "test_default_ways.py",
)
"""The files that take longest, in the order in which they begin."""

_TOGETHER = {
    "ways": {
        "tests/test_default_ways.py",
        "tests/messages/test_catalogues.py",
        "tests/messages/test_gallery.py",
        "tests/messages/test_in_words.py",
    },
    "forks": {
        "tests/database/test_crash.py",
        "tests/database/test_postgres.py",
        "tests/running/test_process.py",
        "tests/running/test_shards.py",
        "tests/running/test_slow_games.py",
        "tests/running/test_timers.py",
    },
}
"""Files that one worker takes, as they share what it makes once: the recorded ways, and the process
from which others are forked, with a PostgreSQL server that may be stopped.
"""


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One worker for each core; none for single files or tests, most of which end before workers
    would have started.
    """
    if all(Path(named.split("::")[0]).is_file() for named in config.args):
        return 0
    return os.cpu_count() or 1


class Scheduling(LoadFileScheduling):
    """A worker takes whole files, so that each keeps what it has made.

    One worker takes all files of the engine: otherwise each worker would fill the same tables.
    `_TOGETHER` names others like these.
    """

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith("tests/engine/"):
            return "tests/engine"
        file = nodeid.split("::", maxsplit=1)[0]
        for name, files in _TOGETHER.items():
            if file in files:
                return name
        return super()._split_scope(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Scheduling | None:
    """Give out tests that way, unless another one is asked for."""
    if config.option.dist == "loadfile":
        return Scheduling(config, log)
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest, so that no worker is alone with one at the end."""

    def place(item: pytest.Item) -> int:
        if item.path.name in _LONGEST:
            return _LONGEST.index(item.path.name)
        return len(_LONGEST)

    items.sort(key=place)


def pytest_collection_finish() -> None:
    """Search for garbage seldom, and never in what is loaded by now. As often as the bot does takes
    a twentieth of the tests' time; a million objects are 50 MB.
    """
    gc.freeze()
    gc.set_threshold(1_000_000)
    gc.enable()


def pytest_sessionfinish() -> None:
    """Wait for what this worker has forked its processes from, so that its time is counted. Then
    search once for garbage, and set aside what is none: pytest and Python search three times more.
    """
    forkserver._forkserver._stop()
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what the run has cost. On a busy machine it takes longer, and up to a third more CPU."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    cpu = sum(each.ru_utime + each.ru_stime for each in used)
    load, *_ = os.getloadavg()
    terminalreporter.write_line(
        f"{cpu:.0f} s of CPU with all processes but PostgreSQL's; load average {load:.1f}"
    )


_HANGS = 300  # seconds; far more than a test takes on a busy machine, but for proofs and installs


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Let a test that waits for what never comes fail, so that the run names it and goes on."""

    def fail(*_: object) -> None:
        pytest.fail(f"{item.nodeid} has not ended after {_HANGS} seconds")

    if not any(item.iter_markers("proof")) and not any(item.iter_markers("installs")):
        signal.signal(signal.SIGALRM, fail)
        signal.setitimer(signal.ITIMER_REAL, _HANGS, _HANGS / 10)  # its teardown may hang, too
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
