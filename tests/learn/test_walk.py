"""The walk through a tree: each step has its value, and the last one that of the tree."""

from random import Random

import pytest

from bot.learn import walk
from engine import trees
from engine.board import GAMES, Board, Mark
from engine.trees import Saving
from tests.support.boards import some_moves


@pytest.mark.parametrize("game", ["3x3", "misere", "4x4", "5x5"])
@pytest.mark.parametrize("savings", [frozenset[Saving](), frozenset({Saving.ALPHA_BETA})])
def test_every_walk_ends_at_the_root_with_the_value_of_the_tree(
    game: str, savings: frozenset[Saving]
):
    rng, rules = Random(1), GAMES[game]
    for _ in range(12):
        board = Board.after(some_moves(game, len(rules.cells) - 4, rng), rules=rules)
        top = trees.branch(board, savings, 100)
        assert top
        found = walk.steps(top, board, savings)
        assert (found[-1].kind, found[-1].path) == ("rise", ())
        assert top.node.span
        value = walk.as_frame(found[-1])["value"]
        assert value == top.node.span.low * (1 if board.turn is Mark.X else -1)
