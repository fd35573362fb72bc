"""The architecture: what each folder may import, and what is installed, locked and configured."""

import ast
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path

from bot.running.settings import Settings
from tests.support.processes import CLEAN

ROOT = Path(__file__).parents[1]

ROOMS = [
    "bot",  # only __main__, and the version
    "bot.playground",
    "bot.learn",
    "bot.running",
    "bot.people",
    "bot.servers",
    "bot.cups",
    "bot.challenges",
    "bot.advice",
    "bot.play",
    "bot.interactions",
    "bot.messages",
    "bot.database",
    "engine",
]
"""A room imports only itself and rooms below it."""

SPEAK_TO_DISCORD = {"bot.playground", "bot.running", "bot.interactions"}
WHAT_PEOPLE_DO = set(ROOMS[ROOMS.index("bot.people") : ROOMS.index("bot.interactions")])
THINK = {"bot.playground", "bot.learn", "bot.running", "bot.interactions", "engine"}
SQL = {"sqlalchemy", "alembic", "asyncpg"}
FILES = [path for folder in ("bot", "engine") for path in sorted((ROOT / folder).rglob("*.py"))]


def room_of(module: str) -> str | None:
    """The room that a module of ours is in; None for a library."""
    first, *rest = module.split(".")
    if first == "bot" and rest and (ROOT / "bot" / rest[0]).is_dir():
        return f"bot.{rest[0]}"
    return first if first in ROOMS else None


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def is_one_of(path: Path, *kinds: str) -> bool:
    """Whether a file is of one of these kinds, such as `rows.py` or `result_rows.py`."""
    return path.stem.split("_")[-1] in kinds


@cache
def import_statements(path: Path) -> Sequence[ast.Import | ast.ImportFrom]:
    """Those anywhere in a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def imports(path: Path, *, from_packages: bool = False) -> set[str]:
    """The modules that a file imports, anywhere in it."""
    found = set()
    for node in import_statements(path):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        else:
            assert node.level == 0, f"{path}: a relative import"
            found.add(node.module or "")
            found |= {f"{node.module}.{alias.name}" for alias in node.names if from_packages}
    return found


def test_a_room_imports_only_itself_and_rooms_below_it():
    for path in FILES:
        room = room_of(module_of(path))
        assert room in ROOMS, f"{path.relative_to(ROOT)} is in no room"
        assert room != "bot" or path.stem in {"__init__", "__main__"}, (
            f"{path.relative_to(ROOT)} is in no room"
        )
        for module in imports(path, from_packages=True) - {"bot"}:
            assert room_of(module) in [None, *ROOMS[ROOMS.index(room) :]], (
                f"{path.relative_to(ROOT)}: {module}"
            )


def test_the_engine_needs_the_standard_library_only():
    for path in (ROOT / "engine").rglob("*.py"):
        assert {module.split(".")[0] for module in imports(path)} <= sys.stdlib_module_names | {
            "engine"
        }, path


def test_outside_the_database_only_rows_and_transactions_know_sql():
    for path in FILES:
        if room_of(module_of(path)) != "bot.database" and not is_one_of(
            path, "rows", "transactions"
        ):
            assert not {module.split(".")[0] for module in imports(path)} & SQL, path


def test_outside_the_rooms_that_speak_to_discord_only_commands_know_it():
    for path in FILES:
        if room_of(module_of(path)) not in SPEAK_TO_DISCORD and not is_one_of(path, "commands"):
            assert "discord" not in {module.split(".")[0] for module in imports(path)}, path


def test_a_rule_a_card_or_a_lesson_loads_neither_discord_nor_sql_not_even_through_others():
    pure = [
        module_of(path)
        for path in FILES
        if room_of(module_of(path)) in WHAT_PEOPLE_DO | {"bot.learn"}
        and not is_one_of(path, "rows", "transactions", "commands", "answers")
    ]
    assert len(pure) > 20
    loads = f"import sys, {', '.join(pure)}; print(*sys.modules, sep='\\n')"
    loaded = subprocess.run(
        [sys.executable, "-c", loads], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\n")
    assert not {module.split(".")[0] for module in loaded} & (SQL | {"discord", "aiohttp"})


def test_no_card_row_or_transaction_searches():
    """They know the engine's types and cell numbers; any other function of it may need a search."""
    for path in FILES:
        if room_of(module_of(path)) in THINK or is_one_of(path, "commands", "actions", "seats"):
            continue  # actions take what is known, and seats name the opponents
        for module, name in taken_from_the_engine(path):
            if module == "engine.board":
                continue
            where = f"{path.relative_to(ROOT)} imports {module}.{name}"
            assert module != "engine.opponents", where
            assert not inspect.isroutine(inspect.unwrap(getattr(import_module(module), name))), (
                where
            )


def taken_from_the_engine(path: Path) -> Iterator[tuple[str, str]]:
    """The modules of the engine that a file names in its imports, and what it takes from each."""
    for node in import_statements(path):
        if isinstance(node, ast.Import):
            assert not [alias.name for alias in node.names if alias.name.startswith("engine")], path
        elif (node.module or "").startswith("engine"):
            assert node.module
            yield from ((node.module, alias.name) for alias in node.names)


def test_what_runs_needs_no_tool_and_watches_no_python():
    for path in FILES:
        if not {"tools", "check"} & {*path.parts}:  # a checker is a tool, too
            assert not [module for module in imports(path) if ".tools" in module], path
        assert "settrace" not in path.read_text(encoding="utf-8"), path


def test_only_sending_answers_discord():
    for path in FILES:
        source = path.read_text(encoding="utf-8")
        for harmless in (".response.is_done()", ".response._response_type"):
            source = source.replace(harmless, "")
        assert ".response." not in source, path
        assert (path.name == "sending.py") == ("discord_internals.request" in source), path


def test_no_file_knows_one_that_knows_it():
    """Not even by name, for a type."""
    knows = {
        module_of(path): imports(path, from_packages=True) - {module_of(path)} for path in FILES
    }
    circles = {name for name in knows if name in reachable(knows, knows[name])}
    assert not circles


def reachable(knows: dict[str, set[str]], names: set[str]) -> set[str]:
    """What these modules know, themselves or by others."""
    found: set[str] = set()
    while names:
        found |= names
        names = set().union(*(knows.get(name, set()) for name in names)) - found
    return found


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
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    visible = {
        name.split("/")[0] for name in listed.stdout.splitlines() if not name.startswith(".")
    }
    assert visible <= agreed


def test_the_processes_that_tests_start_run_what_stands_here(tmp_path: Path):
    code = "import bot, engine; print(bot.__path__[0], engine.__path__[0], sep='\\n')"
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=CLEAN,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, "install the project first: pip install '.[test]'"
    for folder, package in zip(found.stdout.splitlines(), ("bot", "engine"), strict=True):
        installed, wanted = files_of(Path(folder)), files_of(ROOT / package)
        different = sorted(
            name for name in wanted | installed if wanted.get(name) != installed.get(name)
        )
        assert not different, f"install the project again (pip install '.[test]'): {different}"


def files_of(package: Path) -> dict[str, bytes]:
    """The content of a package's files, by path."""
    files = (
        path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
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
