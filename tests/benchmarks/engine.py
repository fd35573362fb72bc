"""How fast the engine answers, compared with plain minimax and easyAI in the same run.

    pip install '.[benchmark]'
    python -m tests.benchmarks.engine

Each is asked for a move on the empty board, in mid-game, and on each of the 4,520 unfinished boards. The
rounds are interleaved, and the medians are printed. Import time and memory are those of a fresh Python that
imports the player and makes one move.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

sys.path[0] = ROOT = str(Path(__file__).parents[2])  # run as a file, this one would hide the engine

from easyAI import Negamax, TranspositionTable, TwoPlayerGame  # noqa: E402

from engine import minimax  # noqa: E402
from engine.analysis import analyse  # noqa: E402
from engine.board import Board, Mark  # noqa: E402
from engine.opponents import OPPONENTS  # noqa: E402
from tests.benchmarks import games  # noqa: E402
from tests.support.boards import unfinished  # noqa: E402

ROUNDS = 5
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
Cells = list[str | None]
Player = Callable[[Iterable[Board]], object]


def main() -> None:
    """Print a table of times with the ratio to this engine, then what importing each one costs."""
    questions = {
        "the empty board": [Board()],
        "mid-game (X 5, O 1)": [Board.after([5, 1])],
        f"all {len(unfinished()):,} boards": list(unfinished()),
    }
    players: dict[str, Player] = {"this engine": ask_engine, "easyAI": ask_easyai, "plain minimax": ask_plain}
    print(f"{'a move on':22}" + "".join(f"{name:>16}" for name in players) + f"{'ratio':>24}")
    for question, boards in questions.items():
        times = measured(players, boards)
        row = "".join(f"{1e6 * seconds:13.1f} us" for seconds in times)
        ratio = " : ".join(f"{seconds / times[0]:,.0f}" for seconds in times)
        print(f"{question:22}{row}{ratio:>24}")
    print()
    for name, code in IMPORTS.items():
        print(f"{name + ', imported and asked once':44}{fresh_python(code)}")
    print()
    for what, work in OURS.items():
        print(f"{what:44}{1e6 * once(work):8.2f} us")
    games.report()


def measured(players: dict[str, Player], boards: list[Board]) -> list[float]:
    """The median time of one answer, for each player."""
    times: dict[str, list[float]] = {name: [] for name in players}
    for _ in range(ROUNDS):
        for name, ask in players.items():
            asked = boards * (2_000 if ask is ask_engine and len(boards) == 1 else 1)
            begun = time.perf_counter()
            ask(asked)
            times[name].append((time.perf_counter() - begun) / len(asked))
    return [statistics.median(taken) for taken in times.values()]


def ask_engine(boards: Iterable[Board]) -> None:
    perfect, rng = OPPONENTS["perfect"], Random(1)
    for board in boards:
        perfect(board, rng)


def ask_plain(boards: Iterable[Board]) -> None:
    for board in boards:
        cells = [mark.value if (mark := board.mark_on(cell)) else None for cell in board.rules.cells]
        best_of_plain(cells, board.turn.value)


def ask_easyai(boards: Iterable[Board]) -> None:
    """Ask as its documentation shows: negamax to the end, with one table for all boards."""
    search = Negamax(9, tt=TranspositionTable())
    for board in boards:
        search(EasyGame(board))


class EasyGame(TwoPlayerGame):  # type: ignore[misc]
    """The game in easyAI's form. Its players are 1, who is X, and 2."""

    def __init__(self, board: Board) -> None:
        self.players = None
        self.current_player = 1 if board.turn is Mark.X else 2
        numbers = {Mark.X: 1, Mark.O: 2, None: 0}
        self.cells = [numbers[board.mark_on(cell)] for cell in board.rules.cells]

    def possible_moves(self) -> list[int]:
        return [n for n, holder in enumerate(self.cells) if holder == 0]

    def make_move(self, n: int) -> None:
        self.cells[n] = self.current_player

    def unmake_move(self, n: int) -> None:
        self.cells[n] = 0

    def lose(self) -> bool:
        other, cells = self.opponent_index, self.cells
        return any(cells[a] == cells[b] == cells[c] == other for a, b, c in LINES)

    def is_over(self) -> bool:
        return self.lose() or 0 not in self.cells

    def scoring(self) -> int:
        return -100 if self.lose() else 0

    def ttentry(self) -> tuple[int, ...]:
        return tuple(self.cells)


def best_of_plain(cells: Cells, me: str) -> int:
    """The minimax of tutorials: every move, every reply, no table."""
    values = {}
    for n in range(9):
        if cells[n] is None:
            cells[n] = me
            values[n] = -plain_minimax(cells, "O" if me == "X" else "X")
            cells[n] = None
    return max(values, key=values.__getitem__)


def plain_minimax(cells: Cells, me: str) -> int:
    you = "O" if me == "X" else "X"
    if any(cells[a] == cells[b] == cells[c] == you for a, b, c in LINES):
        return -1
    best = None
    for n in range(9):
        if cells[n] is None:
            cells[n] = me
            value = -plain_minimax(cells, you)
            cells[n] = None
            best = value if best is None or value > best else best
    return 0 if best is None else best


IMPORTS = {
    "nothing": "",
    "this engine": (
        "from random import Random; from engine.board import Board; from engine.opponents import OPPONENTS;"
        "OPPONENTS['perfect'](Board(), Random(1))"
    ),
    "easyAI": (
        "from easyAI import Negamax, TranspositionTable;"
        "from tests.benchmarks.engine import EasyGame, Board;"
        "Negamax(9, tt=TranspositionTable())(EasyGame(Board()))"
    ),
}


def fresh_python(code: str) -> str:
    """The seconds `code` takes in a fresh Python, and the memory it then uses (on Linux)."""
    measure = (
        "import time; begun = time.perf_counter()\n"
        f"{code}\n"
        "took = time.perf_counter() - begun\n"
        "used = int(open('/proc/self/statm').read().split()[1]) * 4096 / 2**20\n"
        "print(f'{1e3 * took:8.0f} ms  {used:6.1f} MB')"
    )
    command = [sys.executable, "-c", measure]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.rstrip()


EMPTY = Board()
OURS: dict[str, Callable[[], object]] = {
    "a score, looked up": lambda: minimax.score(EMPTY),
    "the scores of all cells, empty board": lambda: minimax.score_cells(EMPTY),
    "an analysis with its reason, empty board": lambda: analyse(EMPTY),
}


def once(work: Callable[[], object], times: int = 20_000) -> float:
    begun = time.perf_counter()
    for _ in range(times):
        work()
    return (time.perf_counter() - begun) / times


if __name__ == "__main__":
    main()
