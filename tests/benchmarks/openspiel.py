"""The engine beside OpenSpiel's alpha-beta search, where that finishes.

`pip install open_spiel && python -m tests.benchmarks.openspiel` prints it. OpenSpiel brings numpy and scipy,
so it is in none of our extras. Both say what a board is worth, with nothing kept from one board to the next;
what is made only once, such as the engine's grids and the file of openings, is made before. Times are CPU
times, and the medians are printed.
"""

import time
from importlib import import_module
from random import Random
from statistics import median
from typing import Any

from engine import solver
from engine.board import GAMES, Board, Mark
from engine.minimax import _score
from engine.scoring import score, score_cells
from engine.solver import Search
from tests.support import referees
from tests.support.boards import some_moves

_BOARDS = (("3x3", 0), ("4x4", 6), ("5x5", 14))
_EACH = 30  # boards


def main() -> None:
    """Print a row for each game and number of marks."""
    heads = ("this engine", "OpenSpiel", "times as long", "from", "to")
    print(f"{f'{_EACH} boards, the median':24}" + "".join(f"{head:>14}" for head in heads))
    for game, marks in _BOARDS:
        rng = Random(game)
        boards = [some_moves(game, marks, rng) for _ in range(_EACH)]
        for board in boards[:2]:
            _ours(game, board)
        ours = [_ours(game, moves) for moves in boards]
        theirs = [_theirs(game, moves) for moves in boards]
        ratios = sorted(their / our for our, their in zip(ours, theirs, strict=True))
        medians = f"{1e3 * median(ours):11.2f} ms{1e3 * median(theirs):11.2f} ms{median(ratios):12,.1f} x"
        print(f"{f'{game}, {marks} marks':24}{medians}{ratios[0]:12,.1f} x{ratios[-1]:12,.1f} x", flush=True)


def _ours(game: str, moves: list[int]) -> float:
    board = Board.after(moves, rules=GAMES[game])
    _score.cache_clear()
    begun = time.process_time()
    if len(board.rules.cells) == 9:
        score_cells(board)
    else:
        solver._kept(board.rules).clear()
        search = Search(board.rules)
        own, other = search.question(*board.sides), search.question(*reversed(board.sides))
        if not search.can_win(own):
            search.must_lose(own, other)
    return time.process_time() - begun


def _theirs(game: str, moves: list[int]) -> float:
    size, in_a_row = referees.SIZES[game]
    pyspiel: Any = import_module("pyspiel")
    minimax: Any = import_module("open_spiel.python.algorithms.minimax")
    played = pyspiel.load_game(f"mnk(m={size},n={size},k={in_a_row})")
    state = played.new_initial_state()
    for cell in moves:
        state.apply_action(cell - 1)
    begun = time.process_time()
    value, _ = minimax.alpha_beta_search(played, state=state, maximizing_player_id=state.current_player())
    seconds = time.process_time() - begun
    board = Board.after(moves, first=Mark.X, rules=GAMES[game])
    assert value == score(board).result.value, "both must say the same"
    return seconds


if __name__ == "__main__":
    main()
