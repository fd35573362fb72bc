"""The larger boards: the solver beside plain alpha-beta, and its own answers beside each other."""

from random import Random

import pytest

from engine import solver, solver_scores
from engine.analysis import SetsTrap, analyse
from engine.board import GAMES, Board, Rules
from engine.opponents import OPPONENTS, perfect
from engine.score import Result, Score
from engine.solver import Attack, Search, least_key
from engine.solver_scores import HORIZON, choices, score_cells, scores_seen_to, sides_of
from tests.support import referees
from tests.support.boards import some_moves
from tests.support.plain_alpha_beta import AlphaBeta


@pytest.mark.parametrize(("game", "plies"), [("4x4", range(5, 13)), ("5x5", range(13, 22))])
def test_results_are_those_of_plain_alpha_beta(game: str, plies: range):
    rng, told, plain = Random(game), set(), AlphaBeta(*referees.SIZES[game])
    for _ in range(100):
        moves = some_moves(game, rng.choice(plies), rng)
        scores = score_cells(Board.after(moves, rules=GAMES[game]))
        ours = max(score.result.value for score in scores.values())
        assert ours == plain.value_after(moves)
        told.add(ours)
    assert told == {-1, 0, 1}


def value_within(game: str, moves: list[int], depth: int) -> int:
    """1 or -1 if the side to move can force a win or a loss in so many plies: tries every move."""
    if end := referees.ending(game, moves):
        return 0 if end == "draw" else -1
    if not depth:
        return 0
    held = referees.standing(game, moves)
    return max(
        -value_within(game, [*moves, cell], depth - 1)
        for cell in GAMES[game].cells
        if cell not in held
    )


@pytest.mark.parametrize(("game", "plies"), [("4x4", range(8, 14)), ("5x5", range(17, 22))])
def test_plies_are_those_that_trying_every_move_finds(game: str, plies: range):
    rng = Random(game)
    for _ in range(40):
        moves = some_moves(game, rng.choice(plies), rng)
        for cell, score in score_cells(Board.after(moves, rules=GAMES[game])).items():
            if score.result is Result.DRAW:
                assert score.plies == len(GAMES[game].cells) - len(moves)
                continue
            assert score.plies
            found = [
                value_within(game, [*moves, cell], depth) for depth in range(min(score.plies, 5))
            ]
            wanted = -score.result.value if score.plies <= 5 else 0
            assert (found[:-1], found[-1]) == ([0] * (len(found) - 1), wanted)


@pytest.mark.parametrize(("game", "plies"), [("4x4", range(5, 11)), ("5x5", range(14, 19))])
def test_a_trap_names_every_reply_that_loses_and_every_one_that_holds(game: str, plies: range):
    rng, traps, plain = Random(game), 0, AlphaBeta(*referees.SIZES[game])
    while traps < 4:
        moves = some_moves(game, rng.choice(plies), rng)
        found = analyse(Board.after(moves, rules=GAMES[game]))
        trap = found.reasons.main
        if not isinstance(trap, SetsTrap):
            continue
        traps += 1
        moves.append(found.principal_variation[0])
        replies = [cell for cell in GAMES[game].cells if cell not in moves]
        losing = tuple(reply for reply in replies if plain.value_after([*moves, reply]) == 1)
        assert trap.losing == losing
        assert trap.safe == tuple(reply for reply in replies if reply not in losing)


@pytest.mark.parametrize(("game", "plies"), [("4x4", range(9, 13)), ("5x5", range(18, 21))])
def test_of_the_cells_that_hold_perfect_takes_one_after_which_most_replies_lose_to_a_fork(
    game: str, plies: range
):
    rng, told, plain = Random(game), 0, AlphaBeta(*referees.SIZES[game])
    while told < 3:
        moves = some_moves(game, rng.choice(plies), rng)
        after = [[*moves, cell] for cell in GAMES[game].cells if cell not in moves]
        if plain.value_after(moves):
            continue  # it is won or lost
        holding = [played for played in after if plain.value_after(played) == 0]
        forks = {played[-1]: replies_that_allow_a_fork(game, played) for played in holding}
        [chosen] = perfect(Board.after(moves, rules=GAMES[game]))
        assert forks[chosen] == max(forks.values())
        told += len(set(forks.values())) > 1


