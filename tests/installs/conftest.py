"""Distributes the tests of installs to workers."""

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling


class OneWorkerForEachInstall(LoadScopeScheduling):
    """Runs all tests of one install on one worker, so that its environment is made only once.

    They begin in the order in which they stand, and any other tests come after them, one by one.
    """

    def _split_scope(self, nodeid: str) -> str:
        return nodeid.rpartition("[")[2] if "tests/installs/" in nodeid else nodeid


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> OneWorkerForEachInstall:
    config.option.loadscopereorder = False
    return OneWorkerForEachInstall(config, log)
