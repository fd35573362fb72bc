"""What deploys and watches the bot keeps what docs/operating.md and docs/processes.md promise."""

import asyncio
import json
import os
import re
import subprocess
import sys
import tomllib
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest
from prometheus_client import generate_latest

from bot.database.store import Store
from bot.running.health import _Health
from tests.support.processes import CLEAN
from tests.support.server import open_server

ROOT = Path(__file__).parents[1]
UNIT = (ROOT / "deploy" / "ttt-bot.service").read_text(encoding="utf-8")
GUIDE = "".join(
    (ROOT / "docs" / page).read_text(encoding="utf-8") for page in ("operating.md", "processes.md")
)
ALERTS = (ROOT / "deploy" / "alerts.yml").read_text(encoding="utf-8")
KUBERNETES = (ROOT / "deploy" / "kubernetes.yaml").read_text(encoding="utf-8")
COMPOSE = {
    path.name: path.read_text(encoding="utf-8") for path in (ROOT / "deploy").glob("compose*.yaml")
}


def value(key: str) -> str:
    """The value of a key that the unit sets exactly once."""
    [found] = re.findall(rf"^{key}=(.*)$", UNIT, re.MULTILINE)
    return found


def services(file: str) -> set[str]:
    block = COMPOSE[file].split("\nservices:\n")[1].split("\nsecrets:\n")[0]
    return set(re.findall(r"^  (\w+):$", block, re.MULTILINE))


def test_the_unit_needs_no_newer_systemd_than_the_guide_says():
    [version] = re.findall(r"\*\*systemd\*\*, version (\d+) or later", GUIDE)
    newer = {"RestartSteps": 254, "RestartMaxDelaySec": 254, "RestartMode": 254, "PrivatePIDs": 257}
    keys = set(re.findall(r"^(\w+)=", UNIT, re.MULTILINE))
    assert not keys & {key for key, since in newer.items() if since > int(version)}
    assert "%d" not in UNIT or int(version) >= 251


def test_the_compose_files_share_no_name_and_so_no_volume():
    names = {
        file: re.findall(r"^name: ([\w-]+)", text, re.MULTILINE) for file, text in COMPOSE.items()
    }
    assert names == {"compose.yaml": ["ttt-bot"], "compose.shards.yaml": ["ttt-bot-shards"]}
    for [name] in names.values():
        assert f"`{name}_games`" in GUIDE


def test_every_compose_command_of_the_guide_names_a_service_of_its_file():
    options = r"(?: -\S+(?: \S+:/old)?)*"
    named = re.findall(rf"docker compose -f deploy/(\S+) (?:exec|run){options} (\w+)", GUIDE)
    assert {file for file, _ in named} == set(COMPOSE)
    for file, service in named:
        assert service in services(file)


def backup_commands(folder: Path) -> list[str]:
    """What the backup unit runs, with this Python and in a folder of our own."""
    unit = (ROOT / "deploy" / "ttt-bot-backup.service").read_text(encoding="utf-8")
    commands = re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE)
    places = {
        "/opt/ttt-bot/venv/bin/python": sys.executable,
        "/var/" + "tmp": str(folder),
        "%%": "%",
    }
    for theirs, ours in places.items():
        commands = [command.replace(theirs, ours) for command in commands]
    return commands


