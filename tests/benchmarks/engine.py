"""How fast the engine answers, compared with plain minimax and easyAI in the same run.

    pip install '.[benchmark]'
    python -m tests.benchmarks.engine

Each is asked for a move *cold*, with nothing kept from earlier answers, and *kept*, when it has
answered the same question before. Plain minimax keeps nothing. Times are CPU times; where there are
30 boards, the median is printed. Import time and memory are those of a fresh Python that imports
the player and makes one move.
"""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path[0] = ROOT = str(Path(__file__).parents[2])  # run as a file, this one would hide the engine

from easyAI import Negamax, TranspositionTable, TwoPlayerGame  # noqa: E402

from engine import board as board_module  # noqa: E402
from engine import minimax, opponents  # noqa: E402
from engine.analysis import analyse  # noqa: E402
from engine.board import Board, Mark  # noqa: E402
from engine.opponents import OPPONENTS, pick  # noqa: E402
from tests.benchmarks import games  # noqa: E402
from tests.support.boards import unfinished  # noqa: E402

ROUNDS = 5
KEPT = 200  # answers that are timed together, once they are kept
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
Cells = list[str | None]
Player = Callable[[Board], object]


def main() -> None:
    """Print a table of times with the ratio to this engine, then what importing each one costs."""
    questions = {
        "the empty board": [Board()],
        "mid-game (X 5, O 1)": [Board.after([5, 1])],
        "30 boards, the median": Random(1).sample(unfinished(), 30),
    }
    players = {"this engine": new_engine, "easyAI": new_easyai, "plain minimax": lambda: ask_plain}
    print(f"{'a move on':30}" + "".join(f"{name:>16}" for name in players) + f"{'ratio':>24}")
    for question, boards in questions.items():
        for how, answer in {"cold": cold, "kept": kept}.items():
            times = [
                statistics.median(answer(new, board) for board in boards)
                for new in players.values()
            ]
            row = "".join(f"{1e6 * seconds:13.1f} us" for seconds in times)
            ratio = " : ".join(times_as_long(seconds / times[0]) for seconds in times)
            print(f"{f'{question}, {how}':30}{row}{ratio:>24}")
    print()
    for name, code in IMPORTS.items():
        print(f"{name + ', imported and asked once':44}{fresh_python(code)}")
    print()
    for what, work in OURS.items():
        print(f"{what:44}{1e6 * once(work):8.2f} us")
    games.report()


def times_as_long(ratio: float) -> str:
    return f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.2g}"


def cold(new: Callable[[], Player], board: Board) -> float:
    """The median time of the first answer."""
    times = []
    for _ in range(ROUNDS):
        ask = new()
        begun = time.process_time()
        ask(board)
        times.append(time.process_time() - begun)
    return statistics.median(times)


def kept(new: Callable[[], Player], board: Board) -> float:
    """The median time of an answer that was given before."""
    ask, times = new(), []
    if ask is ask_plain:
        return cold(new, board)
    ask(board)
    for _ in range(ROUNDS):
        begun = time.process_time()
        for _ in range(KEPT):
            ask(board)
        times.append((time.process_time() - begun) / KEPT)
    return statistics.median(times)


def new_engine() -> Player:
    """Our engine, with all its tables empty."""
    tables = (minimax._score, minimax._one_ply_earlier, opponents._gain)
    for table in (
        *tables,
        opponents.uniform.__wrapped__,
        opponents.human_like.__wrapped__,
        opponents.perfect.__wrapped__,
        board_module._outcome,
    ):
        table.cache_clear()
    perfect, rng = OPPONENTS["perfect"], Random(1)
    return lambda board: pick(perfect(board), rng)


def ask_plain(board: Board) -> None:
    cells = [mark.value if (mark := board.mark_on(cell)) else None for cell in board.rules.cells]
    best_of_plain(cells, board.turn.value)


def new_easyai() -> Player:
    """EasyAI as its documentation shows: negamax to the end, with a table that is still empty."""
    search = Negamax(9, tt=TranspositionTable())
    return lambda board: search(EasyGame(board))


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
        "from random import Random; from engine.board import Board;"
        "from engine.opponents import OPPONENTS, pick;"
        "pick(OPPONENTS['perfect'](Board()), Random(1))"
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
        "import time; begun = time.process_time()\n"
        f"{code}\n"
        "took = time.process_time() - begun\n"
        "used = int(open('/proc/self/statm').read().split()[1]) * 4096 / 2**20\n"
        "print(f'{1e3 * took:8.0f} ms  {used:6.1f} MB')"
    )
    command = [sys.executable, "-c", measure]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.rstrip()


EMPTY = Board()
OURS: dict[str, Callable[[], object]] = {
    "a score, looked up": lambda: minimax.score(EMPTY),
    "the scores of all cells, empty board": lambda: minimax.score_cells(EMPTY),
    "an analysis with its reason, empty board": lambda: analyse(EMPTY),
}


def once(work: Callable[[], object], times: int = 20_000) -> float:
    begun = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - begun) / times


if __name__ == "__main__":
    main()
