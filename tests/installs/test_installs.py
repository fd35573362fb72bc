"""Every install that README and the guides name, from a built wheel and outside the checkout.

Each is typed into a virtual environment of its own, where the bot then does what that install is
for. So nothing that only the checkout or another extra provides can hide a fault. An extra only
adds libraries to the plain install, so it is typed into a copy of that.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support.loopback import ROOT, Loopback, stopped
from tests.support.processes import CLEAN, Process

pytestmark = pytest.mark.installs

README = (ROOT / "README.md").read_text(encoding="utf-8")
PLAYING, OPERATING, PROCESSES, MEASUREMENTS = (
    (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for name in ("playing", "operating", "processes", "measurements")
)
[BACKUP] = re.findall(r"^python -m bot backup .*$", OPERATING, re.MULTILINE)
TEXTS = [
    README,
    PLAYING,
    OPERATING,
    PROCESSES,
    MEASUREMENTS,
    (ROOT / "pyproject.toml").read_text(encoding="utf-8"),
    *(path.read_text(encoding="utf-8") for path in (ROOT / "bot").rglob("*.py")),
]

INSTALLS = {
    "plain": ["pip install ."],
    "playground": ["pip install '.[playground]'"],
    "postgres": ["pip install '.[postgres]'"],
    "speed": ["pip install '.[speed]'"],
    "locked": [
        "pip install --require-hashes -r deploy/requirements.lock",
        "pip install --no-deps .",
    ],
    "test": ["pip install '.[test]'"],
    "benchmark": ["pip install '.[benchmark]'"],
}
# Typed on top of "test", after that has been tested alone.
BROWSER = "pip install '.[browser]'"
LOAD = "pip install '.[speed,test]'"
TYPED_BY_CI = "pip install --require-hashes -r requirements.lock"


@dataclass(frozen=True)
class Installed:
    """A virtual environment with the wheel installed: the paths of its Python and of the wheel."""

    python: Path
    wheel: Path

    def type(
        self, line: str, cwd: Path, *, typed: str = "", **environment: str
    ) -> subprocess.CompletedProcess[str]:
        """Type a line of a guide into a shell, with the wheel in place of the checkout."""
        of_the_wheel = re.sub(r"(?<=[ '])\.(?=[ '\[]|$)", str(self.wheel), line)
        return subprocess.run(
            ["bash", "-c", of_the_wheel],
            cwd=cwd,
            input=typed,
            capture_output=True,
            encoding="utf-8",
            check=False,
            env=CLEAN | _PIP | {"PATH": f"{self.python.parent}:{CLEAN['PATH']}"} | environment,
        )


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip"]
    subprocess.run([*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT], check=True)
    [wheel] = folder.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def plain(wheel: Path) -> Path:
    """The environment of the plain install."""
    folder = wheel.with_name("plain")
    install("plain", folder, wheel, PIP_NO_COMPILE="0")  # once for all copies
    return folder


@pytest.fixture(scope="module")
def installed(request: pytest.FixtureRequest, wheel: Path) -> Iterator[Installed]:
    with tempfile.TemporaryDirectory(prefix="ttt-install-") as name:
        folder = Path(name)
        if request.param != "locked":
            shutil.copytree(
                request.getfixturevalue("plain"), folder, symlinks=True, dirs_exist_ok=True
            )
        folder.chmod(0o755)  # if we are root, PostgreSQL runs as another user, who must have access
        yield install(request.param, folder, wheel)


def install(name: str, folder: Path, wheel: Path, **environment: str) -> Installed:
    """Type an install into a folder's virtual environment, by our pip: one in each takes long."""
    installed = Installed(folder / "bin" / "python", wheel)
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    pip = installed.python.with_name("pip")
    pip.write_text(
        f'#!/bin/sh\nexec {sys.executable} -m pip --python {installed.python} "$@"\n', "utf-8"
    )
    pip.chmod(0o755)
    for command in INSTALLS[name]:
        result = installed.type(command, ROOT, **environment)
        assert result.returncode == 0, result.stderr
    return installed


def installed_as(*names: str) -> pytest.MarkDecorator:
    """Run a test in each of these installs."""
    return pytest.mark.parametrize("installed", names, indirect=True)


_PIP = {
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",  # it would say on stderr that there is a newer pip
    "PIP_NO_COMPILE": "1",  # compile what is imported, when it is
}


def named_in(text: str) -> set[str]:
    """The installs that a text tells its readers to type."""
    found = re.findall(
        r"pip install ((?:--\S+ )*(?:-r )?(?:'\.[^']*'|\.(?=\s|`)|[\w/]+\.lock))",
        text.replace('"', "'"),  # Windows needs these
    )
    return {f"pip install {what}" for what in found}


def test_every_install_that_a_text_names_is_checked_here():
    checked = {command for commands in INSTALLS.values() for command in commands}
    assert set().union(*map(named_in, TEXTS)) == checked | {BROWSER, LOAD, TYPED_BY_CI}


