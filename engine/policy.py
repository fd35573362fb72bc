"""Opponents are policies: a probability for each move, from which they draw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import Concatenate, Generic, ParamSpec, TypeAlias

from engine.board import Board
from engine.rules import Cell

_KEPT = 1 << 15  # boards of each policy, about a kilobyte each

Policy: TypeAlias = Mapping[Cell, Fraction]
"""The probability of each move; they add up to exactly 1. Empty on a finished board."""


P = ParamSpec("P")


class Kept(Generic[P]):
    """A policy that remembers what it said about 3x3 and misère, which have 5,478 boards each.

    Larger boards, and fading games with their past, are too many to keep.
    """

    def __init__(self, policy: Callable[Concatenate[Board, P], Policy]) -> None:
        self._policy = policy
        known = lru_cache(maxsize=_KEPT)(policy)
        self.cache_info, self.cache_clear = known.cache_info, known.cache_clear
        self._known: Callable[Concatenate[Board, P], Policy] = known

    def __call__(self, board: Board, *more: P.args, **named: P.kwargs) -> Policy:
        if board.rules.marks_stay or len(board.rules.cells) > 9:
            return self._policy(board, *more, **named)
        return self._known(board, *more, **named)


@dataclass(frozen=True)
class Opponent:
    """A way to play, given by its policy on every board."""

    policy: Callable[[Board], Policy]

    def __call__(self, board: Board, rng: Random) -> Cell:
        """Draw a cell from the policy. Raises ValueError when the game is over."""
        return draw(self.policy(board), rng)


def draw(policy: Policy, rng: Random) -> Cell:
    """Draw a cell by its probability. Raises ValueError for the policy of a finished board."""
    if not policy:
        raise ValueError("the game is over: there is no cell to play")
    left = rng.random()
    for cell, chance in policy.items():
        left -= float(chance)
        if left < 0:
            return cell
    return cell  # rounding may leave a little over


def evenly(cells: Iterable[Cell]) -> Policy:
    """The policy that plays each of these cells with the same probability."""
    found = sorted(set(cells))
    return MappingProxyType(dict.fromkeys(found, Fraction(1, len(found)))) if found else {}
