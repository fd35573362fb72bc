"""Prometheus' rules and Grafana's dashboard know what /metrics shows, and the guide explains all of it."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from prometheus_client import generate_latest

from bot.health import _Health
from bot.storage.store import Store
from tests.support.server import open_server

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
GUIDE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
ALERTS = (DEPLOY / "alerts.yml").read_text(encoding="utf-8")
DASHBOARD = json.loads((DEPLOY / "dashboard.json").read_text(encoding="utf-8"))

_FIGURE = re.compile(r"\b(?:ttt|process)_[a-z_]+\b")
_RINGS = re.findall(r"alert: (\w+)", ALERTS)

promtool = pytest.mark.skipif(
    not shutil.which("promtool"), reason="promtool is not here: apt-get install prometheus"
)


@pytest.fixture
async def shown(store: Store) -> set[str]:
    """The names of all figures of a bot that runs."""
    async with open_server(store) as server:
        collected = {metric.name for metric in _Health(server.client, store).collect()}
    page = generate_latest().decode()
    return collected | set(re.findall(r"^# TYPE (\w+)", page, re.MULTILINE)) | set(_FIGURE.findall(page))


async def test_every_figure_that_is_written_about_is_one_that_metrics_shows(
    shown: set[str],
):
    used = set(_FIGURE.findall(ALERTS + json.dumps(DASHBOARD["panels"]) + GUIDE)) - {
        "ttt_bot",
        "ttt_build_info",
    }
    assert len(used) > 25
    assert used <= shown


async def test_every_figure_of_ours_is_explained_in_the_guide(shown: set[str]):
    explained = set(re.findall(r"`(ttt_[a-z_]+)`", GUIDE))
    ours = {re.sub(r"_(bucket|count|sum|created)$", "", name) for name in shown if name.startswith("ttt_")}
    of_counters = {name.removesuffix("_total") for name in ours if name.endswith("_total")}
    assert ours - of_counters - {"ttt_build", "ttt_shard"} <= explained | {"ttt_build_info"}


def test_every_alarm_is_explained_in_the_guide():
    assert len(set(_RINGS)) == len(_RINGS) > 10
    assert not [name for name in _RINGS if f"`{name}`" not in GUIDE]


def test_every_alarm_is_played_through_or_counted_in_the_tests_of_the_rules():
    played = (DEPLOY / "alerts_test.yml").read_text(encoding="utf-8")
    for expression in re.findall(r"expr: (.+)", ALERTS):
        assert all(name.removesuffix("_bucket") in played for name in _FIGURE.findall(expression))


def test_no_panel_of_the_dashboard_lies_on_another():
    taken = [
        (x, y)
        for panel in DASHBOARD["panels"]
        for x in range(panel["gridPos"]["x"], panel["gridPos"]["x"] + panel["gridPos"]["w"])
        for y in range(panel["gridPos"]["y"], panel["gridPos"]["y"] + panel["gridPos"]["h"])
    ]
    assert len(set(taken)) == len(taken)
    assert max(x for x, _ in taken) < 24
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])


@promtool
def test_prometheus_accepts_its_configuration_and_the_alarms_ring_when_they_should(tmp_path: Path):
    expressions = [target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]]
    rules = [{"record": f"panel:{number}", "expr": each} for number, each in enumerate(expressions)]
    dashboard = tmp_path / "dashboard.yml"
    dashboard.write_text(json.dumps({"groups": [{"name": "dashboard", "rules": rules}]}), encoding="utf-8")
    for command in (
        ["check", "config", DEPLOY / "prometheus.yml"],
        ["check", "rules", dashboard],
        ["test", "rules", DEPLOY / "alerts_test.yml"],
    ):
        done = subprocess.run(["promtool", *command], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
