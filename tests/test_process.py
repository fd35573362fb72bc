"""`python -m bot` as a process, started in an empty directory as installed."""

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.settings import Settings
from bot.storage.lock import sole_owner

README = Path(__file__).parents[1] / "README.md"
OURS = {name.upper() for name in Settings.model_fields} | {"PYTHONPATH", "PYTHONUNBUFFERED"}
CLEAN = {name: value for name, value in os.environ.items() if name not in OURS}


def run(
    cwd: Path, *arguments: str, typed: str = "", code: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *(["-c", code] if code else ["-m", "bot"]), *arguments],
        cwd=cwd,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env=CLEAN | environment,
    )


def example() -> tuple[str, str]:
    """The README's conversation: the lines its command types, and what it says they print."""
    block = README.read_text(encoding="utf-8").split("```console\n$ printf '")[1].split("```")[0]
    typed, printed = block.split("' | python -m bot\n", 1)
    return typed.replace("\\n", "\n"), printed


def test_the_readmes_conversation_is_what_the_playground_prints(tmp_path: Path):
    typed, printed = example()
    result = run(tmp_path, typed=typed)
    assert (result.stdout, result.stderr, result.returncode) == (printed, "", 0)
    assert not list(tmp_path.iterdir()), "the playground keeps nothing"


def test_bytes_that_are_no_text_are_a_line_like_any_other(tmp_path: Path):
    command = [sys.executable, "-m", "bot"]
    result = subprocess.run(
        command, cwd=tmp_path, input=b"\xff\xfe\n", capture_output=True, env=CLEAN, check=False
    )
    assert result.returncode == 0
    assert b"does not read messages" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "environment", "sentence"),
    [
        (
            ["--discord"],
            {},
            "DISCORD_TOKEN is missing: set it in the environment or in the file .env (see .env.example).",
        ),
        (
            [],
            {"DISCORD_TOKEN": "hunter2 hunter2"},
            "DISCORD_TOKEN is not a token: paste the one from your application's Bot page, nothing else.",
        ),
        ([], {"LOG_LEVEL": "LOUD"}, "LOG_LEVEL must be DEBUG, INFO, WARNING or ERROR."),
    ],
)
def test_a_bad_setting_is_one_line_on_standard_error(
    tmp_path: Path, arguments: list[str], environment: dict[str, str], sentence: str
):
    result = run(tmp_path, *arguments, **environment)
    assert (result.returncode, result.stdout, result.stderr) == (2, "", f"{sentence}\n")


def test_settings_are_read_from_a_file_and_the_environment_comes_first(tmp_path: Path):
    (tmp_path / ".env").write_text("LOG_LEVEL=LOUD\n")
    assert "LOG_LEVEL" in run(tmp_path).stderr
    assert run(tmp_path, LOG_LEVEL="info").returncode == 0


def test_it_starts_without_any_of_the_extras(tmp_path: Path):
    """As `pip install .` leaves it: nothing for PostgreSQL, for the playground, or for a faster JSON."""
    extras = ["asyncpg", "greenlet", "orjson", "simcord", "prompt_toolkit"]
    code = f"import sys; sys.modules |= dict.fromkeys({extras}); import bot.__main__ as m; sys.exit(m.main())"
    result = run(tmp_path, code=code, DISCORD_TOKEN="x", DATABASE_URL="sqlite:///nowhere/ttt.db")
    assert result.returncode == 1
    assert result.stderr.startswith(
        "Cannot use the database sqlite:///nowhere/ttt.db: its folder does not exist"
    )


def test_a_port_that_is_taken_is_one_line(tmp_path: Path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run(tmp_path, DISCORD_TOKEN="x", HEALTH_PORT=str(port))
    assert result.returncode == 1
    assert f"HEALTH_PORT {port} on 127.0.0.1 cannot be used" in result.stderr
    assert result.stderr.count("\n") == 1


@contextmanager
def playground(cwd: Path) -> Iterator[subprocess.Popen[str]]:
    """The playground with pipes for everything, killed if it does not end in time."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bot"],
        cwd=cwd,
        env=CLEAN,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        preexec_fn=heed_ctrl_c,  # noqa: PLW1509 - this process has no threads
    )
    deadline = threading.Timer(20, process.kill)
    deadline.start()
    with process:
        yield process
    deadline.cancel()


def test_a_pipe_is_answered_line_by_line(tmp_path: Path):
    with playground(tmp_path) as process:
        process.stdin.write("as nobody\n")
        process.stdin.flush()
        assert any("alice, bob, carol" in line for line in iter(process.stdout.readline, ""))
        assert process.poll() is None, "it answered only at its end"
    assert process.returncode == 0


def test_ctrl_c_ends_a_piped_playground_quietly(tmp_path: Path):
    with playground(tmp_path) as process:
        process.stdout.readline()  # it runs
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.stderr.read() == ""


def heed_ctrl_c() -> None:
    """Where the tests run in the background, their children would be told to ignore it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_whoever_stops_reading_ends_the_playground_quietly(tmp_path: Path):
    command = f"yes help | head -200 | {sys.executable} -m bot | head -1"
    result = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, env=CLEAN, check=False)  # noqa: S602
    assert result.stderr == b""


