"""Asks a learner's file questions, in two processes, and gives up on what takes too long."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

_LEARNER = Path(__file__).with_name("learner.py")
_MOST_LOST = 4  # processes; a file that has lost so many would lose more
_PAUSE = 0.1  # seconds between two looks at how far it has come

# Parts of all seconds, after which it gives up. Plain minimax needs six times as long for all
# boards as for its first move, in two processes; and a ninth of the first for any other move.
_LOADING = 1 / 4
_FIRST_MOVE = 1 / 3
_CALL = 1 / 12

_BELOW = "below `if __name__ == '__main__':`"
_WHEN_LOADED = {"EOFError": "asks for input", "SystemExit": "ends"}


class CannotLoad(Exception):
    """The file does not come as far as its functions. The message says why."""


@dataclass(frozen=True)
class Call:
    """A call of one of the file's functions.

    board    its rows, such as `XO./.OX/OX.`
    action   a row and a column, from 0; only for `result`
    """

    name: str
    board: str
    action: tuple[int, int] | None = None


@dataclass(frozen=True)
class Response:
    """What came of a call.

    trouble  why there is no value, such as an exception; empty if there is one
    late     whether that is only because it took too long
    value    what the function returned, as JSON
    changed  whether the function has changed the board that it was given
    seconds  the CPU time that it took
    chance   whether it has drawn a random number

    Two are equal if the function has done the same.
    """

    trouble: str = ""
    late: bool = False
    value: Any = None
    changed: bool = False
    seconds: float = field(default=0.0, compare=False)
    chance: bool = field(default=False, compare=False)


class Asking:
    """Everything that the file has answered so far, and the two processes that answer.

    Call `close` at the end.
    """

    def __init__(self, file: Path, seconds: float) -> None:
        """`seconds` are for everything. See `_LOADING` and so on for the parts of them."""
        self.responses: defaultdict[Call, list[Response]] = defaultdict(list)
        self.seconds = seconds
        self._file = file
        self._ends_at = asyncio.get_running_loop().time() + seconds
        self._runs = [_Run(file), _Run(file)]

    async def load(self) -> set[str]:
        """The names of the file's functions. Raises CannotLoad."""
        return await self._runs[0].start(_LOADING * self.seconds)

    @property
    def gave_up(self) -> bool:
        """Whether the file has lost so many processes that it is asked no more."""
        return sum(run.lost for run in self._runs) >= _MOST_LOST

    async def ask(
        self,
        batches: Sequence[Sequence[Call]],
        *,
        first: Call | None = None,
        tell: Callable[[int], None],
    ) -> None:
        """Make these calls in their order, as far as the time allows.

        Each process has its half of the batches, however fast it is: what a file answers may depend
        on what it was asked before, and should be the same every time.

        batches  a process gets those of a batch at once
        first    is made before all others, by a process that has answered nothing yet
        tell     is called now and then with the number of batches that are left
        """
        halves = [deque(batches[0::2]), deque(batches[1::2])]

        async def work(run: _Run, waiting: deque[Sequence[Call]], first: Call | None) -> None:
            if first:
                self.responses[first] += await run.ask([first], _FIRST_MOVE * self.seconds)
            while waiting and not self.gave_up:
                batch = waiting.popleft()
                responses = await run.ask(batch, _CALL * self.seconds)
                for call, response in zip(batch, responses, strict=False):
                    self.responses[call].append(response)
                if len(responses) < len(batch):  # the process was lost
                    waiting.appendleft(batch[len(responses) :])

        async def look() -> None:
            while any(not task.done() for task in tasks):
                tell(sum(map(len, halves)))
                await asyncio.sleep(_PAUSE)

        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._ends_at), asyncio.TaskGroup() as group:
                tasks = [
                    group.create_task(work(self._runs[0], halves[0], None)),
                    group.create_task(work(self._runs[1], halves[1], first)),
                ]
                group.create_task(look())

    async def ask_alone(self, call: Call) -> Response | None:
        """What a process answers that is asked nothing else; None if the file does not load now."""
        run = _Run(self._file)
        try:
            await run.start(_LOADING * self.seconds)
            [response] = await run.ask([call], _CALL * self.seconds)
        except CannotLoad:
            return None
        finally:
            await run.end()
        return response

    async def close(self) -> None:
        """End both processes at once."""
        for run in self._runs:
            await run.end()


class _Run:
    """A process in which the file runs. If it has ended, the next call starts another.

    lost   how many have ended before they had answered
    """

    def __init__(self, file: Path) -> None:
        self.lost = 0
        self._file = file
        self._process: Process | None = None

    async def start(self, patience: float) -> set[str]:
        """The names of the file's functions. Raises CannotLoad."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",
            "-B",
            str(_LEARNER),
            str(self._file),
            stdin=PIPE,
            stdout=PIPE,
            stderr=DEVNULL,
            env={**os.environ, "PYTHONHASHSEED": "0"},  # sets have the same order every time
        )
        hello = await self._next_response(self._process, patience)
        if hello.get("late"):
            raise CannotLoad(
                f"loading it takes more than {_rounded(patience)} seconds: put what plays or waits "
                f"{_BELOW}"
            )
        if "error" in hello:
            await self.end()
            why = _sentence(hello)
            for kind, does in _WHEN_LOADED.items():
                if hello["error"].startswith(kind):
                    why = f"{why}. It {does} as it is loaded: put that part {_BELOW}"
            raise CannotLoad(why)
        return set(hello["functions"])

    async def ask(self, calls: Sequence[Call], patience: float) -> list[Response]:
        """The responses, each within so many seconds. Ends with one that does not come."""
        try:
            if not self._process:
                await self.start(patience)
        except CannotLoad as error:
            self.lost += 1
            return [Response(str(error))]
        process = self._process
        assert process
        assert process.stdin
        lines = [json.dumps(vars(call)) + "\n" for call in calls]
        process.stdin.write("".join(lines).encode())
        responses: list[Response] = []
        for _ in calls:
            response = await self._next_response(process, patience)
            if "error" in response:
                responses.append(Response(_sentence(response), late=response.get("late", False)))
            else:
                responses.append(Response(**response))
            if not self._process:
                break
        return responses

    async def end(self) -> None:
        """End the process, whatever it is doing."""
        process = self._process
        self._process = None
        if process and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _next_response(self, process: Process, patience: float) -> dict[str, Any]:
        """What the process says next; an error if it says nothing."""
        assert process.stdout
        line = b""
        late = False
        try:
            async with asyncio.timeout(patience):
                line = await process.stdout.readline()
        except TimeoutError:
            late = True
        if line:
            content: dict[str, Any] = json.loads(line)
            return content
        self.lost += 1
        if not late:
            # Python 3.11 complains if a process is killed that has just ended by itself.
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await process.wait()
        await self.end()
        if late:
            return {"error": f"no answer in {_rounded(patience)} seconds", "late": True}
        return {"error": "the whole process ends", "late": False}


def _rounded(seconds: float) -> str:
    """A time as people read it, such as `0.8` or `10`."""
    return f"{seconds:.1f}".removesuffix(".0")


def _sentence(error: dict[str, Any]) -> str:
    """An error, with the learner's own line if it has one."""
    if "line" not in error:
        return str(error["error"])
    return f"{error['error']} (line {error['line']}: {error['code']})"
