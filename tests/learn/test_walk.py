"""The walk through a tree: each step has a sentence, and the last one the value of the tree."""

from random import Random

import pytest

from bot.learn import walk, walk_words
from bot.messages.texts import ENGLISH
from engine import trees
from engine.board import GAMES, Board, Mark
from engine.trees import Saving, savings_of
from tests.support.boards import some_moves

PLAIN, ALPHA_BETA = frozenset[Saving](), frozenset({Saving.ALPHA_BETA})
TUTORIAL = Board.parse("XO./.OX/OX. X")


def steps(board: Board, savings: frozenset[Saving] = PLAIN) -> list[walk.Step]:
    top = trees.branch(board, savings, 40)
    assert top, "the tree is small"
    return walk.steps(top, board, savings)


def told(board: Board, kind: str, savings: frozenset[Saving]) -> list[str]:
    of_kind = [step for step in steps(board, savings) if step.kind == kind]
    return [walk_words.sentence(step, ENGLISH) for step in of_kind]


def test_each_side_chooses_in_a_sentence_that_names_what_it_chooses_between():
    assert (
        told(TUTORIAL, "rise", PLAIN)[-1]
        == "X chooses between 0, −8 and −8, and takes the highest: 0."
    )
    assert "O chooses between 7 and 0, and takes the lowest: 0." in told(TUTORIAL, "rise", PLAIN)


def test_what_is_skipped_says_why_for_either_side():
    [first, _] = told(TUTORIAL, "skip", ALPHA_BETA)
    assert first == "Skipped: X is sure of 0 elsewhere, and O can hold X to −8 here."
    of_o = Board.parse("OX./.XO/XO. O")
    [first, _] = told(of_o, "skip", ALPHA_BETA)
    assert first == "Skipped: O can hold X to 0 elsewhere, and X is sure of 8 here."


@pytest.mark.parametrize("game", ["3x3", "misere", "4x4", "5x5"])
def test_every_walk_ends_at_the_root_with_the_value_of_the_tree(game: str):
    rng, rules = Random(1), GAMES[game]
    for _ in range(12):
        board = Board.after(some_moves(game, len(rules.cells) - 4, rng), rules=rules)
        for savings in (PLAIN, ALPHA_BETA, frozenset(savings_of(rules))):
            top = trees.branch(board, savings, 100)
            assert top
            if not top.below:
                continue  # the bound knows
            found = walk.steps(top, board, savings)
            assert all(walk_words.sentence(step, ENGLISH)[-1] in ".?" for step in found)
            assert (found[-1].kind, found[-1].path) == ("rise", ())
            assert top.node.span
            value = walk.as_frame(found[-1])["value"]
            assert value == top.node.span.low * (1 if board.turn is Mark.X else -1)
