"""How the bot plays: every opponent says what it might play, and draws from that.

An opponent is its odds, so what it does can be computed exactly, and a game can be repeated
with the same random source.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from types import MappingProxyType
from typing import TypeAlias

from engine.board import Board, Cell, Outcome
from engine.minimax import score_cells

Odds: TypeAlias = Mapping[Cell, float]
"""How likely each cell is to be played; the probabilities add up to 1. Empty on a finished board."""


@dataclass(frozen=True)
class Opponent:
    """A way to play, given by its odds on every board."""

    odds: Callable[[Board], Odds]

    def __call__(self, board: Board, rng: Random) -> Cell:
        """Draw a cell from the odds. Raises ValueError when the game is over."""
        odds = self.odds(board)
        if not odds:
            raise ValueError("the game is over: there is no cell to play")
        left = rng.random()
        for cell, chance in odds.items():
            if left < chance:
                return cell
            left -= chance
        return cell  # the last one takes what rounding leaves over


@cache
def perfect(board: Board) -> Odds:
    """The best cells, each as likely: the quickest win, else a draw, else the slowest loss."""
    scores = score_cells(board)
    highest = max(scores.values(), default=None)
    best = [cell for cell, score in scores.items() if score == highest]
    return MappingProxyType({cell: 1 / len(best) for cell in best})


@cache
def easy(board: Board) -> Odds:
    """A beginner, who sees every second win and one block in ten, and plays anywhere otherwise."""
    return _glancing(board, sees_win=0.5, sees_block=0.1)


LEVELS: Mapping[str, Opponent] = MappingProxyType({"easy": Opponent(easy), "perfect": Opponent(perfect)})
"""The opponents a player picks by name, from the weakest to the strongest."""


def _glancing(board: Board, *, sees_win: float, sees_block: float) -> Odds:
    """Odds of a player who looks for a win, then for a block, and overlooks each with some probability."""
    if board.outcome:
        return {}
    odds = dict.fromkeys(board.free_cells, 0.0)
    left = 1.0
    for cells, seen in (
        (_winning_cells(board), sees_win),
        (_winning_cells(_with_turn_passed(board)), sees_block),
        (board.free_cells, 1.0),
    ):
        if cells:
            for cell in cells:
                odds[cell] += left * seen / len(cells)
            left *= 1.0 - seen
    return MappingProxyType({cell: chance for cell, chance in odds.items() if chance})


def _winning_cells(board: Board) -> tuple[Cell, ...]:
    """The cells that complete a line for the side to move."""
    return tuple(cell for cell in board.free_cells if _wins(board.play(cell).outcome))


def _wins(outcome: Outcome | None) -> bool:
    return outcome is not None and outcome.winner is not None


def _with_turn_passed(board: Board) -> Board:
    """The same cells with the other side to move: what would it like to play?"""
    return Board(board.x, board.o, board.turn.other, board.rules)