async def test_the_nightly_backup_is_restored_and_read_and_old_ones_are_deleted(tmp_path: Path):
    data = tmp_path / "data"
    (data / "backups").mkdir(parents=True)
    old = data / "backups" / "ttt-2020-01-01.db"
    old.touch()
    os.utime(old, (0, 0))
    url = f"sqlite:///{data / 'ttt.db'}"
    environment = CLEAN | {"DATABASE_URL": url, "PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)}
    read = ""
    async with Store.open(url):  # the bot is running
        for command in backup_commands(tmp_path):
            done = await asyncio.create_subprocess_shell(
                command, cwd=data, env=environment, stdout=PIPE
            )
            printed, _ = await done.communicate()
            assert done.returncode == 0
            read += printed.decode()
    [kept] = (data / "backups").iterdir()
    assert re.fullmatch(r"ttt-\d{4}-\d\d-\d\d-\d{6}\.db", kept.name)
    assert read.splitlines()[-1] == f"All games are in {tmp_path / 'read.db'}."


@pytest.mark.parametrize("has_address", [False, True])
def test_a_command_under_systemd_has_the_settings_of_the_unit_and_its_secrets(
    tmp_path: Path, has_address: bool
):
    """The programs of systemd are stand-ins that do what its manuals say of these options."""
    stands_in = {
        "systemctl": "echo DATABASE_URL=sqlite:////edited.db DISCORD_TOKEN_FILE=/of/another/unit",
        "systemd-run": r"""
            while [ "${1#-}" != "$1" ]; do
                case "$2" in
                    Environment=*) environment=${2#Environment=} ;;
                    LoadCredential=discord_token:/etc/*) credentials=$CREDENTIALS ;;
                    LoadCredential=database_url:*) cp "${2#*:}" "$CREDENTIALS/" ;;
                esac
                case "$1" in -p) shift 2 ;; *) shift ;; esac
            done
            exec env $environment CREDENTIALS_DIRECTORY=$credentials "$@" """,
        "python": """
            echo "$DATABASE_URL $DATABASE_URL_FILE $DISCORD_TOKEN_FILE"
            for each; do echo "[$each]"; done""",
    }
    for name, does in stands_in.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    command = (ROOT / "deploy" / "ttt-bot").read_text(encoding="utf-8")
    ours = tmp_path / "ttt-bot"
    address, credentials = tmp_path / "database_url", tmp_path / "credentials"
    credentials.mkdir()
    if has_address:
        address.write_text("postgresql://user:secret@host/ttt")
    command = command.replace("/opt/ttt-bot/venv/bin/python", str(tmp_path / "python"))
    ours.write_text(command.replace("/etc/ttt-bot/database_url", str(address)))
    done = subprocess.run(
        ["sh", ours, "backup", "my copy.db"],
        env={"PATH": f"{tmp_path}:{os.environ['PATH']}", "CREDENTIALS": str(credentials)},
        capture_output=True,
        text=True,
        check=True,
    )
    url, file = "sqlite:////edited.db", ""
    if has_address:
        url, file = "", str(credentials / "database_url")
    assert done.stdout.splitlines() == [
        f"{url} {file} {credentials / 'discord_token'}",
        "[-m]",
        "[bot]",
        "[backup]",
        "[my copy.db]",
    ]


def test_a_command_under_systemd_runs_as_the_unit_does():
    command = (ROOT / "deploy" / "ttt-bot").read_text(encoding="utf-8")
    for key in (
        "DynamicUser",
        "StateDirectory",
        "StateDirectoryMode",
        "WorkingDirectory",
        "LoadCredential",
        "UMask",
    ):
        assert f"-p {key}={value(key)} " in command
    assert value("ExecStart").split()[0] in command
    assert (ROOT / "deploy" / "ttt-bot").stat().st_mode & 0o111


def test_a_second_bot_shares_nothing_with_the_first_but_its_program():
    [rename] = re.findall("^rename='(.*)'$", GUIDE, re.MULTILINE)
    for file in ("ttt-bot.service", "ttt-bot"):
        second = subprocess.run(
            ["sed", rename, ROOT / "deploy" / file], check=True, capture_output=True, text=True
        ).stdout
        assert "second-bot" in second
        assert set(re.findall(r"[^=\s]*ttt-bot\S*", second)) == {"/opt/ttt-bot/venv/bin/python"}


def test_a_process_may_need_what_the_guide_says_before_it_alarms_or_is_ended():
    """As many servers as a process may have, with room for the worker and for a while of more."""
    rows = dict(re.findall(r"^\| (processes|memory)\b[^|]*\|(.*)\|$", GUIDE, re.MULTILINE))
    processes = [int(cell.split()[0]) for cell in rows["processes"].split("|")]
    memory = [_megabytes(cell) for cell in rows["memory"].split("|")]
    needed = max(most / count for most, count in zip(memory, processes, strict=True))
    alarm = re.search(r"process_resident_memory_bytes\S* > (\d+)e6", ALERTS)
    assert alarm
    ends = [value("MemoryMax"), *re.findall(r"mem_limit: (\d+)m", "".join(COMPOSE.values()))]
    ends += re.findall(r"limits: \{memory: (\d+)Mi\}", KUBERNETES)
    assert len(ends) == 4
    assert len({int(end.rstrip("M")) for end in ends}) == 1
    assert 1.2 * needed < int(alarm[1]) < int(ends[1]) - 100
    assert f"above {alarm[1]} MB" in GUIDE
    assert f"at {ends[1]} MB" in GUIDE


def _megabytes(cell: str) -> float:
    number, unit = cell.split()
    return float(number) * {"MB": 1, "GB": 1000}[unit]


def test_the_backup_unit_uses_the_folder_of_the_bot_and_its_user():
    backup = (ROOT / "deploy" / "ttt-bot-backup.service").read_text(encoding="utf-8")
    [database] = re.findall(r"DATABASE_URL=(sqlite:////var/lib\S+)", UNIT)
    assert f"Environment=DATABASE_URL={database}\n" in backup
    assert "User=ttt-bot\n" in backup
    assert "StateDirectory=ttt-bot " in backup


def test_kubernetes_runs_the_processes_that_it_promises_and_one_more():
    manifest = (ROOT / "deploy" / "kubernetes.yaml").read_text(encoding="utf-8")
    [replicas] = re.findall(r"replicas: (\d+)", manifest)
    [processes] = re.findall(r'name: PROCESSES, value: "(\d+)"', manifest)
    assert int(replicas) == int(processes) + 1
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "version"
    ]
    image = f"image: ghcr.io/OWNER/ttt-bot:{version.removesuffix('.dev0')}"
    assert image in re.findall(r"image: \S+", manifest), (
        "deploy/kubernetes.yaml names another version"
    )
    assert {"/healthz", "/readyz"} == set(re.findall(r"path: (/\w+z)", manifest))


DASHBOARD = json.loads((ROOT / "deploy" / "dashboard.json").read_text(encoding="utf-8"))

_FIGURE = re.compile(r"\b(?:ttt|process)_[a-z_]+\b")
_RINGS = re.findall(r"alert: (\w+)", ALERTS)


@pytest.fixture
async def shown(store: Store) -> set[str]:
    """The names of all figures of a bot that runs."""
    async with open_server(store) as server:
        collected = {metric.name for metric in _Health(server.client, store).collect()}
    page = generate_latest().decode()
    return (
        collected
        | set(re.findall(r"^# TYPE (\w+)", page, re.MULTILINE))
        | set(_FIGURE.findall(page))
    )


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
    ours = {
        re.sub(r"_(bucket|count|sum|created)$", "", name)
        for name in shown
        if name.startswith("ttt_")
    }
    of_counters = {name.removesuffix("_total") for name in ours if name.endswith("_total")}
    assert ours - of_counters - {"ttt_build", "ttt_shard"} <= explained | {"ttt_build_info"}


def test_every_alarm_is_explained_in_the_guide():
    assert len(set(_RINGS)) == len(_RINGS) > 10
    assert not [name for name in _RINGS if f"`{name}`" not in GUIDE]
