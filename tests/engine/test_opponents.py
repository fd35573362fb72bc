"""The levels and the opponents of tutorials, tested with every cell they may choose."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pytest

from engine.board import Board, Mark
from engine.opponents import LEVELS, OPPONENTS, SIGHTS, Policy, Sight, human_like, pick
from tests.support.boards import reachable, unfinished, winning
from tests.support.plain_minimax import cells_of, plain_minimax, plain_scores

ESSAY = (Path(__file__).parents[2] / "engine" / "README.md").read_text(encoding="utf-8")
RULE_OF_THUMB = OPPONENTS["rule of thumb"]

Game = tuple[tuple[int, ...], Mark | None]


def games(policy: Callable[[Board], Policy], seat: Mark) -> list[Game]:
    """The moves and winner of every game X begins: all cells `seat` may choose, all replies."""
    found: list[Game] = []

    def walk(board: Board, moves: tuple[int, ...]) -> None:
        if board.outcome:
            found.append((moves, board.outcome.winner))
            return
        for cell in policy(board) if board.turn is seat else board.free_cells:
            walk(board.play(cell), (*moves, cell))

    walk(Board(), ())
    return found


def lost(policy: Callable[[Board], Policy], seat: Mark) -> int:
    """How many of these games `seat` loses, counted without listing them."""

    @cache
    def walk(board: Board) -> int:
        if board.outcome:
            return int(board.outcome.winner is seat.other)
        cells = policy(board) if board.turn is seat else board.free_cells
        return sum(walk(board.play(cell)) for cell in cells)

    return walk(Board())


@pytest.mark.parametrize("name", ["random", "rule of thumb"])
def test_a_policy_adds_up_to_exactly_one_over_free_cells_on_every_board(name: str):
    """Those of the levels and of minimax are compared, cell by cell, below."""
    for board in reachable():
        policy = OPPONENTS[name](board)
        if board.outcome:
            assert not policy
            continue
        assert set(policy) <= set(board.free_cells)
        assert sum(policy.values()) == 1
        assert min(policy.values()) > 0


@pytest.mark.parametrize("name", OPPONENTS)
def test_each_cell_is_drawn_exactly_as_often_as_its_policy_says(name: str):
    class Given(Random):
        """A random source that returns given numbers."""

        def random(self) -> float:
            return self.given

    board, rng = Board.after([1, 5, 2]), Given()
    below = 0.0
    for cell, chance in OPPONENTS[name](board).items():
        for rng.given in (below + 1e-9, below + float(chance) - 1e-9):
            assert pick(OPPONENTS[name](board), rng) == cell
        below += float(chance)
    rng.given = 1.0  # as rounding may leave it
    assert pick(OPPONENTS[name](board), rng) == cell


@pytest.mark.parametrize("name", LEVELS)
def test_what_is_remembered_of_a_policy_cannot_be_changed(name: str):
    with pytest.raises(TypeError):
        LEVELS[name](Board())[5] = Fraction(1)


@pytest.mark.parametrize("name", OPPONENTS)
def test_a_finished_game_has_nothing_to_draw(name: str):
    with pytest.raises(ValueError, match="over"):
        pick(OPPONENTS[name](Board.after([1, 4, 2, 5, 3])), Random(1))


def test_perfect_chooses_just_those_best_cells_that_gain_most_against_a_likely_person():
    @cache
    def hope(board: Board) -> Fraction:
        """What perfect play gains from such a person, for the side that has just moved."""
        if board.outcome:
            return Fraction(bool(board.outcome.winner))
        replies = human_like(board, Sight(win=90, block=50, perfect_move=0)).items()
        return sum((chance * reach(board.play(cell)) for cell, chance in replies), Fraction())

    @cache
    def reach(board: Board) -> Fraction:
        if board.outcome:
            return Fraction(-bool(board.outcome.winner))
        return max(traps(board).values())

    def traps(board: Board) -> dict[int, Fraction]:
        scores = plain_scores(board)
        best = [cell for cell, value in scores.items() if value == max(scores.values())]
        return {cell: hope(board.play(cell)) for cell in best}

    for board in unfinished():
        gains = traps(board)
        chosen = {cell for cell, gain in gains.items() if gain == max(gains.values())}
        assert dict.fromkeys(chosen, Fraction(1, len(chosen))) == LEVELS["perfect"](board)


@pytest.mark.parametrize(
    ("name", "win", "block", "ahead"), [(name, *sight) for name, sight in SIGHTS.items()]
)
def test_a_level_sees_a_win_then_a_block_then_the_perfect_move_as_often_as_it_says(
    name: str, win: int, block: int, ahead: int
):
    for board in unfinished():
        chances = dict.fromkeys(board.free_cells, Fraction())
        overlooked = Fraction(1)
        perfect = LEVELS["perfect"](board)
        for seen, percent in (
            (winning(board, board.turn), win),
            (winning(board, board.turn.other), block),
        ):
            for cell in seen:
                chances[cell] += overlooked * percent / 100 / len(seen)
            overlooked *= 1 - Fraction(percent if seen else 0, 100)
        for cell, chance in perfect.items():
            chances[cell] += overlooked * ahead / 100 * chance
        anywhere = overlooked * (100 - ahead) / 100 / len(board.free_cells)
        for cell in board.free_cells:
            chances[cell] += anywhere
        assert {cell: chance for cell, chance in chances.items() if chance} == LEVELS[name](board)


def test_random_plays_every_free_cell_as_likely():
    assert OPPONENTS["random"](Board.after([1, 5, 2])) == dict.fromkeys(
        (3, 4, 6, 7, 8, 9), Fraction(1, 6)
    )


@pytest.mark.parametrize(
    ("moves", "cell", "why"),
    [
        ([1, 4, 2, 5], 3, "it wins before it blocks"),
        ([1, 5, 2], 3, "it blocks"),
        ([], 5, "the centre"),
        ([5], 1, "the lowest corner"),
        ([1, 5, 9], 3, "a corner before an edge, though this one loses"),
        ([1, 5, 9, 3, 7, 2], 4, "the lower of two wins"),
        ([5, 1, 9, 3, 2, 8, 7], 4, "the first free cell"),
    ],
)
def test_rule_of_thumb_wins_blocks_or_takes_centre_corners_first_free(
    moves: list[int], cell: int, why: str
):
    assert RULE_OF_THUMB(Board.after(moves)) == {cell: Fraction(1)}, why


def test_rule_of_thumb_loses_none_of_its_94_lines_when_it_begins():
    winners = [winner for _, winner in games(RULE_OF_THUMB, Mark.X)]
    assert [len(winners), winners.count(Mark.X), winners.count(None), winners.count(Mark.O)] == [
        94,
        80,
        14,
        0,
    ]


def test_rule_of_thumb_loses_12_of_its_489_lines_as_second_player_each_to_a_fork():
    played = games(RULE_OF_THUMB, Mark.O)
    winners = [winner for _, winner in played]
    assert [len(winners), winners.count(Mark.O), winners.count(None)] == [489, 350, 127]
    losses = [moves for moves, winner in played if winner is Mark.X]
    assert len(losses) == 12
    for moves in losses:
        assert len(set(Board.after(moves[:5]).threats(Mark.X).values())) == 2


def test_a_search_of_limited_depth_plays_any_of_the_cells_that_look_best_so_many_plies_ahead():
    """From depth 6 on it plays as full minimax (`test_crosstable.py`)."""
    for board in unfinished():
        you = board.turn.other.value
        after = {cell: cells_of(board.play(cell)) for cell in board.free_cells}
        for depth in range(1, 6):
            values = {cell: -plain_minimax(cells, you, depth - 1) for cell, cells in after.items()}
            highest = max(values.values())
            best = [cell for cell, value in values.items() if value == highest]
            policy = OPPONENTS[f"minimax depth {depth}"](board)
            assert policy == dict.fromkeys(best, Fraction(1, len(best)))


@pytest.mark.parametrize(
    ("depth", "as_x", "as_o"),
    [(1, 27_008, 76_464), (2, 3_776, 12_704), (3, 1_536, 12_704), (4, 640, 1_792), (5, 256, 1_632)],
)
def test_up_to_depth_5_minimax_loses_some_lines_as_the_essay_tells(
    depth: int, as_x: int, as_o: int
):
    policy = OPPONENTS[f"minimax depth {depth}"]
    assert (lost(policy, Mark.X), lost(policy, Mark.O)) == (as_x, as_o)
    assert f"| {depth} | {as_x:,} | {as_o:,} |" in ESSAY


def test_full_minimax_and_with_it_each_from_depth_6_on_loses_nothing():
    policy = OPPONENTS["full minimax"]
    assert (lost(policy, Mark.X), lost(policy, Mark.O)) == (0, 0)


def test_full_minimax_plays_any_of_the_best_cells():
    for board in unfinished():
        scores = plain_scores(board)
        best = {cell for cell, value in scores.items() if value == max(scores.values())}
        assert OPPONENTS["full minimax"](board) == dict.fromkeys(best, Fraction(1, len(best)))
