"""`python -m bot` as a real process in an empty folder: pipes, signals, exit codes."""

import fcntl
import os
import pty
import signal
import subprocess
import sys
import termios
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.database.sqlite import sole_owner
from bot.running.version import version
from tests.support.processes import CLEAN, fork
from tests.support.waiting import LONG

pytestmark = pytest.mark.usefixtures("installed")

GUIDE = Path(__file__).parents[2] / "docs" / "playing.md"


def run(
    cwd: Path, *arguments: str, typed: str = "", code: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *(["-c", code] if code else ["-m", "bot"]), *arguments],
        cwd=cwd,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=LONG,
        check=False,
        env=CLEAN | environment,
    )


def without(*libraries: str) -> str:
    """Code that runs the bot as if these libraries were not installed."""
    return f"{hidden(*libraries)}; from bot.__main__ import main; sys.exit(main())"


def hidden(*libraries: str) -> str:
    """Code after which these libraries cannot be imported."""
    return f"import sys; sys.modules |= dict.fromkeys({libraries})"


def example() -> tuple[str, str]:
    """The conversation in the guide: the lines typed, and the output it claims."""
    block = GUIDE.read_text(encoding="utf-8").split("```console\n$ printf '")[1].split("```")[0]
    typed, printed = block.split("' | python -m bot\n", 1)
    return typed.replace("\\n", "\n"), printed


def test_the_conversation_in_the_guide_is_what_the_playground_prints(tmp_path: Path):
    typed, printed = example()
    result = run(tmp_path, typed=typed)
    assert (result.stdout, result.stderr, result.returncode) == (printed, "", 0)
    assert not list(tmp_path.iterdir()), "the playground keeps nothing"


async def test_a_second_process_on_a_file_is_refused_with_exit_code_1_in_the_last_line_of_its_log(
    tmp_path: Path,
):
    url = f"sqlite:///{tmp_path / 'ttt.db'}"
    settings = {"DISCORD_TOKEN": "t0ken", "DATABASE_URL": url, "LOG_LEVEL": "ERROR"}
    with sole_owner(url):
        process = await fork(without(), cwd=tmp_path, environment=CLEAN | settings)
        _, log = await process.communicate()
    sentence = (
        f"Cannot use the database {url}: another process of the bot is using it; stop that one "
        "first. Nothing in it was changed."
    )
    assert process.returncode == 1
    assert log.decode().endswith(f" CRITICAL bot: {sentence}\n")


def test_it_starts_without_any_of_the_extras(tmp_path: Path):
    """With what `pip install .` installs: nothing for PostgreSQL, the playground or faster JSON."""
    bare = without("asyncpg", "greenlet", "orjson", "simcord")
    result = run(
        tmp_path,
        code=bare,
        DISCORD_TOKEN="t0ken",
        DATABASE_URL="sqlite:///nowhere/ttt.db",
        LOG_LEVEL="ERROR",
    )
    assert result.returncode == 2  # starting it again does not help
    folder = tmp_path / "nowhere"
    assert (
        f"database sqlite:///nowhere/ttt.db: its folder {folder} does not exist; create"
        in result.stderr
    )


def test_outside_its_environment_one_sentence_says_how_to_get_there(tmp_path: Path):
    result = run(tmp_path, code=without("sqlalchemy"))
    assert result.returncode == 1
    assert result.stderr.startswith("The library sqlalchemy is not installed for this Python.")
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("package", ["bot", "engine.check"])
def test_on_a_python_that_is_too_old_one_sentence_says_so(tmp_path: Path, package: str):
    old = "import sys; sys.version_info, sys.version = (3, 10, 13), '3.10.13 (main)'"
    result = run(tmp_path, code=f"{old}; import {package}")
    assert result.returncode == 1
    assert result.stderr == "This needs Python 3.11 or newer; this one is 3.10.13.\n"


def test_a_checkout_says_its_commit_beside_its_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.running.version._CHECKOUT", tmp_path)
    assert "(" not in version.__wrapped__()
    git = ("git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(tmp_path))
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "one"], check=True)
    commit = subprocess.run(
        [*git, "rev-parse", "--short", "HEAD"], check=True, capture_output=True, text=True
    ).stdout.strip()
    assert version.__wrapped__().endswith(f" ({commit})")


def test_help_and_version_are_printed_without_loading_any_library(tmp_path: Path):
    libraries = (
        "discord",
        "sqlalchemy",
        "pydantic",
        "dotenv",
        "prometheus_client",
        "alembic",
        "asyncio",
    )
    both = f"""{hidden(*libraries)}
from bot.__main__ import main
for asked in ("--help", "--version"):
    try:
        main([asked])
    except SystemExit as ended:
        assert ended.code == 0
"""
    printed = run(tmp_path, code=both)
    assert (printed.returncode, printed.stderr) == (0, "")
    assert all(word in printed.stdout for word in ("--discord", "sync", "backup", "copy"))
    assert f"\nttt-bot {version().split()[0]}" in printed.stdout


@contextmanager
def playground(cwd: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The playground with pipes for input and output, killed if it does not end in time."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bot"],
        cwd=cwd,
        env=CLEAN,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    deadline = threading.Timer(LONG, process.kill)
    deadline.start()
    with process:
        yield process
    deadline.cancel()


def test_a_pipe_is_answered_line_by_line_even_what_is_not_text_and_quietly_ends_unread(
    tmp_path: Path,
):
    with playground(tmp_path) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(b"\xff\xfe\n")
        process.stdin.flush()
        assert any(b"or help." in line for line in iter(process.stdout.readline, b""))
        assert process.poll() is None, "it answered only at its end"
        process.stdout.close()
        process.stdin.write(b"help\n" * 200)
        process.stdin.flush()
        assert process.stderr.read() == b""


def test_ctrl_c_at_the_prompt_of_a_terminal_ends_it_at_once(tmp_path: Path):
    keyboard, its = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "--no-page"],
        cwd=tmp_path,
        env=CLEAN,
        stdin=its,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=take_terminal,  # noqa: PLW1509 - this process has no threads
    )
    deadline = threading.Timer(LONG, process.kill)
    deadline.start()
    with process:
        assert process.stdout
        assert process.stderr
        read = b""
        while not read.endswith("#general › ".encode()):
            read += process.stdout.read(1)
        os.write(keyboard, b"/ttt sta\x03")
        assert process.wait() == 130
        assert process.stderr.read() == b""
    deadline.cancel()
    os.close(keyboard)
    os.close(its)


def take_terminal() -> None:
    """Make standard input the terminal of this process, whose Ctrl-C it gets."""
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # even if the tests run in the background
