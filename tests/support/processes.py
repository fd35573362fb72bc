"""Processes of the tests: their environment, and a quick way to start one.

Four fifths of a start of the bot are imports. A forked process finds them done: it is a copy of one
that has imported the bot with its libraries, has put its commands into all languages, and has done
nothing else. The rest is its own: memory, environment, folder, pipes, signals and exit code.
"""

import asyncio
import multiprocessing
import os
import signal
import sys
from asyncio import StreamReader, StreamReaderProtocol
from collections.abc import Mapping
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from bot.running.settings import Settings

_OURS = {name.upper() for name in Settings.model_fields} | {
    "NO_COLOR",
    "PYTHONPATH",
    "PYTHONUNBUFFERED",
    "TERM",
    "VIRTUAL_ENV",
}

CLEAN = {name: value for name, value in os.environ.items() if name.upper() not in _OURS}
"""Our environment, without variables that would change how the bot runs."""

_UNREAD = 2**24  # bytes that wait for a reader without making the process wait

_forking = multiprocessing.get_context("forkserver")
_forking.set_forkserver_preload(
    [
        "bot.running.process",
        "bot.running.operator_commands",
        "bot.database.leases",
        "bot.database.postgres",
        "bot.interactions.thinking",
        "tests.support.preloaded",
    ]
)


class Forked:
    """A process with the names that asyncio's have."""

    def __init__(self, process: BaseProcess, stdout: StreamReader, stderr: StreamReader) -> None:
        self._process = process
        self._end = asyncio.create_task(self._ended())
        self.stdout = stdout
        self.stderr = stderr

    @property
    def pid(self) -> int:
        assert self._process.pid, "it was started"
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        return await asyncio.shield(self._end)

    async def communicate(self) -> tuple[bytes, bytes]:
        printed, log, _ = await asyncio.gather(self.stdout.read(), self.stderr.read(), self.wait())
        return printed, log

    async def _ended(self) -> int:
        ended, loop = asyncio.Event(), asyncio.get_running_loop()
        loop.add_reader(self._process.sentinel, ended.set)
        try:
            await ended.wait()
        finally:
            loop.remove_reader(self._process.sentinel)
        assert self.returncode is not None, "the sentinel says so"
        return self.returncode


Process = asyncio.subprocess.Process | Forked


async def fork(code: str, *arguments: object, cwd: Path, environment: Mapping[str, str]) -> Forked:
    """Do in another process what `python -c CODE ARGUMENTS` does in a folder and an environment."""
    pipes = [_forking.Pipe(duplex=False) for _ in ("stdout", "stderr")]
    given = code, [*map(str, arguments)], cwd, dict(environment), *(into for _, into in pipes)
    # So that it never outlives the tests.
    process = _forking.Process(target=_run, args=given, daemon=True)
    process.start()
    for _, into in pipes:
        into.close()
    return Forked(process, *[await _reader(out_of) for out_of, _ in pipes])


async def _reader(pipe: Connection) -> StreamReader:
    reader = StreamReader(limit=_UNREAD)
    with pipe:
        source = os.fdopen(os.dup(pipe.fileno()), "rb", buffering=0)
    await asyncio.get_running_loop().connect_read_pipe(lambda: StreamReaderProtocol(reader), source)
    return reader


def _run(
    code: str, arguments: list[str], cwd: Path, environment: dict[str, str], *outputs: Connection
) -> None:
    for pipe, standard in zip(outputs, (sys.stdout, sys.stderr), strict=True):
        with pipe:
            os.dup2(pipe.fileno(), standard.fileno())
    multiprocessing.current_process().daemon = False  # a daemon may not start a worker
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = ["-c", *arguments]
    exec(code, {"__name__": "__main__"})  # noqa: S102 - the code is ours