def replies_that_allow_a_fork(game: str, moves: list[int]) -> int:
    """How many replies lose within four plies; none after a threat, which all would stop."""
    mine = set(moves[-1::-2])
    for line in map(set, referees.lines(*referees.SIZES[game])):
        if len(mine & line) == len(line) - 1 == len(line & set(moves)):
            return 0
    replies = [[*moves, cell] for cell in GAMES[game].cells if cell not in moves]
    return sum(value_within(game, reply, 3) == 1 for reply in replies)


def test_beyond_the_horizon_a_deeper_search_may_win_sooner_than_perfect_as_the_readme_says():
    board = Board.parse(".X.../O..../....O/....X/..... X", rules=GAMES["5x5"])
    assert not set(perfect(board)) & set(OPPONENTS["minimax depth 9"](board))
    assert score_cells(board)[min(perfect(board))] == Score(Result.WIN, None)


def test_a_search_of_some_plies_sees_what_ends_within_them():
    rng = Random(5)
    for _ in range(20):
        board = Board.after(some_moves("5x5", rng.choice(range(6, 20)), rng), rules=GAMES["5x5"])
        scores = score_cells(board)
        for depth in range(1, HORIZON + 1):
            wanted = {
                cell: score.seen_to(depth)
                if score.result is not Result.DRAW
                else Score(Result.DRAW, None)
                for cell, score in scores.items()
            }
            assert scores_seen_to(board, depth) == wanted


@pytest.mark.parametrize("game", ["4x4", "5x5"])
def test_neither_side_wins_the_empty_board(game: str):
    search = Search(GAMES[game])
    empty = search.attack_of(0, 0)
    assert not search.can_win(empty)
    assert not search.must_lose(empty, empty)


def test_on_4x4_none_of_the_first_five_moves_loses_and_some_sixth_move_does():
    search = Search(GAMES["4x4"])
    for marks in (4, 5):
        assert not any(map(search.can_win, positions_of(search, marks)))
    after_five = score_cells(Board.after([11, 15, 12, 14, 9], rules=GAMES["4x4"]))
    assert Result.LOSS in {score.result for score in after_five.values()}


def positions_of(search: Search, marks: int) -> list[Attack]:
    """The positions of so many marks, up to symmetry; the side to move attacks."""
    positions = [sides_of(search, Board(rules=GAMES["4x4"]))]
    for _ in range(marks):
        after = [choice.after for sides in positions for choice in choices(search, sides)]
        positions = list({least_key(sides.mover.keys): sides for sides in after}.values())
    return [sides.mover for sides in positions]


def test_a_board_turned_or_mirrored_has_its_scores_turned_or_mirrored():
    rng = Random(3)
    for _ in range(20):
        moves = some_moves("5x5", rng.choice(range(6, 16)), rng)
        scores = score_cells(Board.after(moves, rules=GAMES["5x5"]))
        for place in (quarter_turn, mirror):
            moved = score_cells(Board.after([place(cell) for cell in moves], rules=GAMES["5x5"]))
            assert moved == {place(cell): score for cell, score in scores.items()}


def quarter_turn(cell: int) -> int:
    row, column = divmod(cell - 1, 5)
    return column * 5 + 4 - row + 1


def mirror(cell: int) -> int:
    row, column = divmod(cell - 1, 5)
    return row * 5 + 4 - column + 1


def test_a_full_table_is_emptied_and_the_scores_stay_right(monkeypatch: pytest.MonkeyPatch):
    board = Board.after([2, 6, 20, 24, 5, 7, 13], rules=GAMES["5x5"])
    scores = score_cells(board)
    table = solver._table_of(board.rules)
    monkeypatch.setattr(solver, "_MOST_KEPT", 50)
    table.clear()
    solver_scores._scores.cache_clear()
    assert score_cells(board) == scores
    assert 0 < len(table) <= 50


@pytest.mark.parametrize(
    "rules", [Rules(), Rules(5, 5, 3), Rules(6, 6, 4), Rules(4, 4, 4, misere=True)]
)
def test_rules_the_solver_does_not_play_are_refused(rules: Rules):
    with pytest.raises(ValueError, match="four in a row"):
        score_cells(Board(rules=rules))
