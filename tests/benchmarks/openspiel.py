"""The engine beside OpenSpiel's alpha-beta search, where that finishes.

`pip install open_spiel && python -m tests.benchmarks.openspiel` prints it. OpenSpiel brings numpy and scipy,
so it is in none of our extras. It searches each board as it is; the engine starts with nothing kept, so on
3x3 it fills its whole table. Both say what a board is worth.
"""

from __future__ import annotations

import time
from importlib import import_module
from random import Random
from typing import Any

from engine.board import Board, Mark
from engine.games import GAMES
from engine.minimax import _score
from engine.scoring import score
from tests.benchmarks.games import ask_us
from tests.support import referees
from tests.support.boards import some_moves

_BOARDS = (("3x3", 0), ("4x4", 6), ("5x5", 14))
_EACH = 3  # boards


def main() -> None:
    """Print a row for each game and number of marks."""
    print(f"{f'{_EACH} boards, scored':20}{'this engine':>16}{'OpenSpiel':>14}{'times as long':>16}")
    for game, marks in _BOARDS:
        rng = Random(game)
        boards = [some_moves(game, marks, rng) for _ in range(_EACH)]
        ours = sum(_ours(game, moves) for moves in boards)
        theirs = sum(_theirs(game, moves) for moves in boards)
        row = f"{1e3 * ours:13.2f} ms{1e3 * theirs:11.0f} ms{theirs / ours:14,.0f} x"
        print(f"{f'{game}, {marks} marks':20}{row}")


def _ours(game: str, moves: list[int]) -> float:
    _score.cache_clear()
    begun = time.perf_counter()
    ask_us(game, moves)
    return time.perf_counter() - begun


def _theirs(game: str, moves: list[int]) -> float:
    size, in_a_row = referees.SIZES[game]
    pyspiel: Any = import_module("pyspiel")
    minimax: Any = import_module("open_spiel.python.algorithms.minimax")
    played = pyspiel.load_game(f"mnk(m={size},n={size},k={in_a_row})")
    state = played.new_initial_state()
    for cell in moves:
        state.apply_action(cell - 1)
    begun = time.perf_counter()
    value, _ = minimax.alpha_beta_search(played, state=state, maximizing_player_id=state.current_player())
    seconds = time.perf_counter() - begun
    board = Board.after(moves, first=Mark.X, rules=GAMES[game])
    assert value == score(board).result.value, "both must say the same"
    return seconds


if __name__ == "__main__":
    main()
