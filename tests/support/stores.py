"""Tests that hold for both stores say `pytestmark = on_both_stores`."""

import pytest

on_both_stores = pytest.mark.parametrize("database", ["sqlite", "postgres"], indirect=True)
