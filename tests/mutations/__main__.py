"""Plants small mistakes, one at a time, and prints how many of them the tests catch.

    python -m tests.mutations --out mutants.json
    python -m tests.mutations --again mutants.json

The first draws mistakes by a seed and keeps them. The second plants the same ones, after a rewrite,
where their text is still in its function. What is planted: `tests.mutations.mutants`. Each runs in
a copy of the project, against those tests only that touch its lines.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from random import Random
from tempfile import TemporaryDirectory

from tests.mutations.mutants import Gone, Mutant, mutants
from tests.mutations.touched import Touched

PROJECT = Path(__file__).parents[2]
ROOMS = ("play", "challenges", "advice", "cups", "people", "servers", "interactions")
ROUND_ABOUT = ("messages", "running")  # rooms whose tests are asked too, but get no mistakes
GROUPS = ("rooms", "ways", "worlds", "others")
AT_ONCE = 2
MOST_TESTS = 40  # of a group, for one mistake
LONGEST = 180  # seconds for these, on a busy machine
NO_END = f"no end after {LONGEST} seconds"
MEMORY = 8_000_000  # KiB of addresses, for mistakes that never stop
NOT_RULES = ("card.py", "commands.py", "answers.py")  # how files end that show and send


@dataclass(frozen=True)
class Verdict:
    """What became of a mistake.

    ran     how many tests of each group touch it and were asked
    killed  for each group that caught it, what failed first
    """

    mutant: Mutant
    ran: dict[str, int]
    killed: dict[str, str]

    @property
    def room(self) -> str:
        """In which room the mistake is."""
        return self.mutant.file.split("/")[1]


def main() -> None:
    """Plant the mistakes that are asked for, and print what became of them."""
    parser = argparse.ArgumentParser("python -m tests.mutations")
    parser.add_argument("--number", type=int, default=150, help="of mistakes to draw")
    parser.add_argument("--seed", type=int, default=1, help="to draw others")
    parser.add_argument("--out", type=Path, help="a file to keep them in")
    parser.add_argument("--again", type=Path, help="a file with those to plant again")
    asked = parser.parse_args()
    if asked.again:
        before = [_read(each) for each in json.loads(asked.again.read_text())]
        chosen = list(_still_there(verdict.mutant for verdict in before))
    else:
        before = []
        chosen = draw(asked.number, asked.seed)
    with TemporaryDirectory() as folder:
        copies = [_copy(Path(folder, str(number))) for number in range(AT_ONCE)]
        touched = _learned(copies)
        verdicts = []
        try:
            for verdict in _tried(chosen, copies, touched):
                verdicts.append(verdict)
                print(f"{len(verdicts)} of {len(chosen)}: {verdict}", file=sys.stderr, flush=True)
        except KeyboardInterrupt:
            print("Stopped early.")
    print_table(verdicts)
    print_survivors(verdicts)
    print_lost(before, verdicts)
    if asked.out:
        kept = [asdict(verdict) for verdict in verdicts]
        asked.out.write_text(json.dumps(kept, indent=1) + "\n")


def draw(number: int, seed: int) -> list[Mutant]:
    """So many mistakes in the rules, rows and transactions of the rooms, by a seed.

    With the same seed, a larger number gives the same ones and more.
    """
    sources = {}
    for room in ROOMS:
        for path in sorted(Path(PROJECT, "bot", room).glob("*.py")):
            if not path.name.endswith(NOT_RULES):
                sources[f"bot/{room}/{path.name}"] = path.read_text("utf-8")
    everything = [each for file, source in sources.items() for each in mutants(file, source)]
    Random(seed).shuffle(everything)
    drawn: list[Mutant] = []
    for mutant in everything:
        if len(drawn) < number and mutant.is_real(sources[mutant.file]):
            drawn.append(mutant)
    return drawn


def _still_there(wanted: Iterable[Mutant]) -> Iterator[Mutant]:
    """Those whose text still exists. Prints the others."""
    for mutant in wanted:
        try:
            mutant.start((PROJECT / mutant.file).read_text("utf-8"))
        except (FileNotFoundError, Gone) as error:
            print(f"Gone: {error}")
        else:
            yield mutant


def _read(kept: dict) -> Verdict:
    return Verdict(Mutant(**kept["mutant"]), kept["ran"], kept["killed"])


def _copy(folder: Path) -> Path:
    """A copy of the project in which to plant."""
    left_out = shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__")
    shutil.copytree(PROJECT, folder, ignore=left_out)
    return folder


def _learned(copies: list[Path]) -> Touched:
    """What touches which line: all tests are run once, and all worlds played."""
    folders = [f"tests/{room}" for room in ROOMS + ROUND_ABOUT]
    for_tests, for_worlds = copies
    runs = (
        _learning(for_tests, *folders, "tests/test_default_ways.py"),
        _learning(for_worlds, "worlds"),
    )
    for run in runs:
        if run.wait() != 0:
            sys.exit("Something fails without any mistake: see above. Mend that first.")
    return Touched(copies)


def _learning(copy: Path, *what: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tests.mutations.touched", "touched", *what]
    return subprocess.Popen(command, cwd=copy, env=_environment(copy), stdout=sys.stderr)


def _tried(chosen: list[Mutant], copies: list[Path], touched: Touched) -> Iterator[Verdict]:
    """What becomes of each of them, a few at a time."""
    free: SimpleQueue[Path] = SimpleQueue()
    for copy in copies:
        free.put(copy)
    with ThreadPoolExecutor(len(copies)) as pool:
        yield from pool.map(partial(_try, free, touched), chosen)


def _try(free: SimpleQueue[Path], touched: Touched, mutant: Mutant) -> Verdict:
    """Plant a mistake in a free copy, run what touches it, and take it out again."""
    copy = free.get()
    path = copy / mutant.file
    source = path.read_text("utf-8")
    ran = {}
    killed = {}
    _write(path, mutant.planted(source))
    for group in GROUPS:
        if group == "others" and killed:
            break
        nearest = touched.nearest(mutant.file, mutant.lines(source), group)[:MOST_TESTS]
        ran[group] = len(nearest)
        first = _first_failure(copy, group, nearest)
        if first:
            killed[group] = first
    _write(path, source)
    free.put(copy)
    return Verdict(mutant, ran, killed)


def _write(path: Path, source: str) -> None:
    """Write a module, and forget what is compiled: Python may not see that it has changed."""
    path.write_text(source, "utf-8")
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()


def _first_failure(copy: Path, group: str, nearest: list[str]) -> str:
    """What fails first of a group; empty if nothing does."""
    if not nearest:
        return ""
    if group == "worlds":
        program = ["-c", f"from tests.simulation.run import play; play([{', '.join(nearest)}])"]
    else:
        program = ["-m", "pytest", "-n0", "-x", "-q", "-rfE", "-p", "no:cacheprovider", *nearest]
    limited = ["sh", "-c", f'ulimit -v {MEMORY} && exec "$0" "$@"']
    said = _run(copy, [*limited, sys.executable, *program])
    if said is None:
        return ""
    named = [line for line in said if line.startswith(("FAILED ", "ERROR ", "tests.simulation"))]
    return (named or said)[-1]


def _run(copy: Path, command: list[str]) -> list[str] | None:
    """What a command said; None if it found nothing wrong."""
    run = subprocess.Popen(
        command,
        cwd=copy,
        env=_environment(copy),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        said, _ = run.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        _end(run)
        return [NO_END]
    if run.returncode == 0:
        return None
    return said.splitlines() or [f"ended with {run.returncode}, without a word"]


def _end(run: subprocess.Popen[str]) -> None:
    """End a run that hangs: politely, so that it stops its database, or else at once."""
    os.killpg(run.pid, signal.SIGINT)
    try:
        run.communicate(timeout=20)
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()


def _environment(copy: Path) -> dict[str, str]:
    """All processes find the code of the copy, not what is installed."""
    return os.environ | {"PYTHONPATH": str(copy)}


def print_table(verdicts: list[Verdict]) -> None:
    """Print how many mistakes each group caught, in each room and in all."""
    columns = ("mutants", *GROUPS, "any")
    print(f"{'':14}" + "".join(f"{column:>8}" for column in columns))
    for room in ROOMS:
        _print_row(room, [verdict for verdict in verdicts if verdict.room == room])
    _print_row("all", verdicts)
    without_end = sum(NO_END in verdict.killed.values() for verdict in verdicts)
    print(
        f"Rooms: the tests of its room and of interactions, without ways. Worlds: the first ten.\n"
        f"Others: those of the other rooms; they ran only for what nothing else had caught.\n"
        f"Of each group at most {MOST_TESTS} tests ran that touch the line, the nearest first.\n"
        f"Caught only as there was no end after {LONGEST} seconds, by some group: {without_end}."
    )


def _print_row(name: str, verdicts: list[Verdict]) -> None:
    caught = [sum(group in verdict.killed for verdict in verdicts) for group in GROUPS]
    caught_by_any = sum(bool(verdict.killed) for verdict in verdicts)
    counts = [len(verdicts), *caught, caught_by_any]
    print(f"{name:14}" + "".join(f"{count:8}" for count in counts))


def print_survivors(verdicts: list[Verdict]) -> None:
    """Print each mistake that nothing caught, as lines of a patch."""
    for verdict in verdicts:
        if verdict.killed:
            continue
        mutant = verdict.mutant
        first = mutant.lines((PROJECT / mutant.file).read_text("utf-8"))[0]
        ran = ", ".join(f"{verdict.ran[group]} {group}" for group in GROUPS)
        print(f"\n{mutant.file}:{first} {mutant.function} ({ran})")
        print(f"- {mutant.old}\n+ {mutant.new}")


def print_lost(before: list[Verdict], now: list[Verdict]) -> None:
    """Print each mistake that was caught before and is not now."""
    caught = {verdict.mutant: verdict.killed for verdict in before}
    for verdict in now:
        lost = caught.get(verdict.mutant, {}).keys() - verdict.killed.keys()
        if verdict.killed:
            lost.discard("others")  # they were not asked
        for group in sorted(lost):
            mutant = verdict.mutant
            print(f"No longer caught by {group}: {mutant.file} {mutant.function}: {mutant.old}")


if __name__ == "__main__":
    main()
