"""Each game's perfect answer: its time, how many positions it looks at, what it keeps in memory.

`python -m tests.benchmarks.engine` prints this after its own tables. Boards come from games at
random with a fixed seed. Times of answers and of scores are CPU times.

The longest of some boards is not the longest there is: `HARD` holds boards that a search for hard
ones found.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from unittest.mock import patch

from engine import solver, solver_scores
from engine.analysis import analyse
from engine.board import GAMES, Board, Mark
from engine.exact_scores import score_cells
from engine.opponents import perfect
from engine.puzzles import fill_tables
from engine.solver import NO_OPENINGS, Search
from engine.solver_scores import strongest_cells
from tests.support.boards import some_moves

_ENOUGH = 300_000  # positions


def report() -> None:
    """Print the tables, and the memory they need."""
    before = resident()
    fill_tables()
    times = {game: [seconds_of(board) for board in sample(game, 300)] for game in GAMES}
    held = resident() - before
    print(
        f"\n{'a perfect answer':18}{'median':>12}{'99 of 100':>12}{'longest':>12}{'most nodes':>12}"
    )
    for game, found in times.items():
        print(f"{game:18}{spread(found)}{most_nodes(game):12,}")
    print(f"all tables, and what these answers left in them: {held:.0f} MB")
    print(f"\n{'the scores of all cells':26}{'median':>12}{'99 of 100':>12}{'longest':>12}")
    for marks in range(13):
        print(f"{f'5x5, marks: {marks}':26}{spread(all_cells(marks))}")
    for what, notation, answer in HARD:
        print(f"{what:33}{notation:32}{1e3 * cold(answer, notation):9.0f} ms")
    fill_the_solvers_table()
    print(f"all tables, with the solver's full: {resident() - before:.0f} MB")
    analyse_many(1_000)
    print(f"after 3,000 analyses of 4x4, 5x5 and fading: {resident() - before:.0f} MB")
    print(f"\n{'the empty 5x5, solved':34}{'nodes':>12}")
    for what, left_out in IDEAS.items():
        print(f"{what:34}{nodes_without(left_out):>12}")


def resident() -> float:
    """The megabytes this process holds (on Linux)."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096 / 2**20


def sample(game: str, count: int) -> Iterator[Board]:
    """Boards of games in which `perfect` has every other move, chance the rest, from both seats."""
    rng, seat = Random(game), Mark.X
    while True:
        board, seat = Board(rules=GAMES[game]), seat.other
        while not board.outcome:
            if board.turn is seat:
                yield board
                count -= 1
                if not count:
                    return
                board = board.play(min(perfect(board)))
            else:
                board = board.play(rng.choice(board.free_cells))


def seconds_of(board: Board) -> float:
    """The seconds of CPU of one answer, with all tables as a running bot has them."""
    strongest_cells.cache_clear()
    begun = time.process_time()
    perfect(board)
    return time.process_time() - begun


def spread(times: list[float]) -> str:
    """The median, the 99th of 100, and the longest of these seconds."""
    times = sorted(times)
    row = statistics.median(times), times[len(times) * 99 // 100], times[-1]
    return "".join(f"{1e3 * seconds:9.2f} ms" for seconds in row)


def most_nodes(game: str) -> int:
    """The most positions that one of the same answers looks at, from empty tables on."""
    found = []
    if len(GAMES[game].cells) > 9:
        solver._table_of(GAMES[game]).clear()
    for board in sample(game, 300):
        strongest_cells.cache_clear()
        with counted() as nodes:
            perfect(board)
        found.append(nodes[0])
    return max(found)


def all_cells(marks: int) -> list[float]:
    """CPU seconds for the scores of all cells of 200 random boards, each with nothing kept."""
    rng, times = Random(marks), []
    for _ in range(200):
        board = Board.after(some_moves("5x5", marks, rng), rules=GAMES["5x5"])
        solver._table_of(board.rules).clear()
        solver_scores._scores.cache_clear()
        begun = time.process_time()
        score_cells(board)
        times.append(time.process_time() - begun)
    return times


def cold(answer: Callable[[Board], object], notation: str) -> float:
    """The seconds of CPU of an answer on 5x5 with nothing kept."""
    board = Board.parse(notation, rules=GAMES["5x5"])
    solver._table_of(board.rules).clear()
    solver_scores._scores.cache_clear()
    strongest_cells.cache_clear()
    begun = time.process_time()
    answer(board)
    return time.process_time() - begun


HARD: tuple[tuple[str, str, Callable[[Board], object]], ...] = (
    ("a hard board, all cells", ".OO.X/....O/....X/....X/..... X", score_cells),
    ("a hard board, a perfect answer", "OX.X./....O/O..../...../...X. X", perfect),
)


def fill_the_solvers_table() -> None:
    """Score boards until 5x5's transposition table, the only one that can be full, nearly is."""
    rng, rules = Random(0), GAMES["5x5"]
    while len(solver._table_of(rules)) < 0.95 * solver._MOST_KEPT:
        score_cells(Board.after(some_moves("5x5", 8, rng), rules=rules))


def analyse_many(each: int) -> None:
    """Analyse so many boards of each game that is searched or whose positions are no 3x3 boards."""
    for game in ("4x4", "5x5", "fading"):
        for board in sample(game, each):
            analyse(board)


@contextmanager
def counted(most: int | None = None) -> Iterator[list[int]]:
    """Count the positions that all searches in this block look at. Raises TooMany above `most`."""
    nodes = [0]

    def counting(look: Callable[..., bool]) -> Callable[..., bool]:
        def look_and_count(*asked: object) -> bool:
            nodes[0] += 1
            if nodes[0] == most:
                raise TooMany
            return look(*asked)

        return look_and_count

    attacker, defender = counting(Search.attacker_wins), counting(Search.defender_loses)
    with patch.multiple(Search, attacker_wins=attacker, defender_loses=defender):
        yield nodes


class TooMany(Exception):
    """A search needs more positions than it may have."""


IDEAS: dict[str, dict[str, object]] = {
    "with everything": {},
    "without an order": {"_in_order": lambda spots, *_: spots},
    "without symmetry": {"least_key": lambda keys: keys & (1 << 64) - 1},
    "without the bound": {"_HELD_BEFORE_MOVING": 0, "_HELD_AFTER_MOVING": 0},
}


def nodes_without(left_out: dict[str, object]) -> str:
    """How many positions the empty 5x5 takes with an idea left out."""
    rules = GAMES["5x5"]
    with ExitStack() as stack:
        search = Search(rules, openings=NO_OPENINGS)
        for name, new in left_out.items():
            stack.enter_context(
                patch.object(Search if hasattr(Search, name) else solver, name, new)
            )
        solver._table_of(rules).clear()
        stack.callback(solver._table_of(rules).clear)
        nodes = stack.enter_context(counted(_ENOUGH))
        return f"{nodes[0]:,}" if finishes(search) else f"> {_ENOUGH:,}"


def finishes(search: Search) -> bool:
    """Whether both questions about the empty board are answered within the positions there are."""
    try:
        empty = search.attack_of(0, 0)
        search.can_win(empty)
        search.must_lose(empty, empty)
    except TooMany:
        return False
    return True
