"""Distributes the tests of installs to workers."""

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling


class OneWorkerForEachInstall(LoadScopeScheduling):
    """Runs all tests of one install on one worker, so that its environment is made only once."""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid.rpartition("[")[2]


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> OneWorkerForEachInstall:
    return OneWorkerForEachInstall(config, log)
