"""How fast the engine answers, compared with plain minimax and easyAI in the same run.

    pip install '.[benchmark]'
    python -m tests.benchmarks.engine

Each is asked for a move *cold*, with nothing kept from earlier answers, and *kept*, when it has
answered the same question before. Plain minimax keeps nothing. Then come perfect answers to boards
of each game, with all tables as a running bot has them, and how many positions the empty 5x5 takes.
Times are CPU times.
"""

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from unittest.mock import patch

sys.path[0] = str(Path(__file__).parents[2])  # run as a file, this one would hide the engine

from easyAI import Negamax, TranspositionTable, TwoPlayerGame  # noqa: E402

from engine import board as board_module  # noqa: E402
from engine import minimax, opponents, solver  # noqa: E402
from engine.board import GAMES, Board, Mark  # noqa: E402
from engine.opponents import OPPONENTS, perfect, pick  # noqa: E402
from engine.puzzles import fill_tables  # noqa: E402
from engine.solver import NO_OPENINGS, Search  # noqa: E402
from engine.solver_scores import strongest_cells  # noqa: E402

ROUNDS = 5
KEPT = 200  # answers that are timed together, once they are kept
BOARDS = 300  # of each game
ENOUGH = 300_000  # positions
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

Player = Callable[[Board], object]


def main() -> None:
    compare()
    time_each_game()
    count_positions()


def compare() -> None:
    """Print the time of a move by each player, and how many times as long as ours it takes."""
    players = {"this engine": new_engine, "easyAI": new_easyai, "plain minimax": new_plain}
    print(f"{'a move on':30}" + "".join(f"{name:>16}" for name in players) + f"{'ratio':>24}")
    for question, moves in {"the empty board": [], "mid-game (X 5, O 1)": [5, 1]}.items():
        for how, timed in {"cold": cold, "kept": kept}.items():
            times = [timed(new, Board.after(moves)) for new in players.values()]
            row = "".join(f"{1e6 * seconds:13.1f} us" for seconds in times)
            ratio = " : ".join(times_as_long(seconds / times[0]) for seconds in times)
            print(f"{f'{question}, {how}':30}{row}{ratio:>24}")


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
    if new is new_plain:
        return cold(new, board)
    ask = new()
    ask(board)
    times = []
    for _ in range(ROUNDS):
        begun = time.process_time()
        for _ in range(KEPT):
            ask(board)
        times.append((time.process_time() - begun) / KEPT)
    return statistics.median(times)


def new_engine() -> Player:
    """Our engine, with all its tables empty."""
    for table in (
        minimax._score,
        minimax._score_cells,
        minimax._one_ply_earlier,
        opponents._gain,
        opponents.uniform.__wrapped__,
        opponents.human_like.__wrapped__,
        opponents.perfect.__wrapped__,
        board_module._outcome,
    ):
        table.cache_clear()
    rng = Random(1)
    return lambda board: pick(OPPONENTS["perfect"](board), rng)


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
        return has_line(self.cells, self.opponent_index)

    def is_over(self) -> bool:
        return self.lose() or 0 not in self.cells

    def scoring(self) -> int:
        return -100 if self.lose() else 0

    def ttentry(self) -> tuple[int, ...]:
        return tuple(self.cells)


def has_line(cells: list[int], player: int) -> bool:
    return any(cells[a] == cells[b] == cells[c] == player for a, b, c in LINES)


def new_plain() -> Player:
    """The minimax of tutorials: every move, every reply, no table."""

    def ask(board: Board) -> int:
        game = EasyGame(board)
        return max(
            game.possible_moves(), key=lambda n: plain_value(game.cells, game.current_player, n)
        )

    return ask


def plain_value(cells: list[int], me: int, n: int) -> int:
    """What a move is worth for `me`: 1, 0 or -1."""
    cells[n] = me
    other = 3 - me
    free = [n for n in range(9) if cells[n] == 0]
    if has_line(cells, me):
        value = 1
    elif not free:
        value = 0
    else:
        value = -max(plain_value(cells, other, reply) for reply in free)
    cells[n] = 0
    return value


def time_each_game() -> None:
    """Print the times of perfect answers to boards of each game."""
    fill_tables()
    print(f"\n{'a perfect answer':18}{'median':>12}{'99 of 100':>12}{'longest':>12}")
    for game in GAMES:
        times = sorted(map(seconds_of, sample(game)))
        row = statistics.median(times), times[BOARDS * 99 // 100], times[-1]
        print(f"{game:18}" + "".join(f"{1e3 * seconds:9.2f} ms" for seconds in row))


def sample(game: str) -> Iterator[Board]:
    """Boards of games in which `perfect` has every other move, chance the rest, from both seats."""
    rng, found = Random(game), 0
    seat = Mark.X
    while True:
        board = Board(rules=GAMES[game])
        seat = seat.other
        while not board.outcome:
            if board.turn is seat:
                yield board
                found += 1
                if found == BOARDS:
                    return
                board = board.play(min(perfect(board)))
            else:
                board = board.play(rng.choice(board.free_cells))


def seconds_of(board: Board) -> float:
    strongest_cells.cache_clear()
    begun = time.process_time()
    perfect(board)
    return time.process_time() - begun


IDEAS: dict[str, dict[str, object]] = {
    "with everything": {},
    "without symmetry": {"least_key": lambda keys: keys & (1 << 64) - 1},
    "without an order": {"_in_order": lambda spots, *_: spots},
    "without the bound": {"_HELD_BEFORE_MOVING": 0, "_HELD_AFTER_MOVING": 0},
}


def count_positions() -> None:
    """Print how many positions the empty 5x5 takes, with everything and without each idea."""
    print(f"\n{'the empty 5x5, solved':34}{'positions':>12}")
    for what, left_out in IDEAS.items():
        print(f"{what:34}{positions_without(left_out):>12}")


def positions_without(left_out: dict[str, object]) -> str:
    rules = GAMES["5x5"]
    solver._table_of(rules).clear()
    with ExitStack() as stack:
        search = Search(rules, openings=NO_OPENINGS)
        for name, new in left_out.items():
            owner = Search if hasattr(Search, name) else solver
            stack.enter_context(patch.object(owner, name, new))
        positions = stack.enter_context(counted())
        empty = search.attack_of(0, 0)
        try:
            search.can_win(empty)
            search.must_lose(empty, empty)
        except TooManyPositions:
            return f"> {ENOUGH:,}"
        return f"{positions[0]:,}"


class TooManyPositions(Exception):
    """A search needs more positions than it may have."""


@contextmanager
def counted() -> Iterator[list[int]]:
    """Count the positions that searches in this block look at. Raises TooManyPositions."""
    positions = [0]

    def counting(look: Callable[..., bool]) -> Callable[..., bool]:
        def look_and_count(*asked: object) -> bool:
            positions[0] += 1
            if positions[0] == ENOUGH:
                raise TooManyPositions
            return look(*asked)

        return look_and_count

    attacker, defender = counting(Search.attacker_wins), counting(Search.defender_loses)
    with patch.multiple(Search, attacker_wins=attacker, defender_loses=defender):
        yield positions


if __name__ == "__main__":
    main()
