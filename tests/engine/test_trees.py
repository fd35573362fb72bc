"""The trees that minimax walks: their values are the engine's, their counts the essay's."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from engine.board import GAMES, Board, Cell, IllegalMove
from engine.exact_scores import score_board as exact_score
from engine.minimax import score_board, score_cells
from engine.trees import (
    Branch,
    Fate,
    Node,
    Position,
    Saving,
    Span,
    _Search,
    branch,
    children,
    least_image,
    root,
    savings_of,
)
from tests.support.boards import some_moves, unfinished
from tests.support.plain_minimax import has_won

PLAIN: frozenset[Saving] = frozenset()
MEMORY, ALPHA_BETA, BOUND = (
    frozenset({saving}) for saving in (Saving.MEMORY, Saving.ALPHA_BETA, Saving.BOUND)
)
MEMORY_AND_SYMMETRY = frozenset({Saving.MEMORY, Saving.SYMMETRY})
TUTORIAL = Board.after([1, 2, 6, 5, 8, 7])
MOST = 600_000


def every_choice(game: str) -> list[frozenset[Saving]]:
    """Every set of savings that a game allows."""
    allowed = savings_of(GAMES[game])
    return [
        frozenset(some) for size in range(len(allowed) + 1) for some in combinations(allowed, size)
    ]


def values(nodes: tuple[Node, ...]) -> dict[Cell | None, Span | None]:
    return {node.cell: node.span for node in nodes}


def fates(nodes: tuple[Node, ...]) -> dict[Cell | None, Fate]:
    return {node.cell: node.fate for node in nodes}


@pytest.mark.parametrize(
    ("moves", "nodes"), [([5, 1], 6_812), pytest.param([], 549_946, marks=pytest.mark.proof)]
)
def test_plain_minimax_visits_549946_nodes_as_the_essay_tells(moves: list[int], nodes: int):
    """Here from the centre and a corner on; `tests/engine/test_games.py` counts all."""
    assert root(Board.after(moves), PLAIN, MOST) == Node(None, Fate.SEARCHED, Span(0, 0), nodes)


@pytest.mark.parametrize(
    ("savings", "visits", "boards"),
    [(MEMORY, 5478, 5478), (MEMORY | ALPHA_BETA, 2846, 2660), (frozenset(Saving), 578, 526)],
)
def test_memory_with_alpha_beta_searches_a_board_again_if_only_a_limit_of_it_is_known(
    savings: frozenset[Saving], visits: int, boards: int, monkeypatch: pytest.MonkeyPatch
):
    visited: Counter[Position] = Counter()
    visit = _Search.visit

    def counted(search: _Search, position: Position, window: Span) -> tuple[Fate, Span]:
        visited[
            least_image(position, Board().rules) if Saving.SYMMETRY in savings else position
        ] += 1
        return visit(search, position, window)

    monkeypatch.setattr(_Search, "visit", counted)
    root(Board(), savings, MOST)
    assert (visited.total(), len(visited)) == (visits, boards)


def test_of_these_765_differ_when_boards_are_turned_and_mirrored():
    assert root(Board(), MEMORY_AND_SYMMETRY, MOST).nodes == 765


def test_alpha_beta_visits_as_many_nodes_as_one_that_shares_nothing_with_the_engine():
    assert (
        root(Board(), ALPHA_BETA, MOST).nodes
        == PlainAlphaBeta().nodes_from_the_empty_board()
        == 20_866
    )


class PlainAlphaBeta:
    """Alpha-beta on nine signs, with the values of tutorials, as textbooks write it."""

    def nodes_from_the_empty_board(self) -> int:
        self.nodes = 0
        self.value("." * 9, 0, -100, 100)
        return self.nodes

    def value(self, cells: str, plies: int, alpha: int, beta: int) -> int:
        self.nodes += 1
        me, you = "XO"[plies % 2], "OX"[plies % 2]
        if has_won(cells, you):
            return plies - 10
        best = -100 if "." in cells else 0
        for place in (place for place in range(9) if cells[place] == "."):
            after = cells[:place] + me + cells[place + 1 :]
            best = max(best, -self.value(after, plies + 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best


@pytest.mark.parametrize(
    ("game", "savings"),
    [(game, savings) for game in ("3x3", "misere") for savings in every_choice(game)],
)
def test_the_root_is_worth_what_the_engine_says_whatever_is_saved(
    game: str, savings: frozenset[Saving]
):
    for seed in range(20):
        board = Board.after(some_moves(game, 5, Random(seed)), rules=GAMES[game])
        worth = score_board(board).number()
        assert root(board, savings, MOST).span == Span(worth, worth)


def test_on_larger_boards_it_is_what_the_solver_says():
    everything = frozenset(Saving)
    for seed in range(5):
        board = Board.after(some_moves("4x4", 8, Random(seed)), rules=GAMES["4x4"])
        worth = exact_score(board)
        found = root(board, everything, MOST).span
        assert found
        assert found.low == found.high
        assert (found.low > 0) - (found.low < 0) == worth.result.value
        assert not found.low or found.low == worth.result.value * (17 - (worth.plies or 0))


def test_each_child_is_worth_what_the_cell_scores():
    for board in Random(2).sample(unfinished(), 40):
        if len(board.free_cells) < 7:
            scores = {cell: scored.number() for cell, scored in score_cells(board).items()}
            assert values(children(board, PLAIN, (), MOST)) == {
                cell: Span(worth, worth) for cell, worth in scores.items()
            }


def test_the_tutorials_example_has_14_nodes_and_its_values_rise_unchanged():
    assert root(TUTORIAL, PLAIN, MOST) == Node(None, Fate.SEARCHED, Span(0, 0), 14)
    assert values(children(TUTORIAL, PLAIN, (), MOST)) == {
        3: Span(0, 0),
        4: Span(-8, -8),
        9: Span(-8, -8),
    }
    assert children(TUTORIAL, PLAIN, (4,), MOST) == (
        Node(3, Fate.ENDED, Span(-8, -8), 1),
        Node(9, Fate.SEARCHED, Span(0, 0), 2),
    )


def test_alpha_beta_knows_a_limit_and_skips_the_rest():
    assert values(children(TUTORIAL, ALPHA_BETA, (), MOST)) == {
        3: Span(0, 0),
        4: Span(-10, -8),
        9: Span(-10, -8),
    }
    assert fates(children(TUTORIAL, ALPHA_BETA, (4,), MOST)) == {3: Fate.ENDED, 9: Fate.SKIPPED}


def test_memory_recognises_a_board_that_came_about_in_another_way():
    assert fates(children(TUTORIAL, MEMORY, (4,), MOST)) == {3: Fate.ENDED, 9: Fate.SEARCHED}
    assert fates(children(TUTORIAL, MEMORY, (9,), MOST)) == {3: Fate.ENDED, 4: Fate.SEARCHED}
    assert fates(children(TUTORIAL, MEMORY, (9, 4), MOST)) == {3: Fate.REMEMBERED}


def test_an_empty_board_has_three_cells_that_are_no_mirror_images():
    found = children(Board(), MEMORY_AND_SYMMETRY, (), MOST)
    assert {node.cell: node.twin for node in found} == {
        1: None,
        2: None,
        5: None,
        3: 1,
        7: 1,
        9: 1,
        4: 2,
        6: 2,
        8: 2,
    }


def test_the_nodes_below_a_node_are_those_that_its_children_count():
    """So the search comes to a node at `path` with the memory and window of the one long walk."""
    board = Board.after([1, 5, 9])
    for savings in every_choice("3x3"):
        found = children(board, savings, (), MOST)
        below = {node: children(board, savings, (node.cell,), MOST) for node in found if node.cell}
        for node, nodes in {root(board, savings, MOST): found, **below}.items():
            if node.fate is Fate.SEARCHED:
                assert sum(child.nodes for child in nodes) + 1 == node.nodes


def test_one_move_on_4x4_is_enough_for_the_bound():
    assert root(Board.after([6], rules=GAMES["4x4"]), BOUND, MOST) == Node(
        None, Fate.HELD, Span(0, 0), 1
    )


def test_a_search_that_needs_too_many_nodes_says_how_far_it_came():
    found = root(Board(), PLAIN, 1000)
    assert found == Node(None, Fate.UNREACHED, nodes=1000)
    reached = children(Board.after([1]), PLAIN, (), 10_000)
    assert fates(reached)[2] is Fate.SEARCHED
    assert fates(reached)[9] is Fate.UNREACHED


def test_alpha_beta_narrows_the_window_and_skips_where_nothing_is_left_of_it():
    first = {node.cell: node.window for node in children(TUTORIAL, ALPHA_BETA, (), MOST)}
    assert first == {3: Span(0, 10), 4: Span(0, 10), 9: Span(0, 10)}
    below = {node.cell: node.window for node in children(TUTORIAL, ALPHA_BETA, (4,), MOST)}
    assert below == {3: Span(0, -8), 9: Span(0, -8)}


@pytest.mark.parametrize("savings", every_choice("3x3"))
def test_a_branch_has_the_nodes_that_the_search_visits_and_none_of_a_tree_that_is_larger(
    savings: frozenset[Saving],
):
    def visited(branch: Branch) -> int:
        is_visited = branch.node.fate in {Fate.SEARCHED, Fate.ENDED, Fate.HELD}
        return is_visited + sum(visited(each) for each in branch.below)

    board = Board.after([5, 1, 9, 3])
    found = branch(board, savings, MOST)
    assert found
    assert visited(found) == found.node.nodes == root(board, savings, MOST).nodes
    assert branch(board, savings, found.node.nodes - 1) is None


def test_a_finished_board_has_no_children():
    assert children(Board.after([1, 4, 2, 5]), PLAIN, (3,), MOST) == ()


def test_a_path_that_cannot_be_played_is_refused():
    with pytest.raises(IllegalMove):
        children(TUTORIAL, PLAIN, (1,), MOST)


def test_a_tree_without_an_end_is_refused_and_so_is_the_bound_in_misere():
    with pytest.raises(ValueError, match="marks stay"):
        root(Board(rules=GAMES["fading"]), PLAIN, MOST)
    with pytest.raises(ValueError, match="bound"):
        root(Board(rules=GAMES["misere"]), BOUND, MOST)
