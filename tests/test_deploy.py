"""The unit and the compose files keep what docs/operating.md promises."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
UNIT = (ROOT / "deploy" / "ttt-bot.service").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
COMPOSE = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "deploy").glob("compose*.yaml")}

LOGINS_A_DAY = 1000  # that Discord allows


def value(key: str) -> str:
    """The value of a key that the unit sets exactly once."""
    [found] = re.findall(rf"^{key}=(.*)$", UNIT, re.MULTILINE)
    return found


def services(file: str) -> set[str]:
    block = COMPOSE[file].split("\nservices:\n")[1].split("\nsecrets:\n")[0]
    return set(re.findall(r"^  (\w+):$", block, re.MULTILINE))


def test_a_bot_that_crashes_at_every_start_stays_below_the_logins_of_a_day():
    assert 24 * 60 * 60 / int(value("RestartSec")) < LOGINS_A_DAY
    assert value("RestartPreventExitStatus") == "2"


def test_the_unit_needs_no_newer_systemd_than_the_guide_says():
    [version] = re.findall(r"\*\*systemd\*\*, version (\d+) or later", GUIDE)
    newer = {"RestartSteps": 254, "RestartMaxDelaySec": 254, "RestartMode": 254, "PrivatePIDs": 257}
    keys = set(re.findall(r"^(\w+)=", UNIT, re.MULTILINE))
    assert not keys & {key for key, since in newer.items() if since > int(version)}
    assert "%d" not in UNIT or int(version) >= 251


def test_the_compose_files_share_no_name_and_so_no_volume():
    names = {file: re.findall(r"^name: ([\w-]+)", text, re.MULTILINE) for file, text in COMPOSE.items()}
    assert names == {"compose.yaml": ["ttt-bot"], "compose.shards.yaml": ["ttt-bot-shards"]}
    for [name] in names.values():
        assert f"`{name}_games`" in GUIDE


def test_every_compose_command_of_the_guide_names_a_service_of_its_file():
    options = r"(?: -\S+(?: \S+:/old)?)*"
    named = re.findall(rf"docker compose -f deploy/(\S+) (?:exec|run){options} (\w+)", GUIDE)
    assert {file for file, _ in named} == set(COMPOSE)
    for file, service in named:
        assert service in services(file)
