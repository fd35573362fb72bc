"""How the tests of installs are shared among workers."""

from typing import Any

import pytest
from xdist.scheduler import LoadScopeScheduling


class OneWorkerForEachInstall(LoadScopeScheduling):
    """The tests in one install run on one worker, which then makes its environment only once."""

    def _split_scope(self, nodeid: str) -> str:
        return nodeid.rpartition("[")[2]


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> OneWorkerForEachInstall:
    return OneWorkerForEachInstall(config, log)
