"""The architecture: what each folder may import, and what is installed, locked and configured."""

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from bot.settings import Settings
from tests.support.processes import CLEAN

ROOT = Path(__file__).parents[1]

MAY_KNOW = {
    "engine": {"engine"},
    "bot/sessions": {"bot.sessions", "bot.rendering.tiles", "bot.texts", "engine"},
    "bot/storage": {
        "bot.storage",
        "bot.sessions",
        "bot.texts",
        "engine",
        "sqlalchemy",
        "alembic",
        "filelock",
        "asyncpg",
    },
    "bot/rendering": {"bot.rendering", "bot.sessions", "bot.texts", "engine"},
    "bot/playground": {"bot.playground", "bot.rendering", "simcord", "discord", "prompt_toolkit", "aiohttp"}
    | {"pydantic", "engine"}
    | {
        "bot.client",
        "bot.failures",
        "bot.handlers",
        "bot.logs",
        "bot.sessions",
        "bot.storage.store",
        "bot.storage.session_rows",
        "bot.thinking",
        "bot.worker",
    },  # it starts the whole bot
}


def imports(path: Path, *, from_packages: bool = False) -> set[str]:
    """The modules that a file imports, anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "bot":
            found |= {f"bot.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names if from_packages}
    return found


@pytest.mark.parametrize(("folder", "allowed"), MAY_KNOW.items())
def test_a_folder_knows_only_what_lies_further_in(folder: str, allowed: set[str]):
    files = list((ROOT / folder).rglob("*.py"))
    assert files
    for path in files:
        for module in imports(path):
            known = module.split(".")[0] in sys.stdlib_module_names or any(
                module == name or module.startswith(name + ".") for name in allowed
            )
            assert known, f"{path.relative_to(ROOT)} imports {module}"


@pytest.mark.parametrize("folder", ["bot/rendering", "bot/storage"])
def test_messages_are_handed_what_was_thought_and_the_store_never_thinks(folder: str):
    """They know the engine's types, and boards with their numbers; any other function may need a search."""
    for path in (ROOT / folder).rglob("*.py"):
        for module, name in taken_from_the_engine(path):
            if module == "engine.board":
                continue
            where = f"{path.relative_to(ROOT)} imports {module}.{name}"
            assert module != "engine.opponents", where
            assert not inspect.isroutine(inspect.unwrap(getattr(import_module(module), name))), where


def taken_from_the_engine(path: Path) -> Iterator[tuple[str, str]]:
    """The modules of the engine that a file names in its imports, and what it takes from each."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            assert not [alias.name for alias in node.names if alias.name.startswith("engine")], path
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engine"):
            assert node.module
            yield from ((node.module, alias.name) for alias in node.names)


def test_every_folder_of_bot_is_in_the_list_above():
    folders = {path.name for path in (ROOT / "bot").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert {f"bot/{folder}" for folder in folders} == set(MAY_KNOW) - {"engine"}


def test_only_sending_answers_discord():
    for path in (ROOT / "bot").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        assert ".response." not in source.replace(".response.is_done()", ""), path
        assert (path.name == "sending.py") == ("discord_internals.request" in source), path


def test_no_file_knows_one_that_knows_it():
    """Not even by name, for a type."""
    files = [path for folder in ("bot", "engine") for path in (ROOT / folder).rglob("*.py")]
    knows = {module_of(path): imports(path, from_packages=True) - {module_of(path)} for path in files}
    circles = {name for name in knows if name in reachable(knows, knows[name])}
    assert not circles


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def reachable(knows: dict[str, set[str]], names: set[str]) -> set[str]:
    """What these modules know, themselves or by others."""
    found: set[str] = set()
    while names:
        found |= names
        names = set().union(*(knows.get(name, set()) for name in names)) - found
    return found


def test_only_storage_speaks_to_the_database():
    for path in (ROOT / "bot").glob("*.py"):
        assert not {module for module in imports(path) if module.startswith("sqlalchemy")}, path


def test_the_top_level_holds_what_was_agreed_and_nothing_else():
    agreed = {
        "pyproject.toml",
        "bot",
        "engine",
        "tests",
        "README.md",
        "LICENSE",
        "Dockerfile",
        "requirements.lock",
    }
    agreed |= {"docs", "deploy"}
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    visible = {name.split("/")[0] for name in listed.stdout.splitlines() if not name.startswith(".")}
    assert visible <= agreed


@pytest.mark.parametrize("package", ["bot", "engine"])
def test_the_processes_that_tests_start_run_what_stands_here(package: str, tmp_path: Path):
    where = [sys.executable, "-c", f"import {package}; print({package}.__path__[0])"]
    found = subprocess.run(where, cwd=tmp_path, env=CLEAN, capture_output=True, text=True, check=False)
    assert found.returncode == 0, "install the project first: pip install '.[test]'"
    installed = files_of(Path(found.stdout.strip()))
    wanted = files_of(ROOT / package)
    different = sorted(name for name in wanted | installed if wanted.get(name) != installed.get(name))
    assert not different, f"install the project again (pip install '.[test]'): {different}"


def files_of(package: Path) -> dict[str, bytes]:
    """The content of a package's files, by path."""
    files = (path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(package).as_posix(): path.read_bytes() for path in files}


def test_what_a_running_bot_needs_is_locked_as_it_is_tested():
    """Each library of deploy/requirements.lock is in requirements.lock, in the same version."""
    pins = [
        set(re.findall(r"^([\w.-]+==\S+)", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE))
        for lock in ("deploy/requirements.lock", "requirements.lock")
    ]
    assert pins[0]
    assert pins[0] <= pins[1]


def test_what_is_deployed_uses_settings_that_exist():
    known = {name.upper() for name in Settings.model_fields}
    for path in [ROOT / "Dockerfile", *(ROOT / "deploy").iterdir()]:
        text = path.read_text(encoding="utf-8")
        used = set(re.findall(r"\b((?:DISCORD|DATABASE|LOG|HEALTH|SHARD)_[A-Z_]+)\b", text))
        assert used <= known, path
