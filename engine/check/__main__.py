"""The command that checks a minimax: `python -m engine.check FILE`.

Exit code 0 if everything is right on every board, however slowly it wins; 1 if something is wrong,
or if the time was too short for all boards; 2 if the file cannot be checked.
"""

import argparse
import asyncio
import math
import os
import sys
from io import TextIOWrapper
from pathlib import Path

from engine.check import report
from engine.check.asking import CannotLoad
from engine.check.checking import check

_WHAT = """\
Checks a tic-tac-toe player on every board. FILE holds either move(board), which takes rows such as
"XO./.OX/OX." (X begins) and returns a cell from 1 to 9, or the course's seven functions: player,
actions, result, winner, terminal, utility and minimax.
"""


def main() -> int:
    """Check a file, and print the report. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m engine.check", description=_WHAT)
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument(
        "--seconds", type=_seconds, default=120, help="the most that it may take (120)"
    )
    options = parser.parse_args()
    if not options.file.is_file():
        parser.error(f"there is no file {options.file}")
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # the file's errors may hold any character
    print("This runs the file on your machine. Run only code that you trust.", flush=True)
    try:
        result = asyncio.run(check(options.file.absolute(), options.seconds, _tell))
    except CannotLoad as error:
        print(f"{options.file.name} cannot be checked: {error}.")
        return 2
    except KeyboardInterrupt:
        return 130
    finally:
        _tell(0)
    try:
        print(*report.lines(result), sep="\n", flush=True)
    except BrokenPipeError:  # nobody reads on, as after `| head`, so the rest goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if result.is_sound:
        return 0
    return 1


def _seconds(text: str) -> float:
    """The seconds of the option. Raises ArgumentTypeError."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if 1 <= seconds < math.inf:
        return seconds
    raise argparse.ArgumentTypeError(f"{text} is no number of seconds from 1 on")


def _tell(left: int) -> None:
    """Say in a terminal how many questions are left, on one line that vanishes at the end."""
    if sys.stderr.isatty():
        text = ""
        if left:
            text = f"{left:,} boards left"
        print(f"\r{text:40}", end="\r", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
