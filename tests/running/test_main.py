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

from bot.running.version import version
from tests.support.processes import CLEAN
from tests.support.waiting import LONG

pytestmark = pytest.mark.usefixtures("installed")


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


def hidden(*libraries: str) -> str:
    """Code after which these libraries cannot be imported."""
    return f"import sys; sys.modules |= dict.fromkeys({libraries})"


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


def test_help_and_version_need_no_library_and_for_all_else_a_sentence_says_how_to_get_them(
    tmp_path: Path,
):
    libraries = (
        "discord",
        "sqlalchemy",
        "pydantic",
        "dotenv",
        "prometheus_client",
        "alembic",
        "asyncio",
    )
    typed = f"""{hidden(*libraries)}
from bot.__main__ import main
for asked in ("--help", "--version"):
    try:
        main([asked])
    except SystemExit as ended:
        assert ended.code == 0
del sys.modules["asyncio"]  # which is never missing
sys.exit(main([]))
"""
    printed = run(tmp_path, code=typed)
    assert printed.returncode == 1
    assert printed.stderr.startswith("The library discord is not installed for this Python. In")
    assert len(printed.stderr.splitlines()) == 1
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