def test_the_wheel_holds_the_whole_product_and_nothing_else(wheel: Path):
    product = ["git", "ls-files", "bot", "engine"]
    listed = subprocess.run(product, cwd=ROOT, capture_output=True, text=True, check=True)
    with zipfile.ZipFile(wheel) as packed:
        files = {name: packed.read(name) for name in packed.namelist() if ".dist-info/" not in name}
    assert files == {name: (ROOT / name).read_bytes() for name in listed.stdout.splitlines()}


@installed_as("test")
def test_the_tests_find_all_they_import_and_a_postgresql_server(installed: Installed):
    for some in ("--collect-only", "tests/database/test_constraints.py"):
        result = installed.type(f"python -m pytest -q -p no:cacheprovider {some}", ROOT)
        assert result.returncode == 0, result.stdout


@installed_as("test")
def test_the_tests_in_a_browser_find_all_they_import(installed: Installed):
    assert installed.type(BROWSER, ROOT).returncode == 0
    result = installed.type("python -c 'import tests.browser.conftest, tests.pictures.story'", ROOT)
    assert (result.returncode, result.stderr) == (0, "")


@installed_as("test")
def test_the_benchmark_of_a_press_finds_all_it_imports(installed: Installed):
    assert installed.type(LOAD, ROOT).returncode == 0
    result = installed.type("python -c 'import orjson, tests.benchmarks.load'", ROOT)
    assert (result.returncode, result.stderr) == (0, "")


@installed_as("plain", "speed", "locked")
async def test_it_plays_a_whole_game_on_discord_and_backs_it_up(
    installed: Installed, discord: Loopback, tmp_path: Path
):
    discord.fills_tables = True  # here the bot runs as it will
    process = await started(discord, installed, tmp_path)
    await discord.command("start", level="perfect")
    assert "I win this one!" in await lost(discord)
    result = installed.type(BACKUP, tmp_path)
    assert (result.returncode, result.stderr) == (0, "")
    await stopped(process)


@installed_as("postgres", "locked")
async def test_a_game_on_sqlite_is_copied_to_postgresql_and_goes_on_there(
    installed: Installed, discord: Loopback, tmp_path: Path, empty_postgres: str
):
    process = await started(discord, installed, tmp_path)
    await discord.command("start", level="perfect")
    await stopped(process)
    [copy] = re.findall(
        r"^DATABASE_URL=\S+ (python -m bot copy --from .*)$", PROCESSES, re.MULTILINE
    )
    result = installed.type(copy, tmp_path, DATABASE_URL=empty_postgres)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("Copied ")
    process = await started(discord, installed, tmp_path, DATABASE_URL=empty_postgres)
    assert "I win this one!" in await lost(discord)
    await stopped(process)


@installed_as("playground")
def test_the_readmes_first_command_plays(installed: Installed, tmp_path: Path):
    [command] = re.findall(r"^pip install '\.\[playground\]' && .*$", README, re.MULTILINE)
    result = installed.type(command, tmp_path, typed="/ttt start level:perfect\n/ttt move 5\n")
    assert (result.returncode, result.stderr) == (0, "")
    assert "Your turn, @alice" in result.stdout


@installed_as("playground")
def test_a_clone_that_nobody_can_write_to_speaks_german_without_babel(
    installed: Installed, tmp_path: Path
):
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
    subprocess.run(["chmod", "--recursive", "a-w", clone], check=True)
    said = (
        "from importlib.util import find_spec; from bot.messages import texts;"
        "print(find_spec('babel'), texts.LOCALES, texts.voice_of('de').say('Resign'))"
    )
    result = installed.type(f'python -c "{said}"', clone, PYTHONDONTWRITEBYTECODE="1")
    assert (result.stdout, result.stderr) == (f"None {clone}/bot/messages/locales Aufgeben\n", "")


@installed_as("speed")
def test_discord_py_reads_json_with_orjson(installed: Installed, tmp_path: Path):
    result = installed.type("python -c 'import discord.utils as u; print(u.HAS_ORJSON)'", tmp_path)
    assert result.stdout == "True\n"


@installed_as("benchmark")
def test_the_benchmark_of_the_engine_finds_all_it_imports(installed: Installed):
    result = installed.type("python -c 'import tests.benchmarks.engine'", ROOT)
    assert (result.returncode, result.stderr) == (0, "")


async def started(
    discord: Loopback, installed: Installed, folder: Path, **environment: str
) -> Process:
    """Start the bot as the README says, with the loopback's addresses in place of Discord's."""
    assert "\npython -m bot --discord\n" in README
    return await discord.start(cwd=folder, python=installed.python, **environment)


async def lost(discord: Loopback) -> str:
    """Lose the first game against the perfect level; returns the bot's last answer."""
    answer: dict[str, Any] = {}
    for ply, cell in ((0, 1), (2, 2), (4, 9)):
        answer = await discord.press(f"ttt:cell:1:{ply}:{cell}")
    return str(answer)