def test_without_standard_input_the_playground_ends_at_once(tmp_path: Path):
    command = f"{sys.executable} -m bot <&-"
    result = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, env=CLEAN, check=False)  # noqa: S602
    assert (result.returncode, result.stderr) == (0, b"")


def test_a_second_process_on_the_same_file_is_refused(tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'ttt.db'}"
    with sole_owner(url):
        result = run(tmp_path, DISCORD_TOKEN="x", DATABASE_URL=url)
    assert result.returncode == 1
    assert result.stderr.endswith(
        "another process of the bot is using it; stop that one first. Nothing in it was changed.\n"
    )
    assert result.stderr.count("\n") == 1


def test_a_file_that_is_no_database_is_refused_in_one_line_and_left_alone(tmp_path: Path):
    (tmp_path / "ttt.db").write_text("my diary\n" * 100)
    result = run(tmp_path, DISCORD_TOKEN="x")
    assert result.returncode == 1
    assert result.stderr.count("\n") == 1
    assert (tmp_path / "ttt.db").read_text() == "my diary\n" * 100


def test_without_the_playground_extra_one_sentence_names_the_command(tmp_path: Path):
    without = "import sys, runpy; sys.modules['simcord'] = None; runpy.run_module('bot', run_name='__main__')"
    result = run(tmp_path, code=without)
    assert result.returncode == 2
    assert "pip install '.[playground]'" in result.stderr
    assert result.stderr.count("\n") == 1


def test_help_names_both_ways_to_run(tmp_path: Path):
    result = run(tmp_path, "--help")
    assert "--discord" in result.stdout
    assert "sync" in result.stdout


def test_a_backup_needs_a_database_and_a_new_file(tmp_path: Path):
    assert "needs the name of a new file" in run(tmp_path, "backup").stderr
    result = run(tmp_path, "backup", "copy.db")
    assert (result.returncode, result.stderr) == (1, "There is no database sqlite:///ttt.db to back up.\n")
    for name in ("ttt.db", "copy.db"):
        (tmp_path / name).write_text("my diary")
    result = run(tmp_path, "backup", "copy.db")
    assert (result.returncode, result.stderr) == (1, "copy.db exists already; name a new file.\n")
    result = run(tmp_path, "backup", "other.db")
    assert result.returncode == 1
    assert "file is not a database" in result.stderr
    assert (tmp_path / "copy.db").read_text() == "my diary"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["copy"], "a copy needs --from"),
        (["run", "--from", "sqlite:///a.db"], "a copy needs --from"),
    ],
)
def test_a_copy_and_nothing_else_has_a_source(tmp_path: Path, arguments: list[str], sentence: str):
    result = run(tmp_path, *arguments)
    assert result.returncode == 2
    assert sentence in result.stderr


def test_a_copy_that_cannot_be_is_one_line(tmp_path: Path):
    result = run(tmp_path, "copy", "--from", "sqlite:///none.db", "--to", "postgresql://host/ttt")
    assert (result.returncode, result.stderr) == (1, "There is no database sqlite:///none.db to copy.\n")


def test_a_copy_says_what_it_has_copied(tmp_path: Path, empty_postgres: str):
    code = """
import asyncio
from bot.storage import upkeep
from bot.storage.store import Store
async def main():
    async with Store.open("sqlite:///ttt.db") as store:
        await store.run(upkeep.write_note, "a", "b")
asyncio.run(main())
"""
    assert run(tmp_path, code=code).returncode == 0
    result = run(tmp_path, "copy", "--from", "sqlite:///ttt.db", DATABASE_URL=empty_postgres)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("Copied ")
    assert "1 notes" in result.stdout
